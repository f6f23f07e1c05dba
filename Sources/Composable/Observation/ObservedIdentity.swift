import OrderedCollections

/// The identity of a value that has none: it equals nothing, so that each change is noticed.
public struct NoObservedIdentity: Equatable, Sendable {
  @inlinable
  init() {}

  public static func == (_: Self, _: Self) -> Bool { false }
}

// What is taken of a value before and after it is changed in place. Each is small: the value
// itself must not be kept, as a collection with two owners is copied whole by its next change.

extension ObservationStateRegistrar {
  /// The identity of a property's value.
  @inlinable
  public func identity<Member: ObservableState>(of member: Member) -> ObservableStateID {
    member._$id
  }

  /// The identity of a property's value; an absent one has its own.
  @inlinable
  public func identity<Member: ObservableState>(of member: Member?) -> ObservableStateID? {
    member?._$id
  }

  /// The identifiers of a property's elements, in their order.
  ///
  /// An element that is replaced by another with the same identifier is itself observed.
  @inlinable
  public func identity<ID, Member: ObservableState>(
    of members: IdentifiedArray<ID, Member>
  ) -> OrderedSet<ID> {
    members.ids
  }

  /// The identifiers of a stack's elements, from the root to the top.
  @inlinable
  public func identity<Member: ObservableState>(
    of members: StackState<Member>
  ) -> OrderedSet<StackElementID> {
    members.ids
  }

  /// The identities of a property's elements, in their order.
  @inlinable
  public func identity<Members: Collection>(of members: Members) -> [ObservableStateID]
  where Members.Element: ObservableState {
    members.map(\._$id)
  }

  /// The identity of a property's value that is no observable state.
  @_disfavoredOverload
  @inlinable
  public func identity<Member>(of member: Member) -> NoObservedIdentity { NoObservedIdentity() }

  /// The identity of a property's value that is about to be changed in place.
  @inlinable
  public func willModify<Member: ObservableState>(_ member: inout Member) -> ObservableStateID {
    // A copy made before must be told from the value, if it is ever put back in its place.
    member._$willModify()
    return member._$id
  }

  /// The identity of a property's value that is about to be changed in place.
  @inlinable
  public func willModify<Member: ObservableState>(_ member: inout Member?) -> ObservableStateID? {
    member?._$willModify()
    return member?._$id
  }

  /// The identifiers of a property's elements that are about to be changed in place.
  @inlinable
  public func willModify<ID, Member: ObservableState>(
    _ members: inout IdentifiedArray<ID, Member>
  ) -> OrderedSet<ID> {
    members.ids
  }

  /// The identifiers of a stack's elements that are about to be changed in place.
  @inlinable
  public func willModify<Member: ObservableState>(
    _ members: inout StackState<Member>
  ) -> OrderedSet<StackElementID> {
    members.ids
  }

  /// The identities of a property's elements that are about to be changed in place.
  @inlinable
  public func willModify<Members: Collection>(_ members: inout Members) -> [ObservableStateID]
  where Members.Element: ObservableState {
    identity(of: members)
  }

  /// The identity of a property's value that is about to be changed in place.
  @_disfavoredOverload
  @inlinable
  public func willModify<Member>(_ member: inout Member) -> NoObservedIdentity {
    NoObservedIdentity()
  }
}

extension ObservableStateID {
  /// Gives an enum's payload a new identity, if it is an observable state.
  @inlinable
  public static func _$willModify<Payload: ObservableState>(_ payload: inout Payload) {
    payload._$willModify()
  }

  /// A payload that is no observable state needs no new identity: it has none.
  @_disfavoredOverload
  @inlinable
  public static func _$willModify<Payload>(_ payload: inout Payload) {}
}

/// Whether two states are one, or copies of one that only differ in what was changed inside.
///
/// What is no observable state has no identity: any two are different.
public func _$isIdentityEqual<Value>(_ lhs: Value, _ rhs: Value) -> Bool {
  guard let lhs = lhs as? any ObservableState, let rhs = rhs as? any ObservableState
  else { return false }
  return lhs._$id == rhs._$id
}
