import Composable
import IssueReporting
import MachoArchitectures

/// An object of the main actor, driven from the session's thread.
///
/// SAFETY: the closures are called without their isolation, which has no representation. They are
/// called only if `isOnMainActor`: the thread then runs the main actor's jobs one at a time, so no
/// job runs during a call.
final class MainActorModel<Model: AnyObject, State, Input> {
  private let model: Model?
  private let start: State
  private let tasks: TaskRunner
  private let read: (Model) -> State
  private let handle: (Model, Input, TaskRunner) -> Void

  init(
    _ start: State, _ tasks: TaskRunner, make: @escaping @MainActor @Sendable (State) -> Model,
    state: @escaping @MainActor @Sendable (Model) -> State,
    send: @escaping @MainActor @Sendable (Model, Input, TaskRunner) -> Void
  ) {
    self.start = start
    self.tasks = tasks
    read = unsafeBitCast(state, to: ((Model) -> State).self)
    handle = unsafeBitCast(send, to: ((Model, Input, TaskRunner) -> Void).self)
    guard isOnMainActor else {
      model = nil
      reportIssue(
        """
        \(Model.self) belongs to the main actor, and this session runs on another thread.

        In a test target, annotate the test that runs the scripts with '@MainActor'.
        """)
      return
    }
    model = unsafeBitCast(make, to: ((State) -> Model).self)(start)
  }

  var state: State {
    guard let model, isOnMainActor else { return start }
    return read(model)
  }

  func send(_ input: Input) {
    guard let model, isOnMainActor else { return }
    handle(model, input, tasks)
  }
}

/// Whether the calling thread runs the main actor's jobs.
private var isOnMainActor: Bool {
  MainActorContext.isMainActor
}
