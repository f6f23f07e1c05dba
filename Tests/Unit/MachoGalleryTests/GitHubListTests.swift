import Foundation
import MachoArchitectures
import MachoLocks
import Testing

@testable import MachoGallery

private struct Offline: APIServiceType {
  func response<Request: APIRequestType>(
    from request: Request
  ) async throws(APIServiceError) -> Request.Response { throw .responseError }
}

private struct Enabled: ExperimentServiceType {
  func experiment(for key: ExperimentKey) -> Bool { true }
}

private final class Tracked: TrackerType {
  let events = Lock<[TrackedEvent]>([])
  func log(type: TrackedEvent) { events.withLock { $0.append(type) } }
}

/// Runs the last task when the test says so, once.
private final class LastJob: Sendable {
  let job = Lock<TaskRunner.Job?>(nil)
  var tasks: TaskRunner {
    TaskRunner { [job] new in
      job.withLock { $0 = new }
    } cancel: { _ in
    }
  }
  func perform() async throws { try await job.withLock { $0.take() }?.operation() }
}

@Suite struct `The repository list in Flux` {
  private let tracked = Tracked()
  private let last = LastJob()

  private func creator(
    _ dispatcher: GitHubListDispatcher, _ stores: GitHubListStores
  ) -> GitHubActionCreator {
    GitHubActionCreator(
      dispatcher: dispatcher, stores: stores, apiService: Offline(), trackerService: tracked,
      experimentService: Enabled(), tasks: last.tasks)
  }

  @Test func `A test replaces the shared instances, which then do not change`() async throws {
    let dispatcher = GitHubListDispatcher()
    let stores = GitHubListStores(dispatcher: dispatcher)
    let creator = creator(dispatcher, stores)
    creator.perform(.onAppear)
    try await last.perform()
    #expect(tracked.events.withLock { $0 } == [.listView])
    #expect(
      stores.screen.alert == GitHubAlertState(errorMessage: "network error", isShownError: true))
    #expect(stores.screen.list.shouldShowIcon)
    #expect(GitHubListStores.shared.screen.list.repositories.isEmpty)
  }

  @Test func `The default instances are the shared ones`() {
    let stores = GitHubListStores.shared
    let creator = GitHubActionCreator(tasks: last.tasks)
    let repository = GitHub.Repository(
      id: 1, fullName: "a/b", stargazersCount: 0,
      owner: GitHub.User(id: 2, login: "a", avatarUrl: URL(filePath: "/")))
    creator.dispatch(.push(repository))
    #expect(stores.screen.path == [repository])
    creator.perform(.backButtonTapped)
    #expect(stores.screen.path.isEmpty)
  }

  @Test func `A request is a path and a query`() {
    let request = SearchRepositoryRequest()
    #expect(request.path == "/search/repositories")
    #expect(request.queryItems.map { "\($0)" } == ["q=SwiftUI", "order=desc"])
  }
}
