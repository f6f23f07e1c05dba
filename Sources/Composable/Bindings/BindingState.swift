import CustomDump

/// A wrapper for a bindable state property in a feature without `@ObservableState`.
///
/// Set it with `.set(\.$query, "x")` and match it with `.binding(\.$query)`. As upstream,
/// `@ObservableState` replaces this wrapper: it makes every property bindable.
@propertyWrapper
public struct BindingState<Value> {
  /// The property's value.
  public var wrappedValue: Value

  /// Creates a bindable property.
  public init(wrappedValue: Value) {
    self.wrappedValue = wrappedValue
  }

  /// The wrapper itself, for `\.$property`.
  public var projectedValue: Self {
    get { self }
    set { self = newValue }
  }
}

/// `BindingState` with any value.
package protocol BindingWrapper {}

extension BindingState: BindingWrapper {}
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
  /// The wrapped value.
  public var customDumpValue: Any { wrappedValue }
}

extension BindingState: CustomDebugStringConvertible where Value: CustomDebugStringConvertible {
  public var debugDescription: String { wrappedValue.debugDescription }
}
