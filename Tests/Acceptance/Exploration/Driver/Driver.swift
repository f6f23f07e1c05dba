import Composable
import MachoArchitectures
import MachoKit

/// The driver of the planted defects: each in each architecture.
@main struct Driver: MachoApp {
  let features =
    Defect.allCases.flatMap { defect in
      [
        tca(defect), redux(defect), flux(defect), mvc(defect), mvp(defect), mvvm(defect),
        useCase(defect), drivable(defect),
      ]
    } + oddities + daily

  private static let stubs = [
    Stub("board.load", \.board.load), Stub("board.add", \.board.add),
  ]
  private static let computed = [Computed("isSound", \Board.isSound)]

  private static func tca(_ defect: Defect) -> Feature {
    Feature("\(defect.rawValue)-tca", start: Board(), stubs: stubs, computed: computed) {
      BoardFeature(defect: defect)
    }
  }

  private static func redux(_ defect: Defect) -> Feature {
    Feature(
      "\(defect.rawValue)-redux", start: Board(), actions: [Message.self], stubs: stubs,
      computed: computed
    ) { board, tasks in
      let worker = Worker(tasks: tasks)
      // The reducer finds out which work an action starts, and the middleware performs it.
      let jobs = JobList()
      let reducer = ReduxReducer<Board>(for: Message.self) { board, message in
        jobs.add(board.apply(message, defect))
      }
      let middleware = Middleware<Board> { action, store, next in
        next(action)
        for job in jobs.removeAll() { worker.perform(job) { store.dispatch($0) } }
      }
      return ReduxStore(board, reducer: reducer, middleware: [middleware], tasks: tasks)
    }
  }

  private static func flux(_ defect: Defect) -> Feature {
    Feature("\(defect.rawValue)-flux", start: Board(), stubs: stubs, computed: computed) {
      board, tasks in
      let worker = Worker(tasks: tasks)
      let dispatcher = Dispatcher<Message>()
      let jobs = JobList()
      let store = FluxStore(board, dispatcher: dispatcher) { board, message in
        jobs.add(board.apply(message, defect))
      }
      @Sendable func perform(_ message: Message) {
        dispatcher.dispatch(message)
        for job in jobs.removeAll() { worker.perform(job) { perform($0) } }
      }
      return FluxComponents(dispatcher, store: store) { (tap: Tap) in perform(.tap(tap)) }
    }
  }

  private static func mvc(_ defect: Defect) -> Feature {
    Feature("\(defect.rawValue)-mvc", start: Board(), stubs: stubs, computed: computed) {
      board, tasks in
      let view = RecordedView<Board, Board>(board) { $0 = $1 }
      return (controller: BoardPresenter(view: view, board, defect, tasks), view: view)
    }
  }

  private static func mvp(_ defect: Defect) -> Feature {
    Feature("\(defect.rawValue)-mvp", start: Board(), stubs: stubs, computed: computed) {
      board, tasks in
      let view = RecordedView<Board, Board>(board) { $0 = $1 }
      return (presenter: BoardPresenter(view: view, board, defect, tasks), view: view)
    }
  }

  private static func mvvm(_ defect: Defect) -> Feature {
    Feature("\(defect.rawValue)-mvvm", start: Board(), stubs: stubs, computed: computed) {
      BoardViewModel($0, defect, $1)
    }
  }

  private static func useCase(_ defect: Defect) -> Feature {
    Feature("\(defect.rawValue)-usecase", start: Board(), stubs: stubs, computed: computed) {
      board, tasks in
      let presenter = ResponsePresenter<Board, Board>(board) { $0 = $1 }
      let controller = RequestController<Tap, Tap>(
        port: BoardPort(presenter, defect, tasks), tasks: tasks
      ) { $0 }
      return (controller: controller, presenter: presenter)
    }
  }

  private static func drivable(_ defect: Defect) -> Feature {
    Feature(
      "\(defect.rawValue)-drivable", start: Board(), receives: Message.self, stubs: stubs,
      computed: computed
    ) {
      BoardObject($0, defect, $1)
    }
  }
}
