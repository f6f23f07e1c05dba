import ComposableArchitecture
import MachoArchitectures
import MachoKit
import OpenCombineShim

@testable import SeedFlux

/// 001: the document's action creator, dispatcher and store.
final class FluxList: Drivable {
  /// What the store publishes.
  struct State: Equatable {
    var repositories: [String] = []
    var errorMessage = ""
    var isShownError = false
    var shouldShowIcon = false
  }

  /// What a view calls.
  enum Input { case onAppear }

  let store: GitHubListStore
  let creator: GitHubActionCreator

  init(
    _ tasks: TaskRunner, dispatcher: GitHubListDispatcher, store: GitHubListStore,
    didDispatch: @escaping (GitHubListAction) -> Void = { _ in }
  ) {
    self.store = store
    // Subscribers of a subject have no order, so the store has a dispatcher of its own.
    let first = GitHubListDispatcher()
    first.register { action in
      dispatcher.dispatch(action)
      didDispatch(action)
    }
    let services = StubbedServices(tasks)
    creator = GitHubActionCreator(
      dispatcher: first, apiService: services, trackerService: services,
      experimentService: services)
  }

  var state: State {
    State(
      repositories: store.repositories.map(\.fullName), errorMessage: store.errorMessage,
      isShownError: store.isShownError, shouldShowIcon: store.shouldShowIcon)
  }

  func send(_ input: Input) { creator.onAppear() }
}

/// Conforms to the document's protocols, and calls the endpoints that scripts stub.
struct StubbedServices: APIServiceType, ExperimentServiceType, TrackerType {
  @Dependency(\.services) private var services
  private let host: Host

  init(_ tasks: TaskRunner) { host = Host(tasks) }

  func response<Request: APIRequestType>(
    from request: Request
  ) -> AnyPublisher<Request.Response, APIServiceError> {
    let query = (request.queryItems ?? []).map { "\($0.name)=\($0.value ?? "")" }
    let path = request.path
    return Deferred {
      Future { promise in
        host.start("search") {
          try await services.search(path, query)
        } completion: { result in
          promise(
            result.map { SearchRepositoryResponse(items: $0) as! Request.Response }
              .mapError { $0 as? APIServiceError ?? .responseError })
        }
      }
    }
    .eraseToAnyPublisher()
  }

  func log(type: TrackEventType) { services.log(type) }

  func experiment(for key: ExperimentKey) -> Bool { services.experiment(key) }
}

extension Driver {
  static let fluxStubs = [
    Stub("api.search", \.services.search),
    Stub("tracker.log", placeholder: (), \.services.log),
    Stub("experiments.experiment", placeholder: false, \.services.experiment),
  ]

  static let flux = Feature(
    "flux", "001: repositories, with action creator, dispatcher and store.",
    start: FluxList.State(), receives: GitHubListAction.self, stubs: fluxStubs
  ) { _, context in
    let dispatcher = GitHubListDispatcher()
    let store = GitHubListStore(dispatcher: dispatcher)
    return FluxList(context.tasks, dispatcher: dispatcher, store: store) { context.didHandle($0) }
  }
}
