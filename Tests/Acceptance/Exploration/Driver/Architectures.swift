import Composable
import MachoAdapters
import MachoArchitectures
import MachoLocks

// The board in each architecture.

/// A reducer.
struct BoardFeature: Reducer {
  let defect: Defect

  @Dependency(\.board) var service
  @Dependency(\.continuousClock) var clock

  private enum CancelID { case timer }

  var body: some Reducer<Board, Message> {
    Reduce { board, message in
      .merge(board.apply(message, defect).map(effect))
    }
  }

  private func effect(_ job: Job) -> Effect<Message> {
    switch job {
    case .load(let item):
      .run { [service] send in
        if let value = try? await service.load(item) { await send(.loaded(item, value)) }
      }
    case .add(let total):
      .run { [service] send in
        try? await service.add(total)
        await send(.added(total))
      }
    case .fetch(let number): .run { send in await send(.fetched(number)) }
    case .startTimer:
      .run { [clock] send in
        while true {
          try await clock.sleep(for: .seconds(1))
          await send(.ticked)
        }
      }
      .cancellable(id: CancelID.timer, cancelInFlight: true)
    case .stopTimer: .cancel(id: CancelID.timer)
    case .loop: .send(.looped)
    }
  }
}

/// A view model.
final class BoardViewModel: ViewModel, Sendable {
  let output: Observed<Board>
  private let defect: Defect
  private let worker: Worker

  init(_ board: Board, _ defect: Defect, _ tasks: TaskRunner) {
    output = Observed(board)
    self.defect = defect
    worker = Worker(tasks: tasks)
  }

  func send(_ tap: Tap) { handle(.tap(tap)) }

  private func handle(_ message: Message) {
    var jobs: [Job] = []
    output.update { jobs = $0.apply(message, defect) }
    for job in jobs { worker.perform(job) { self.handle($0) } }
  }
}

/// A presenter and a controller: both draw the whole board.
final class BoardPresenter: Presenter, Controller {
  typealias Drawing = Board
  let model = BoardModel()
  let view: any PassiveView<Board>
  private let board: Lock<Board>
  private let defect: Defect
  private let worker: Worker

  init(view: any PassiveView<Board>, _ board: Board, _ defect: Defect, _ tasks: TaskRunner) {
    self.view = view
    self.board = Lock(board)
    self.defect = defect
    worker = Worker(tasks: tasks)
  }

  func handle(_ tap: Tap) { handle(message: .tap(tap)) }

  private func handle(message: Message) {
    let (jobs, present) = board.withLock { ($0.apply(message, defect), $0) }
    view.draw(present)
    for job in jobs { worker.perform(job) { self.handle(message: $0) } }
  }
}

/// The controller's model.
final class BoardModel: Model {}

/// The port of a use case, whose responses are boards.
final class BoardPort: InputPort {
  private let board = Lock(Board())
  private let output: any OutputPort<Board>
  private let defect: Defect
  private let worker: Worker

  init(_ output: any OutputPort<Board>, _ defect: Defect, _ tasks: TaskRunner) {
    self.output = output
    self.defect = defect
    worker = Worker(tasks: tasks)
  }

  func handle(_ tap: Tap) async throws { handle(message: .tap(tap)) }

  private func handle(message: Message) {
    let (jobs, present) = board.withLock { ($0.apply(message, defect), $0) }
    output.present(present)
    for job in jobs { worker.perform(job) { self.handle(message: $0) } }
  }
}

/// An object with its own protocol.
final class BoardObject: Drivable {
  private(set) var state: Board
  private let defect: Defect
  private let worker: Worker
  private let context: DrivableContext<Message>

  init(_ board: Board, _ defect: Defect, _ context: DrivableContext<Message>) {
    state = board
    self.defect = defect
    self.context = context
    worker = Worker(tasks: context.tasks)
  }

  func send(_ tap: Tap) { handle(.tap(tap)) }

  private func handle(_ message: Message) {
    let jobs = state.apply(message, defect)
    context.didHandle(message)
    // SAFETY: macho calls objects and their work on one thread.
    nonisolated(unsafe) let object = self
    for job in jobs { worker.perform(job) { object.handle($0) } }
  }
}
