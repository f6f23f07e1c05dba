/// What an effect is cancelled by: a value and its type, so that equal values of two types differ,
/// and where the feature stands that gave it, so that equal values of two features do.
@usableFromInline
struct CancelID: Hashable, @unchecked Sendable {
  // Sendable: the initialisers take only values that are `Hashable & Sendable`, and erasing them
  // neither adds nor shares anything.
  let value: AnyHashable
  let type: ObjectIdentifier
  let path: NavigationIDPath
  /// Whether it is that of a feature's child, all effects of which it covers.
  let isChild: Bool

  /// An identifier that the feature whose reducer runs gives to its effects.
  @usableFromInline
  init(_ id: some Hashable & Sendable) {
    value = AnyHashable(id)
    type = ObjectIdentifier(Swift.type(of: id))
    path = DependencyValues.current.navigationIDPath
    isChild = false
  }

  /// All effects of a child, of the feature that stands at `path`.
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

  /// What an effect with this identifier is cancelled by: as upstream's, by the same identifier in
  /// the same feature, and in each that shows it, directly or not.
  var matchingIDs: [CancelID] {
    // A child stands where it stands: another feature's child with an equal id is not meant.
    guard !isChild, var path = path.parent else { return [self] }
    var ids = [self, CancelID(self, at: path)]
    while let parent = path.parent {
      path = parent
      ids.append(CancelID(self, at: path))
    }
    return ids
  }

  /// The name to show for it: a case's or a type's, as it stands in the source; none for a child.
  var label: String? { isChild ? nil : String(describing: value.base) }
}

extension Effect {
  /// Makes the effect one that `cancel(id:)` stops.
  ///
  /// As upstream's, the identifier belongs to the presented feature or the stack's element whose
  /// reducer makes the effect: another one's with the same identifier goes on.
  ///
  /// - Parameter cancelInFlight: Whether effects with this identifier that are already in flight
  ///   are cancelled first.
  public func cancellable(id: some Hashable & Sendable, cancelInFlight: Bool = false) -> Self {
    // As upstream: what is nothing ends no other.
    isNone ? .none : Self(.cancellable(self, id: CancelID(id), cancelInFlight: cancelInFlight))
  }

  /// Cancels the effects in flight with this identifier: those of the feature whose reducer makes
  /// this one, and of the features that it presents.
  public static func cancel(id: some Hashable & Sendable) -> Self {
    Self(.cancel(CancelID(id)))
  }
}
