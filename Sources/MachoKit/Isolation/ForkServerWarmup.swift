#if MACHO_LINUX
  import Composable
  import MachoReporting
  import MachoScripting
  import MachoSessions
  import MachoValues

  /// Fills the caches of a fork server before any script runs.
  ///
  /// PERFORMANCE: the first use of a type makes the runtime and our plans look up its capabilities,
  /// which takes milliseconds. Each child would repeat that.
  ///
  /// Only caches of immutable facts remain. It runs a script over the tutorial's feature, which has
  /// no state outside its store, and then discards the dependencies. Of registered features it
  /// inspects only types: no user's reducer runs and no state is created.
  struct ForkServerWarmup {
    let catalog: [any DrivenFeature]
    let environment: [String: String]

    func run() {
      if let script = try? ScriptValidator.parse(Array(Self.script.utf8)) {
        let runner = ScriptRunner(catalog: [Tutorial.feature], environment: environment)
        let run = withRestoredDependencyDefaults { runner.run(script, path: "-") }
        _ = ChildReport.text(line: 1) + ChildReport.text(run)
      }
      // Interpolating an error looks up its conformance to three protocols.
      _ = "\(MachoValues.ScriptedError("") as any Error)"
      for feature in catalog {
        feature.prepare()
        _ = FeatureListing(feature)
      }
    }

    /// What most scripts do, passing and failing.
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
