/// Runs the reducer of a child in its place in the tree of what is shown, and makes its effects
/// ones that end with it.
@inlinable
func reduceActiveChild<Action, ChildAction>(
  as id: NavigationID, _ reduce: () -> Effect<ChildAction>,
  embed: @escaping @Sendable (ChildAction) -> Action
) -> Effect<Action> {
  let child = ActiveChild(id)
  let effect = DependencyValues.$_current.withValue(child.dependencies, operation: reduce)
  return effect.isNone ? .none : effect.map(embed).attributed(child)
}

/// A child whose reducer runs.
///
/// What the operators do with it is not generic, so that it is not made anew for each feature.
@usableFromInline
struct ActiveChild {
  private let id: NavigationID
  private let path: NavigationIDPath
  /// Those in which its reducer runs.
  @usableFromInline let dependencies: DependencyValues

  /// A child of the feature whose reducer runs.
  @usableFromInline
  init(_ id: NavigationID) {
    self.id = id
    var dependencies = DependencyValues.current
    path = dependencies.navigationIDPath
    dependencies.navigationIDPath = path.appending(id)
    self.dependencies = dependencies
  }

  /// What all of its effects are cancelled by.
  fileprivate var cancelID: CancelID { CancelID(child: id, of: path) }
}

extension Effect {
  @usableFromInline
  func attributed(_ child: ActiveChild) -> Self { scopedToChild(child.cancelID) }

  /// Ends the effects of a child of the feature whose reducer runs.
  @usableFromInline
  static func cancelChild(_ id: NavigationID) -> Self {
    .cancelChild(CancelID(child: id, of: DependencyValues.current.navigationIDPath))
  }
}
