import MachoArchitectures

/// The use case "a user searches for repositories".
enum SearchRepositories: UseCase, Equatable {
  enum Basics: Equatable {
    case appAsksForRepositories(query: String)
    case appShowsRepositories([Repository])
  }

  enum Alternatives: Equatable {
    case appShowsError(String)
  }

  case basic(Basics)
  case alternate(Alternatives)

  init(query: String) { self = .basic(.appAsksForRepositories(query: query)) }

  func next() async throws -> SearchRepositories? {
    switch self {
    case .basic(.appAsksForRepositories(let query)):
      switch try await RepositoryServices().search(query) {
      case .success(let repositories): .basic(.appShowsRepositories(repositories))
      case .failure(let error): .alternate(.appShowsError(RepositoryServices.message(for: error)))
      }
    case .basic(.appShowsRepositories), .alternate(.appShowsError): nil
    }
  }
}

/// Runs the use case and displays its scenes.
final class SearchRepositoriesPresenter: ViewModel, Sendable {
  let output: Observed<RepositoryList>
  private let tasks: TaskRunner
  private let services = RepositoryServices()
  private let onScene: @Sendable (SearchRepositories) -> Void

  init(
    _ list: RepositoryList, tasks: TaskRunner,
    onScene: @escaping @Sendable (SearchRepositories) -> Void
  ) {
    output = Observed(list)
    self.tasks = tasks
    self.onScene = onScene
  }

  func send(_ input: RepositoryListInput) {
    switch input {
    case .appeared:
      let hasIcon = services.recordAppearance()
      output.update { $0.shouldShowIcon = hasIcon }
      play()
    case .queryChanged(let query):
      output.update { $0.query = query }
      tasks.start("typing", replacing: true) { [self] in
        try await services.waitForTyping()
        play()
      }
    case .retryButtonTapped: play()
    case .errorDismissed: output.update { $0.isShownError = false }
    }
  }

  private func play() {
    let useCase = SearchRepositories(query: output.value.query)
    tasks.start("search", replacing: true) { [self] in
      _ = try await useCase.interact { [self] scene in
        output.update { $0.show(scene) }
        onScene(scene)
      }
    }
  }
}

extension RepositoryList {
  fileprivate mutating func show(_ scene: SearchRepositories) {
    switch scene {
    case .basic(.appAsksForRepositories):
      isShownError = false
      isLoading = true
    case .basic(.appShowsRepositories(let found)):
      isLoading = false
      repositories = found
    case .alternate(.appShowsError(let message)):
      isLoading = false
      errorMessage = message
      isShownError = true
    }
  }
}
