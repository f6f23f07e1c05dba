import MachoArchitectures

/// The store of the navigation path. It registers its own callback with the dispatcher.
///
/// When the list has new repositories, a detail screen shows the new version of its repository, or
/// disappears with it. So this store waits until the list's store is updated.
final class GitHubPathStore: Sendable {
  private let content: Observed<[GitHub.Repository]>
  private let dispatcher: GitHubListDispatcher
  private let token: DispatchToken

  /// - Parameter list: Returns the list's store, which may be created later.
  init(
    _ path: [GitHub.Repository], dispatcher: GitHubListDispatcher,
    list: @escaping @Sendable () -> GitHubListStore?
  ) {
    let content = Observed(path)
    self.content = content
    self.dispatcher = dispatcher
    // SAFETY: only the dispatcher calls this closure, so the dispatcher exists.
    token = dispatcher.register { [unowned dispatcher] action in
      switch action {
      case .push(let repository): content.update { $0.append(repository) }
      case .pop: content.update { _ = $0.popLast() }
      case .updateRepositories:
        guard let list = list() else { return }
        dispatcher.waitFor([list.token])
        let found = list.state.repositories
        content.update { path in
          path = path.compactMap { old in found.first { $0.id == old.id } }
        }
      case .updateErrorMessage, .showError, .dismissError, .showIcon: break
      }
    }
  }

  deinit { dispatcher.unregister(token) }

  var state: [GitHub.Repository] { content.value }

  func restore(_ path: [GitHub.Repository]) { content.update { $0 = path } }
}
