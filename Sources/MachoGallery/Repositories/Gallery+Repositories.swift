import Composable
import MachoAdapters
import MachoArchitectures
import MachoValues

// One feature in every architecture. What differs is how it is written; what a person does and sees
// does not, so the scripts in scripts/gallery/conformance hold for each of them.

extension Gallery {
  static var repositories: [Feature] {
    [
      repositoriesTCA, repositoriesFlux, repositoriesRedux, repositoriesMVVM, repositoriesMVP,
      repositoriesSupervised, repositoriesMVC, repositoriesUseCase,
    ]
  }

  private static let stubs = [
    Stub("gitHub.searchRepositories", \.gitHub.searchRepositories),
    Stub("tracker.log", placeholder: (), \.tracker.log),
    Stub("experiments.isOn", placeholder: false, \.experiments.isOn),
  ]

  /// Scripts throw the service's own errors by their names.
  private static let syntax: ValueSyntax = {
    var leaves = LeafRegistry.standard
    leaves.registerConcrete(GitHubError.self)
    return ValueSyntax(leaves: leaves)
  }()

  private static let computed = [Computed("names", \RepositoryList.names)]

  private static let repositoriesTCA = Feature(
    "search-tca", "The list of repositories as a reducer.", start: RepositoryList(),
    prompt: .preview, stubs: stubs, computed: computed, syntax: syntax
  ) {
    RepositoryListFeature()
  }

  private static let repositoriesFlux = Feature(
    "search-flux", "The list of repositories by action creator, dispatcher and store.",
    start: RepositoryList(), prompt: .preview, stubs: stubs, computed: computed, syntax: syntax
  ) { list, work in
    let dispatcher = Dispatcher<RepositoryListAction>()
    let store = FluxStore(list, dispatcher: dispatcher, update: RepositoryList.update)
    let creator = RepositoryListActionCreator(dispatcher: dispatcher, store: store, work: work)
    return FluxComponents(dispatcher, store: store) { creator.perform($0) }
  }

  // What is asked for is named after what is done, as thunks are; scripts for all of the variants
  // name what a person did.
  private static let repositoriesRedux = Feature(
    "search-redux", "The list of repositories by one store, a reducer and thunks.",
    start: RepositoryList(), actions: [RepositoryList.Message.self],
    creators: RepositoryList.Creator.self, prompt: .preview, stubs: stubs, computed: computed,
    syntax: syntax
  ) { list, work in
    ReduxStore(list, reducer: RepositoryList.reducer, work: work)
  }
  .alias("queryChanged", "typeQuery($0)")
  .alias("retryButtonTapped", "fetchRepositories")

  private static let repositoriesMVVM = Feature(
    "search-mvvm", "The list of repositories as a view model.", start: RepositoryList(),
    prompt: .preview, stubs: stubs, computed: computed, syntax: syntax
  ) { list, work in
    RepositoryListViewModel(list, work: work)
  }

  private static let repositoriesMVP = Feature(
    "search-mvp", "The list of repositories by a presenter and a passive view.",
    start: RepositoryList(), prompt: .preview, stubs: stubs, computed: computed, syntax: syntax
  ) { list, work in
    let view = RecordedView(list, draw: RepositoryList.draw)
    return (
      presenter: RepositoryListPresenter(view: view, query: list.query, work: work), view: view
    )
  }

  private static let repositoriesSupervised = Feature(
    "search-mvp-supervising", "The list of repositories by a model, its view and a supervisor.",
    start: RepositoryList(), prompt: .preview, stubs: stubs, computed: computed, syntax: syntax
  ) { list, work in
    let view = SupervisedListView(list)
    return (
      presenter: RepositoryListSupervisor(view: view, query: list.query, work: work),
      view: view.recorded
    )
  }

  private static let repositoriesMVC = Feature(
    "search-mvc", "The list of repositories by model, view and controller.",
    start: RepositoryList(), prompt: .preview, stubs: stubs, computed: computed, syntax: syntax
  ) { list, work in
    let view = RecordedView(list, draw: RepositoryList.draw)
    let model = RepositoryCatalog(query: list.query)
    return (
      controller: RepositoryListController(model: model, view: view, work: work), view: view
    )
  }

  private static let repositoriesUseCase = Feature(
    "search-usecase", "The list of repositories as a use case and its presenter.",
    start: RepositoryList(), scenes: SearchRepositories.self, prompt: .preview, stubs: stubs,
    computed: computed, syntax: syntax
  ) { list, work, entered in
    SearchRepositoriesPresenter(list, work: work, onScene: entered)
  }
}
