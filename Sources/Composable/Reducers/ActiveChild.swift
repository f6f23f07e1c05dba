/// Runs the reducer of a child at its navigation path. The child's effects are cancelled with the
/// child.
@inlinable
func reduceActiveChild<Action, ChildAction>(
  as id: NavigationID, _ reduce: () -> Effect<ChildAction>,
  embed: @escaping @Sendable (ChildAction) -> Action
) -> Effect<Action> {
  let child = ActiveChild(id)
  let effect = DependencyValues.$_current.withValue(child.dependencies, operation: reduce)
  return effect.isNone ? .none : effect.map(embed).attributed(to: child)
}

/// A child whose reducer runs.
///
/// PERFORMANCE: not generic, so that this code is not specialized for each feature.
@usableFromInline
struct ActiveChild {
  private let id: NavigationID
  private let path: NavigationIDPath
  /// The dependencies under which its reducer runs.
  @usableFromInline let dependencies: DependencyValues

  /// Creates a child of the feature whose reducer runs.
  @usableFromInline
  init(_ id: NavigationID) {
    self.id = id
    var dependencies = DependencyValues.current
    path = dependencies.navigationIDPath
    dependencies.navigationIDPath = path.appending(id)
    self.dependencies = dependencies
  }

  /// The identifier that cancels all of its effects.
  fileprivate var cancelID: CancelID { CancelID(child: id, of: path) }
}

extension Effect {
  @usableFromInline
  func attributed(to child: ActiveChild) -> Self { scopedToChild(child.cancelID) }

  /// Returns an effect that cancels the effects of a child of the feature whose reducer runs.
  @usableFromInline
  static func cancelChild(_ id: NavigationID) -> Self {
    .cancelChild(CancelID(child: id, of: DependencyValues.current.navigationIDPath))
  }
}
