import Composable
import MachoAdapters
import MachoArchitectures

// One feature in every architecture. User input and visible content are the same in all variants,
// so the scripts in scripts/gallery/conformance pass for each of them.

extension Gallery {
  static var repositories: [Feature] {
    [
      repositoriesTCA, repositoriesFlux, repositoriesRedux, repositoriesMVVM,
      repositoriesBound, repositoriesMVP, repositoriesSupervised, repositoriesMVC,
      repositoriesUseCase,
    ]
  }

  private static let stubs = [
    Stub("gitHub.searchRepositories", \.gitHub.searchRepositories),
    Stub("tracker.log", placeholder: (), \.tracker.log),
    Stub("experiments.isOn", placeholder: false, \.experiments.isOn),
  ]

  private static let computed = [Computed("names", \RepositoryList.names)]

  private static let repositoriesTCA = Feature(
    "search-tca", "The repository list as a reducer.", start: RepositoryList(),
    prompt: .preview, stubs: stubs, computed: computed
  ) {
    RepositoryListFeature()
  }

  private static let repositoriesFlux = Feature(
    "search-flux", "The repository list with action creator, dispatcher and store.",
    start: RepositoryList(), prompt: .preview, stubs: stubs, computed: computed
  ) { list, tasks in
    let dispatcher = Dispatcher<RepositoryListAction>()
    let store = FluxStore(list, dispatcher: dispatcher, update: RepositoryList.update)
    let creator = RepositoryListActionCreator(dispatcher: dispatcher, store: store, tasks: tasks)
    return FluxComponents(dispatcher, store: store) { creator.perform($0) }
  }

  // Thunks are named after what they do. The scripts shared by all variants name user input, hence
  // the aliases.
  private static let repositoriesRedux = Feature(
    "search-redux", "The repository list with one store, a reducer and thunks.",
    start: RepositoryList(), actions: [RepositoryList.Message.self],
    creators: RepositoryList.Creator.self, prompt: .preview, stubs: stubs, computed: computed
  ) { list, tasks in
    ReduxStore(list, reducer: RepositoryList.reducer, tasks: tasks)
  }
  .alias("queryChanged", "typeQuery($0)")
  .alias("retryButtonTapped", "fetchRepositories")

  private static let repositoriesMVVM = Feature(
    "search-mvvm", "The repository list as a view model.", start: RepositoryList(),
    prompt: .preview, stubs: stubs, computed: computed
  ) { list, tasks in
    RepositoryListViewModel(list, tasks: tasks)
  }

  // The view types into the bound property. The scripts shared by all variants name the input.
  private static let repositoriesBound = Feature(
    "search-mvvm-bound", "The repository list as a view model with a two-way binding.",
    start: RepositoryList(), prompt: .preview, stubs: stubs, computed: computed
  ) { list, tasks in
    BoundRepositoryListViewModel(list, tasks: tasks)
  }
  .alias("queryChanged", #"binding.set(\.query, $0)"#)

  private static let repositoriesMVP = Feature(
    "search-mvp", "The repository list with a model, a presenter and a passive view.",
    start: RepositoryList(), prompt: .preview, stubs: stubs, computed: computed
  ) { list, tasks in
    let view = RecordedView(list, draw: RepositoryList.draw)
    let model = RepositoryCatalog(query: list.query)
    return (
      presenter: RepositoryListPresenter(model: model, view: view, tasks: tasks), view: view
    )
  }

  private static let repositoriesSupervised = Feature(
    "search-mvp-supervising", "The repository list with a model, its view and a supervisor.",
    start: RepositoryList(), prompt: .preview, stubs: stubs, computed: computed
  ) { list, tasks in
    let view = SupervisedListView(list)
    return (
      presenter: RepositoryListSupervisor(view: view, list: list, tasks: tasks),
      view: view.recorded
    )
  }

  private static let repositoriesMVC = Feature(
    "search-mvc", "The repository list with model, view and controller.",
    start: RepositoryList(), prompt: .preview, stubs: stubs, computed: computed
  ) { list, tasks in
    let view = RecordedView(list, draw: RepositoryList.draw)
    let model = RepositoryCatalog(query: list.query)
    return (
      controller: RepositoryListController(model: model, view: view, tasks: tasks), view: view
    )
  }

  private static let repositoriesUseCase = Feature(
    "search-usecase", "The repository list as a use case and its presenter.",
    start: RepositoryList(), scenes: SearchRepositories.self, prompt: .preview, stubs: stubs,
    computed: computed
  ) { list, tasks, entered in
    SearchRepositoriesPresenter(list, tasks: tasks, onScene: entered)
  }
}
