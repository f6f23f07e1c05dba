import CustomDump

/// A property of a state that may be bound, in features that are no `@ObservableState`.
///
/// Such a property is set by `.set(\.$query, "x")` and matched by `.binding(\.$query)`.
/// As upstream, `@ObservableState` takes its place: then every property may be bound.
@propertyWrapper
public struct BindingState<Value> {
  /// The property's value.
  public var wrappedValue: Value

  /// Marks a property.
  public init(wrappedValue: Value) {
    self.wrappedValue = wrappedValue
  }

  /// The property as one that may be bound.
  public var projectedValue: Self {
    get { self }
    set { self = newValue }
  }
}

extension BindingState: Equatable where Value: Equatable {}
extension BindingState: Hashable where Value: Hashable {}
extension BindingState: Sendable where Value: Sendable {}

extension BindingState: Decodable where Value: Decodable {
  public init(from decoder: any Decoder) throws {
    self.init(wrappedValue: try Value(from: decoder))
  }
}

extension BindingState: Encodable where Value: Encodable {
  public func encode(to encoder: any Encoder) throws {
    try wrappedValue.encode(to: encoder)
  }
}

extension BindingState: CustomReflectable {
  public var customMirror: Mirror { Mirror(reflecting: wrappedValue) }
}

extension BindingState: CustomDumpRepresentable {
  /// What it wraps.
  public var customDumpValue: Any { wrappedValue }
}

extension BindingState: CustomDebugStringConvertible where Value: CustomDebugStringConvertible {
  public var debugDescription: String { wrappedValue.debugDescription }
}
