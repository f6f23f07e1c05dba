import OrderedCollections

/// The identity of a value without one. It equals nothing, so that each change is reported.
public struct NoObservedIdentity: Equatable, Sendable {
  @inlinable
  init() {}

  public static func == (_: Self, _: Self) -> Bool { false }
}

// The identities taken before and after a modification in place. Each is small. Keeping the value
// itself would cause a full copy of a collection on its next modification.

extension ObservationStateRegistrar {
  /// Returns the identity of a property's value.
  @inlinable
  public func identity<Member: ObservableState>(of member: Member) -> ObservableStateID {
    member._$id
  }

  /// Returns the identity of a property's value, or `nil` if it is absent.
  @inlinable
  public func identity<Member: ObservableState>(of member: Member?) -> ObservableStateID? {
    member?._$id
  }

  /// Returns the IDs of a property's elements, in order.
  ///
  /// A replaced element with the same ID is observed itself.
  @inlinable
  public func identity<ID, Member: ObservableState>(
    of members: IdentifiedArray<ID, Member>
  ) -> OrderedSet<ID> {
    members.ids
  }

  /// Returns the IDs of a stack's elements, from the root to the top.
  @inlinable
  public func identity<Member: ObservableState>(
    of members: StackState<Member>
  ) -> OrderedSet<StackElementID> {
    members.ids
  }

  /// Returns the identities of a property's elements, in order.
  @inlinable
  public func identity<Members: Collection>(of members: Members) -> [ObservableStateID]
  where Members.Element: ObservableState {
    members.map(\._$id)
  }

  /// Returns the value itself as its identity, so that assigning an equal one is not reported.
  @_disfavoredOverload
  @inlinable
  public func identity<Member: Equatable>(of member: Member) -> Member { member }

  /// Returns the identity of a value that is not an observable state.
  @_disfavoredOverload
  @inlinable
  public func identity<Member>(of member: Member) -> NoObservedIdentity { NoObservedIdentity() }

  /// Returns the identity of a property's value before a modification in place.
  @inlinable
  public func willModify<Member: ObservableState>(_ member: inout Member) -> ObservableStateID {
    // The value must differ from an earlier copy that may be restored later.
    member._$willModify()
    return member._$id
  }

  /// Returns the identity of a property's value before a modification in place.
  @inlinable
  public func willModify<Member: ObservableState>(_ member: inout Member?) -> ObservableStateID? {
    member?._$willModify()
    return member?._$id
  }

  /// Returns the IDs of a property's elements before a modification in place.
  @inlinable
  public func willModify<ID, Member: ObservableState>(
    _ members: inout IdentifiedArray<ID, Member>
  ) -> OrderedSet<ID> {
    members.ids
  }

  /// Returns the IDs of a stack's elements before a modification in place.
  @inlinable
  public func willModify<Member: ObservableState>(
    _ members: inout StackState<Member>
  ) -> OrderedSet<StackElementID> {
    members.ids
  }

  /// Returns the identities of a property's elements before a modification in place.
  @inlinable
  public func willModify<Members: Collection>(_ members: inout Members) -> [ObservableStateID]
  where Members.Element: ObservableState {
    identity(of: members)
  }

  /// Returns the identity of a property's value before a modification in place.
  @_disfavoredOverload
  @inlinable
  public func willModify<Member>(_ member: inout Member) -> NoObservedIdentity {
    NoObservedIdentity()
  }
}

extension ObservableStateID {
  /// Assigns a new identity to an enum's payload before a modification in place.
  @inlinable
  public static func _$willModify<Payload: ObservableState>(_ payload: inout Payload) {
    payload._$willModify()
  }

  /// Does nothing, because a payload that is not an observable state has no identity.
  @_disfavoredOverload
  @inlinable
  public static func _$willModify<Payload>(_ payload: inout Payload) {}
}

/// Whether two states have the same identity, that is, one is a copy of the other with changes only
/// inside.
///
/// Values that are not observable states have no identity, so any two of them differ.
public func _$isIdentityEqual<Value>(_ lhs: Value, _ rhs: Value) -> Bool {
  guard let lhs = lhs as? any ObservableState, let rhs = rhs as? any ObservableState
  else { return false }
  return lhs._$id == rhs._$id
}
