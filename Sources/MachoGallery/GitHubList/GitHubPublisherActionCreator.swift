import ComposableCombine
import Dispatch
import MachoArchitectures

/// The action creator of `github-list`, built from publishers.
package final class GitHubPublisherActionCreator: ActionCreator, @unchecked Sendable {
  package let dispatcher: GitHubListDispatcher
  private let stores: GitHubListStores
  private let apiService: any APIServiceType
  private let trackerService: any TrackerType
  private let experimentService: any ExperimentServiceType
  private let tasks: TaskRunner
  private let scheduler: AnySchedulerOf<DispatchQueue>

  // SAFETY: the store's thread makes all calls. The effects of `tasks` run on its executor.
  //
  // ORDER: each subject has one subscriber. OpenCombine calls several in an order that changes from
  // run to run.
  private let trackingSubject = PassthroughSubject<TrackedEvent, Never>()
  private let experimentSubject = PassthroughSubject<ExperimentKey, Never>()
  private let requestSubject = PassthroughSubject<SearchRepositoryRequest, Never>()
  private let errorSubject = PassthroughSubject<APIServiceError, Never>()
  private var cancellables: Set<AnyCancellable> = []

  /// Creates an action creator that receives responses on a scheduler.
  package init(
    dispatcher: GitHubListDispatcher = .shared,
    stores: GitHubListStores = .shared,
    apiService: any APIServiceType = APIService(),
    trackerService: any TrackerType = TrackerService(),
    experimentService: any ExperimentServiceType = ExperimentService(),
    tasks: TaskRunner = TaskRunner(), scheduler: AnySchedulerOf<DispatchQueue> = .main
  ) {
    self.dispatcher = dispatcher
    self.stores = stores
    self.apiService = apiService
    self.trackerService = trackerService
    self.experimentService = experimentService
    self.tasks = tasks
    self.scheduler = scheduler
    bindTracking()
    bindActions()
  }

  package func perform(_ input: GitHubListInput) {
    switch input {
    case .onAppear:
      trackingSubject.send(.listView)
      experimentSubject.send(.showIcon)
      requestSubject.send(SearchRepositoryRequest())
    case .rowTapped(let id):
      if let repository = stores.repository(id) { dispatch(.push(repository)) }
    case .backButtonTapped:
      if stores.hasDetail { dispatch(.pop) }
    case .errorDismissed: dispatch(.dismissError)
    }
  }

  private func bindTracking() {
    trackingSubject.sink { [trackerService] in trackerService.log(type: $0) }
      .store(in: &cancellables)
  }

  /// Dispatches what the services publish.
  private func bindActions() {
    let icons =
      experimentSubject
      .filter { [experimentService] in experimentService.experiment(for: $0) }
      .map { _ in GitHubListAction.showIcon }
    let responses =
      requestSubject
      .map { [apiService, tasks, scheduler, errorSubject] request in
        apiService.publisher(of: request, tasks: tasks)
          .receive(on: scheduler)
          .catch { error in
            errorSubject.send(error)
            return Empty<SearchRepositoryResponse, Never>()
          }
      }
      .switchToLatest()
      .map { GitHubListAction.updateRepositories($0.items) }
    let errors = errorSubject.flatMap { error in
      [GitHubListAction.updateErrorMessage(error.message), .showError].publisher
    }
    let actions = [
      icons.eraseToAnyPublisher(), responses.eraseToAnyPublisher(), errors.eraseToAnyPublisher(),
    ]
    for publisher in actions {
      publisher.sink { [dispatcher] in dispatcher.dispatch($0) }.store(in: &cancellables)
    }
  }
}

extension APIServiceType {
  /// Returns a publisher of the response to a request, and replaces the running request.
  fileprivate func publisher<Request: APIRequestType>(
    of request: Request, tasks: TaskRunner
  ) -> AnyPublisher<Request.Response, APIServiceError> {
    Deferred {
      let subject = PassthroughSubject<Request.Response, APIServiceError>()
      // SAFETY: the task runs on the executor of the store, on the thread of its owner.
      nonisolated(unsafe) let results = subject
      tasks.start("search", replacing: true) {
        do throws(APIServiceError) {
          let response = try await self.response(from: request)
          guard !Task.isCancelled else { return }
          results.send(response)
          results.send(completion: .finished)
        } catch {
          guard !Task.isCancelled else { return }
          results.send(completion: .failure(error))
        }
      }
      return subject
    }
    .eraseToAnyPublisher()
  }
}
