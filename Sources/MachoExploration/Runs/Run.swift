import MachoSessions

/// The state of a run.
struct Run {
  let store: any DrivenStore
  let stubs: StubTable
  let isDescribing: Bool
  var result = RunResult()
  /// The present group of choices. 0 is the setup.
  var group = 0
  /// Whether received actions follow the last sent one.
  var hasUnassertedActions = false
  /// The stubs of the run.
  var plans: [StubPlan] = []
  /// The transitions of the last step.
  var lastTransitions: [StateTransition] = []
  /// Keeps the store open.
  private let session: Session?

  init(_ opened: ExplorationTarget.OpenedStore, describing: Bool) {
    store = opened.store
    stubs = opened.stubs
    session = opened.session
    isDescribing = describing
  }
}
