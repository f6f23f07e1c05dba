import MachoDiff

/// A cancellation identifier: a value, its type, and the navigation path of the feature that used
/// it.
///
/// Equal values of two types are different identifiers, and so are equal values in two features.
@usableFromInline
struct CancelID: Hashable, @unchecked Sendable {
  // SAFETY: the initializers take values that are `Sendable` or sent to them; erasing their type shares
  // nothing more. A conformance to `Hashable` that is isolated to the main actor is used there: reducers
  // of such a target run there, and a `Store` drains the executor of its effects there.
  let value: AnyHashable
  let type: ObjectIdentifier
  let path: NavigationIDPath
  /// Whether this identifies a child feature, and thus all of its effects.
  let isChild: Bool

  /// Creates an identifier for effects of the feature whose reducer runs.
  @usableFromInline
  init(_ id: sending some Hashable) {
    value = AnyHashable(id)
    type = ObjectIdentifier(Swift.type(of: id))
    path = DependencyValues.current.navigationIDPath
    isChild = false
  }

  /// Creates an identifier for all effects of a child of the feature at `path`.
  init(child: NavigationID, of path: NavigationIDPath) {
    value = AnyHashable(child)
    type = ObjectIdentifier(NavigationID.self)
    self.path = path
    isChild = true
  }

  private init(_ other: CancelID, at path: NavigationIDPath) {
    value = other.value
    type = other.type
    isChild = other.isChild
    self.path = path
  }

  /// The identifiers that cancel an effect with this one. As upstream: the same identifier in the
  /// same feature and in each ancestor that presents the feature.
  var matchingIDs: [CancelID] {
    // A child's identifier applies at its own path only. An equal child of another feature differs.
    guard !isChild, var path = path.parent else { return [self] }
    var ids = [self, CancelID(self, at: path)]
    while let parent = path.parent {
      path = parent
      ids.append(CancelID(self, at: path))
    }
    return ids
  }

  /// The display name: the name of a case or a type in the source. `nil` for a child.
  var label: String? { isChild ? nil : stableDescription(of: value.base) }
}

extension Effect {
  /// Returns an effect that `cancel(id:)` cancels.
  ///
  /// As upstream, the identifier belongs to the presented feature or stack element whose reducer
  /// returns the effect. Effects of other features with the same identifier continue.
  ///
  /// - Parameter cancelInFlight: Whether effects with this identifier that are already in flight
  ///   are cancelled first.
  public func cancellable(id: sending some Hashable, cancelInFlight: Bool = false) -> Self {
    cancellable(by: CancelID(id), cancelInFlight: cancelInFlight)
  }

  func cancellable(by id: CancelID, cancelInFlight: Bool) -> Self {
    // As upstream, an empty effect cancels nothing, even with `cancelInFlight`.
    isNone ? .none : Self(.cancellable(self, id: id, cancelInFlight: cancelInFlight))
  }

  /// Returns an effect that cancels the in-flight effects with this identifier: those of the
  /// feature whose reducer returns it, and of the features that it presents.
  public static func cancel(id: sending some Hashable) -> Self {
    Self(.cancel(CancelID(id)))
  }
}
