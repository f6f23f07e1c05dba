/// An optional state of a child that the feature presents: a sheet, an alert, a popover.
///
/// ```swift
/// struct State: Equatable {
///   @PresentationState var alert: AlertState<Action.Alert>?
/// }
/// ```
///
/// Pass `\.$alert` to `ifLet`. As upstream, it is compared, hashed, encoded and printed as the
/// wrapped value, and may contain a state of the feature's own type.
@propertyWrapper
public struct PresentationState<State> {
  private var box: Box
  /// The child that the in-flight effects belong to. Not part of the value.
  var presentedID: NavigationID?

  /// Stores the child's state on the heap, so that a state can contain one of its own type.
  private final class Box {
    var state: State?

    init(_ state: State?) {
      self.state = state
    }
  }

  /// Wraps the state of a child, or `nil`.
  public init(wrappedValue: State?) {
    box = Box(wrappedValue)
  }

  /// The child's state, or `nil` if no child is presented.
  public var wrappedValue: State? {
    get { box.state }
    _modify {
      if !isKnownUniquelyReferenced(&box) { box = Box(box.state) }
      yield &box.state
    }
  }

  /// The wrapper itself, for `ifLet` and a store's `scope`.
  public var projectedValue: Self {
    get { self }
    set { self = newValue }
    _modify { yield &self }
  }
}

extension PresentationState: Equatable where State: Equatable {
  public static func == (lhs: Self, rhs: Self) -> Bool {
    // A shared value is compared with itself while a test asserts its change.
    (lhs.box === rhs.box && SharedChangeTracker.asserting == nil)
      || lhs.wrappedValue == rhs.wrappedValue
  }
}

extension PresentationState: Hashable where State: Hashable {
  public func hash(into hasher: inout Hasher) {
    wrappedValue.hash(into: &hasher)
  }
}

// SAFETY: unchecked because of the class `Box`. It is modified only in `wrappedValue` while
// uniquely referenced, so instances shared between threads are immutable.
extension PresentationState: @unchecked Sendable where State: Sendable {}

extension PresentationState: Decodable where State: Decodable {
  public init(from decoder: any Decoder) throws {
    self.init(wrappedValue: try decoder.singleValueContainer().decode(State?.self))
  }
}

extension PresentationState: Encodable where State: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}

extension PresentationState: CustomReflectable {
  /// The mirror of the wrapped value.
  public var customMirror: Mirror {
    Mirror(reflecting: wrappedValue as Any)
  }
}
