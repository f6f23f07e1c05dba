import Composable
import MachoAdapters
import MachoArchitectures

extension Gallery {
  package static let gitHubList = gitHubList(
    "github-list", "Flux: several stores, an API with its errors, a detail screen."
  ) { dispatcher, stores, tasks in
    let creator = GitHubActionCreator(dispatcher: dispatcher, stores: stores, tasks: tasks)
    return { creator.perform($0) }
  }

  static let gitHubListPublishers = gitHubList(
    "github-list-publishers", "Flux: the same with an action creator built from publishers."
  ) { dispatcher, stores, tasks in
    @Dependency(\.mainQueue) var mainQueue
    let creator = GitHubPublisherActionCreator(
      dispatcher: dispatcher, stores: stores, tasks: tasks, scheduler: mainQueue)
    return { creator.perform($0) }
  }

  /// Registers the list with an action creator.
  package static func gitHubList(
    _ name: String, _ summary: String,
    creator:
      @escaping @Sendable (
        GitHubListDispatcher, GitHubListStores, TaskRunner
      ) -> (GitHubListInput) -> Void
  ) -> Feature {
    Feature(
      name, summary, start: GitHubListScreen(), prompt: .preview,
      stubs: [
        Stub("http.get", \.http.get),
        Stub("tracker.log", placeholder: (), \.tracker.log),
        Stub("experiments.isOn", placeholder: false, \.experiments.isOn),
      ]
    ) { screen, tasks in
      let dispatcher = GitHubListDispatcher()
      let stores = GitHubListStores(screen, dispatcher: dispatcher)
      return FluxComponents(
        dispatcher, state: { stores.screen }, restore: { stores.restore($0) },
        create: creator(dispatcher, stores, tasks))
    }
  }
}
