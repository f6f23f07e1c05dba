#if os(Linux)
  import Composable
  import MachoReporting
  import MachoScripting
  import MachoSessions
  import MachoStreams
  import MachoValues

  /// Does before any script what every copy of a server would have to do again: the first time that
  /// a type is met, the runtime and our own plans look for what it can do, which takes milliseconds.
  ///
  /// What is left of it are caches of facts that do not change. It runs a script over the tutorial's
  /// feature, which is ours and keeps nothing outside of its store, and forgets the dependencies that
  /// it used; of the features that users register it looks at types alone, so that no reducer of
  /// theirs has run, and no state was made, when a script begins.
  struct ForkServerWarmup {
    let catalog: [any DrivenFeature]
    let environment: [String: String]

    func run() {
      if let script = try? ScriptValidator.parse(Array(Self.script.utf8)) {
        let runner = ScriptRunner(catalog: [Tutorial.feature], environment: environment)
        let run = withRestoredDependencyDefaults { runner.run(script, path: "-") }
        _ = ChildReport.text(line: 1) + ChildReport.text(run)
      }
      // An error says what it is by one of three protocols, if it has any of them.
      _ = "\(MachoValues.ScriptedError("") as any Error)"
      for feature in catalog {
        feature.prepare()
        _ = FeatureListing(feature)
      }
    }

    /// What most scripts do, right and wrong.
    private static let script = """
      # of everything a little
      ## a phase
      feature tutorial
      stub numberFact.fetch(_) -> "a fact", then throws error("offline")
      send incrementButtonTapped
      |   TutorialCounter.State(
      | -   count: 0,
      | +   count: 1,
      |     fact: nil,
      |     isLoading: false
      |   )
      send factButtonTapped
      |...
      | +   isLoading: true
      |   )
      receive factResponse.success("a fact")
      |...
      | +   fact: "a fact",
      |...
      expect count == 1
      expect isLoading == false
      effects
      advance 1s
      send factButtonTapped
      receive factResponse.failure
      |...
      let number = count
      send decrementButtonTapped
      |...
      |~ .*count: 0.*
      |...
      state
      ! [no-such-case] send nothing
      finish
      """
  }
#endif
