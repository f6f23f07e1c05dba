import MachoSessions

/// The input of a step.
enum StepInput {
  case send(label: String, text: String)
  case answer(OpenCall, isFailure: Bool)
  case advance
}

/// The state of a run.
struct Run {
  let store: any DrivenStore
  let stubs: StubTable
  /// Makes the choices, and records them.
  var choices: RunChoices {
    didSet { if choosesJobs { store.jobChooser = choices } }
  }
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
  /// Checks the properties.
  var monitor = PropertyMonitor()
  /// The input of the last step. `nil` before the first one.
  var input: StepInput?
  private let choosesJobs: Bool
  /// Keeps the store open.
  private let session: Session?

  /// - Parameter choosesJobs: Whether the choices determine the order of ready jobs.
  init(
    _ opened: ExplorationTarget.OpenedStore, _ choices: RunChoices, choosesJobs: Bool,
    describing: Bool
  ) {
    store = opened.store
    stubs = opened.stubs
    session = opened.session
    isDescribing = describing
    self.choices = choices
    self.choosesJobs = choosesJobs
    if choosesJobs { store.jobChooser = choices }
  }
}
