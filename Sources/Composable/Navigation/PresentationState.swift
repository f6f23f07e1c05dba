/// An optional state of a child that the feature presents: a sheet, an alert, a popover.
///
/// ```swift
/// struct State: Equatable {
///   @PresentationState var alert: AlertState<Action.Alert>?
/// }
/// ```
///
/// `\.$alert` is what `ifLet` takes. As upstream's, it is equal, hashed, coded and printed as what
/// it wraps, and may hold a state of the feature's own type.
@propertyWrapper
public struct PresentationState<State> {
  private var box: Box
  /// Which child the effects in flight belong to; it is nothing of the value.
  var presentedID: NavigationID?

  /// The child's state on the heap, so that a state can contain one of its own kind.
  private final class Box {
    var state: State?

    init(_ state: State?) {
      self.state = state
    }
  }

  /// Wraps the state of a child, or of none.
  public init(wrappedValue: State?) {
    box = Box(wrappedValue)
  }

  /// The state of the child, while it is presented.
  public var wrappedValue: State? {
    get { box.state }
    _modify {
      if !isKnownUniquelyReferenced(&box) { box = Box(box.state) }
      yield &box.state
    }
  }

  /// What `ifLet` and a store's `scope` take.
  public var projectedValue: Self {
    get { self }
    set { self = newValue }
    _modify { yield &self }
  }
}

extension PresentationState: Equatable where State: Equatable {
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.box === rhs.box || lhs.wrappedValue == rhs.wrappedValue
  }
}

extension PresentationState: Hashable where State: Hashable {
  public func hash(into hasher: inout Hasher) {
    wrappedValue.hash(into: &hasher)
  }
}

// Unchecked for the box alone, a class: it is changed only in `wrappedValue`, while one value alone
// refers to it, so what two threads share nobody changes.
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
  /// The mirror of what it wraps.
  public var customMirror: Mirror {
    Mirror(reflecting: wrappedValue as Any)
  }
}
