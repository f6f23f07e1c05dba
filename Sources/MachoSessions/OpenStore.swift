import MachoValues

/// A store that a session drives, with what the session knows of its past.
final class OpenStore {
  /// The name by which `use` finds it: the feature's, where `as` gave none.
  let name: String
  /// Whether `as` gave it its name, so that it stays open beside others.
  let isNamed: Bool
  /// Its number among all stores that were opened, where a journal is kept.
  var number = 0
  let feature: any DrivenFeature
  let context: RunContext
  let store: any DrivenStore
  let stubs: StubTable
  let syntax: ValueSyntax
  /// The script's state: the one after the last action that the script sent or named.
  var scriptState: Any
  /// Received actions that are not part of the script's state yet.
  var queue: [StateTransition] = []
  /// Actions taken at once that no typed `receive` has named yet.
  var unassertedActions: [Any] = []
  var history = History()
  /// Which received actions are taken without a word.
  var ignoreRules: [IgnoreRule] = []
  /// Which parts of the state are printed when they change.
  var watches: [Watch] = []
  /// Effects outside that did not end while a line waited for them.
  var unsettledEffects: Set<Int> = []
  /// Whether a line has waited for work outside: what comes later may depend on it too.
  var hasWaitedForExternalWork = false
  /// What was seen of real endpoints.
  var callRecorder: CallRecorder

  init(
    feature: any DrivenFeature, name: String?, state: Any, context: RunContext, stubs: StubTable,
    syntax: ValueSyntax
  ) {
    self.name = name ?? feature.name
    isNamed = name != nil
    self.feature = feature
    self.context = context
    self.stubs = stubs
    self.syntax = syntax
    callRecorder = CallRecorder(syntax: syntax)
    scriptState = state
    store = feature.open(state, in: context, stubs: stubs)
  }

  /// The line that asserts a received action: its value, or its label where the value has no text
  /// that reads back.
  func receiveLine(_ action: Any) -> String {
    let text = syntax.print(action)
    let pattern = try? syntax.readPattern(text[...], of: feature)
    let reads = pattern?.matches(action)
    return "receive " + (reads == true ? text : caseLabel(of: action) ?? "_")
  }

  /// The script's state, for paths to begin at.
  var root: TypedValue { TypedValue(scriptState, as: feature.stateType) }
}
