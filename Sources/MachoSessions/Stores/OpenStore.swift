import MachoValues

/// A store that a session drives, with its history and settings.
package final class OpenStore {
  /// The name for `use`. Default: the feature's name, if `as` is omitted.
  let name: String
  /// Whether `as` gave it a name, so that it stays open next to other stores.
  let isNamed: Bool
  /// Its ordinal among all stores that the session has opened, from 1.
  var ordinal = 0
  /// Its ordinal among all stores of the journal. Set only if the session has a journal.
  var number = 0
  let feature: any DrivenFeature
  /// The context and the preset of the dependencies.
  let choice: ContextChoice
  var context: RunContext { choice.context }
  let store: any DrivenStore
  let stubs: StubTable
  let syntax: ValueSyntax
  /// The state after the last sent or asserted action.
  var scriptState: Any
  /// The contents of its objects. `nil` if it has none.
  var scriptObjects: (any ObjectRecord)?
  /// Received transitions that are not part of the script state yet.
  var queue: [StateTransition] = []
  /// Actions applied immediately that no typed `receive` has asserted yet.
  var unassertedActions: [Any] = []
  var history = History()
  /// The rules for received actions that are applied without output.
  var ignoreRules: [IgnoreRule] = []
  /// The parts of the state that are printed when they change.
  var watches: [Watch] = []
  /// The external effects that did not finish while a line waited for them.
  var unsettledEffects: Set<Int> = []
  /// The properties that are checked.
  var monitor = PropertyMonitor()
  /// The effects of a live store that wait for external work and for which a script of the session
  /// has waited.
  var settledEffects: Set<Int> = []
  /// The effects of a live store that a comment of the recording has named, because a script cannot
  /// receive anything while they wait.
  var blockingEffects: Set<Int> = []
  /// Whether a line has waited for external work. Later actions may depend on it too.
  var hasWaitedForExternalWork = false
  let observers: SessionObservers
  /// Records the calls of real endpoints.
  var callRecorder: CallRecorder

  init(
    feature: any DrivenFeature, name: String?, state: Any, choice: ContextChoice, stubs: StubTable,
    syntax: ValueSyntax, observers: SessionObservers
  ) {
    self.name = name ?? feature.name
    isNamed = name != nil
    self.feature = feature
    self.choice = choice
    self.stubs = stubs
    self.syntax = syntax
    self.observers = observers
    callRecorder = CallRecorder(syntax: syntax)
    let preset = choice.preset.map(feature.applying)
    store = (preset ?? feature).open(state, in: choice.context, stubs: stubs)
    scriptState = store.state
    scriptObjects = store.objects
    if choice.context != .live {
      store.limitWork(to: Self.workLimit) { [unowned store] in
        Self.stopEndlessWork(store.takeTransitions().last)
      }
    }
  }

  /// The maximum number of jobs or actions at one time of the clock.
  package static let workLimit = 100_000

  /// Ends the process, as an endless loop in a reducer does. A prompt restores the state before the
  /// line.
  private static func stopEndlessWork(_ last: StateTransition?) -> Never {
    let action = last.map { "; the last action: \(label(of: $0.action))" } ?? ""
    fatalError("endless: more than \(workLimit) actions or jobs ran while no time passed\(action)")
  }

  private static func label(of action: Any) -> String {
    MachoValues.caseLabel(of: action) ?? "\(action)"
  }

  /// The live dependencies that were reported.
  private var reportedDependencies: Set<String> = []

  /// Returns the failure because of dependencies that are live in tests, once for each.
  func takeLiveDependencyProblem() -> Diagnostic? {
    let names = store.liveDependencies.filter { !reportedDependencies.contains($0) }
    guard let first = names.first else { return nil }
    reportedDependencies.formUnion(names)
    return Diagnostic(
      "live-dependency",
      "no stub covers \(names.map { "'\($0)'" }.joined(separator: ", ")), and the value in tests is the live one",
      notes: [
        first.contains(".")
          ? "register it: Stub(\"\(first)\", \\.\(first))"
          : "register its endpoints as stubs, or give its key a testValue of its own"
      ])
  }

  /// The warning about endpoints whose calls cannot be recorded. Empty unless the store is live.
  var unobservedEndpoints: [Event] {
    guard context == .live else { return [] }
    let endpoints = feature.endpoints.filter { !$0.isObservable }
    return [false, true].compactMap { areStreams in
      // Calls of key paths are observed, except for streams of asynchronous functions.
      let names =
        endpoints.filter { ($0.isStream && $0.path != nil) == areStreams }.map(\.name)
      return names.isEmpty ? nil : .unobserved(endpoints: names, areAsyncStreams: areStreams)
    }
  }

  /// Returns the `start` line with the values that a live store has loaded instead of those of `start`,
  /// because a script begins without stored values.
  func storedValues(replacing start: Any) -> [Event] {
    guard context == .live, store.loadsStoredValues else { return [] }
    let text = syntax.print(root)
    guard text != syntax.print(TypedValue(start, as: feature.stateType)) else { return [] }
    let read = try? syntax.read(text[...], as: feature.stateType, overlaying: feature.startState)
    guard let read, store.change(from: read, to: scriptState) == nil else {
      return [.remark("the stored values of the start state cannot be written")]
    }
    return [.externalInput(Line(.start, text))]
  }

  /// Returns the failure because the feature has not taken over a part of the state that `start` sets.
  /// The other parts may differ: a feature may begin to work when it is created.
  func ignoredPart(ofStart state: Any) -> Diagnostic? {
    guard store.change(from: state, to: scriptState) != nil,
      context != .live || !store.loadsStoredValues
    else { return nil }
    let (registered, actual) = (parts(of: feature.startState), parts(of: scriptState))
    for (path, value) in parts(of: state) {
      let new = actual.first { $0.path == path }?.value
      let others = [registered.first { $0.path == path }?.value, new]
      let wanted = syntax.json(of: value)
      guard !others.contains(where: { $0.map { syntax.json(of: $0) } == wanted }) else { continue }
      let name = path.isEmpty ? "the state" : "'\(path)'"
      return Diagnostic(
        "start-ignored",
        "the feature ignores \(syntax.print(value)): \(name) "
          + (new.map { "is \(syntax.print($0))" } ?? "does not exist"),
        notes: ["its registration must create it with the state that 'start' sets"])
    }
    return nil
  }

  /// Returns the parts of a state, or the whole state if it has no parts.
  private func parts(of state: Any) -> [(path: String, value: TypedValue)] {
    let root = TypedValue(state, as: feature.stateType)
    let leaves = syntax.leaves(of: root)
    return leaves.isEmpty ? [("", root)] : leaves.map { ($0.path, $0.value) }
  }

  /// Returns the line that asserts a received action.
  func receiveLine(_ action: Any) -> Line { Line(.receive, receivePattern(of: action)) }

  /// Returns the pattern with which `receive` asserts an action: its value, or its case label if
  /// the printed value does not parse back.
  func receivePattern(of action: Any) -> String {
    let text = syntax.print(action)
    let pattern = try? syntax.readPattern(text[...], of: feature)
    return pattern?.matches(action) == true ? text : caseLabel(of: action) ?? "_"
  }

  /// Parses a pattern for received actions.
  func pattern(_ text: Arguments) throws(Diagnostic) -> ActionPattern {
    do throws(ValueError) { return try syntax.readPattern(text.text, of: feature) } catch {
      throw Diagnostic(error, offset: text.offset)
    }
  }

  /// The script state, as the root of paths.
  var root: TypedValue { TypedValue(scriptState, as: feature.stateType) }

  /// Returns the script state's value at a path.
  func value(at path: Arguments) throws(Diagnostic) -> TypedValue {
    try value(at: path, in: root)
  }

  /// Returns the value at a path in a state.
  func value(at path: Arguments, in root: TypedValue) throws(Diagnostic) -> TypedValue {
    do throws(ValueError) {
      return try ValuePath(reading: path.text).evaluate(
        in: root, computed: feature.computed, syntax: syntax)
    } catch { throw Diagnostic(error, offset: path.offset) }
  }
}
