import MachoArchitectures

/// The action creator with asynchronous functions. Its parameters default to the app's instances.
package final class GitHubActionCreator: ActionCreator {
  package let dispatcher: GitHubListDispatcher
  private let stores: GitHubListStores
  private let apiService: any APIServiceType
  private let trackerService: any TrackerType
  private let experimentService: any ExperimentServiceType
  private let tasks: TaskRunner

  package init(
    dispatcher: GitHubListDispatcher = .shared,
    stores: GitHubListStores = .shared,
    apiService: any APIServiceType = APIService(),
    trackerService: any TrackerType = TrackerService(),
    experimentService: any ExperimentServiceType = ExperimentService(),
    tasks: TaskRunner = TaskRunner()
  ) {
    self.dispatcher = dispatcher
    self.stores = stores
    self.apiService = apiService
    self.trackerService = trackerService
    self.experimentService = experimentService
    self.tasks = tasks
  }

  package func perform(_ input: GitHubListInput) {
    switch input {
    case .onAppear: onAppear()
    case .rowTapped(let id):
      if let repository = stores.repository(id) { dispatch(.push(repository)) }
    case .backButtonTapped:
      if stores.hasDetail { dispatch(.pop) }
    case .errorDismissed: dispatch(.dismissError)
    }
  }

  private func onAppear() {
    trackerService.log(type: .listView)
    if experimentService.experiment(for: .showIcon) { dispatch(.showIcon) }
    tasks.start("search", replacing: true) { [self] in
      do throws(APIServiceError) {
        let response = try await apiService.response(from: SearchRepositoryRequest())
        guard !Task.isCancelled else { return }
        dispatch(.updateRepositories(response.items))
      } catch {
        guard !Task.isCancelled else { return }
        dispatch(.updateErrorMessage(error.message))
        dispatch(.showError)
      }
    }
  }
}
