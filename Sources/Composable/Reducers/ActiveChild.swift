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

/// Runs the reducer of an element of an identified array.
@inlinable
func reduceActiveElement<Action, ElementAction, ID: Hashable & Sendable>(
  _ id: ID, of property: AnyKeyPath, _ reduce: () -> Effect<ElementAction>,
  embed: @escaping @Sendable (ElementAction) -> Action
) -> Effect<Action> {
  let child = ActiveChild(NavigationID(property, id: id))
  let effect = DependencyValues.$_current.withValue(child.dependencies, operation: reduce)
  return effect.isNone ? .none : effect.map(embed).attributed(to: child, element: id, of: property)
}

/// A child whose reducer runs.
///
/// PERFORMANCE: not generic, so that this code is not specialized for each feature.
@usableFromInline
struct ActiveChild {
  private let id: NavigationID
  fileprivate let path: NavigationIDPath
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

  @usableFromInline
  func attributed<ID: Hashable & Sendable>(
    to child: ActiveChild, element id: ID, of property: AnyKeyPath
  ) -> Self {
    let group = ElementGroup(property: property, path: child.path)
    return Self(.element(self, by: child.cancelID, ElementKey(id, in: group)))
  }

  /// Returns an effect that cancels the effects of a child of the feature whose reducer runs.
  @usableFromInline
  static func cancelChild(_ id: NavigationID) -> Self {
    .cancelChild(CancelID(child: id, of: DependencyValues.current.navigationIDPath))
  }
}
