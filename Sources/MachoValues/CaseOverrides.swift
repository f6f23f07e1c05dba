/// Overrides for the cases of an enum: order, default arguments, and cases that may not be sent.
///
/// ```swift
/// CaseOverrides(Counter.Action.self, order: ["increment", "decrement"])
///   .with(default: "1", for: "by", of: "add")
///   .forbidding("response", "it comes from the effect; use receive")
/// ```
public struct CaseOverrides: Sendable {
  /// The enum that the overrides apply to.
  public let type: Any.Type
  /// The names of the cases to list first, in this order.
  public var order: [String]
  /// Default arguments as text, by case and then by label. An unlabelled argument's key is its
  /// position, such as "0".
  public var defaults: [String: [String: String]] = [:]
  /// The cases that may not be sent, each with the reason.
  public var forbidden: [String: String] = [:]

  /// Creates overrides that only change the order of the cases.
  public init(_ type: Any.Type, order: [String] = []) {
    self.type = type
    self.order = order
  }

  /// Returns a copy with another default argument.
  public func with(default text: String, for label: String, of name: String) -> CaseOverrides {
    var copy = self
    copy.defaults[name, default: [:]][label] = text
    return copy
  }

  /// Returns a copy that also forbids sending the case `name`.
  public func forbidding(_ name: String, _ reason: String) -> CaseOverrides {
    var copy = self
    copy.forbidden[name] = reason
    return copy
  }
}

/// The case overrides in effect, at most one per type.
public struct CaseOverrideSet: Sendable {
  private var overridesByType: [ObjectIdentifier: CaseOverrides] = [:]

  /// Creates a set. If several overrides have the same type, the last one wins.
  public init(_ overrides: [CaseOverrides] = []) {
    for element in overrides { add(element) }
  }

  /// Adds overrides. Replaces earlier ones of the same type.
  public mutating func add(_ overrides: CaseOverrides) {
    overridesByType[ObjectIdentifier(overrides.type)] = overrides
  }

  /// The overrides for `type`, or `nil`.
  public subscript(_ type: Any.Type) -> CaseOverrides? {
    overridesByType.isEmpty ? nil : overridesByType[ObjectIdentifier(type)]
  }
}
