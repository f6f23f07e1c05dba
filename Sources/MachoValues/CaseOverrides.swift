/// A hand-written table that overrides what the runtime tells of an enum's cases.
///
/// ```swift
/// CaseTable(Counter.Action.self, order: ["increment", "decrement"])
///   .with(default: "1", for: "by", of: "add")
///   .forbidding("response", "it comes from the effect; use receive")
/// ```
public struct CaseOverrides: Sendable {
  /// The enum whose cases it overrides.
  public let type: Any.Type
  /// The cases that come first, in this order.
  public var order: [String]
  /// Default arguments as text: by case, then by label (or by position, "0").
  public var defaults: [String: [String: String]] = [:]
  /// Cases that may not be sent, each with the reason.
  public var forbidden: [String: String] = [:]

  /// A table that so far only puts some cases first.
  public init(_ type: Any.Type, order: [String] = []) {
    self.type = type
    self.order = order
  }

  /// The table with one more default argument.
  public func with(default text: String, for label: String, of name: String) -> CaseOverrides {
    var copy = self
    copy.defaults[name, default: [:]][label] = text
    return copy
  }

  /// The table with one more case that may not be sent.
  public func forbidding(_ name: String, _ reason: String) -> CaseOverrides {
    var copy = self
    copy.forbidden[name] = reason
    return copy
  }
}

/// The case tables in force, one a type.
public struct CaseOverrideSet: Sendable {
  private var overridesByType: [ObjectIdentifier: CaseOverrides] = [:]

  /// The tables of some types; of two for one type the later counts.
  public init(_ tables: [CaseOverrides] = []) {
    for table in tables { add(table) }
  }

  /// Adds a table; a later one for the same type replaces an earlier.
  public mutating func add(_ table: CaseOverrides) {
    overridesByType[ObjectIdentifier(table.type)] = table
  }

  /// The table for `type`, if there is one.
  public subscript(_ type: Any.Type) -> CaseOverrides? {
    overridesByType.isEmpty ? nil : overridesByType[ObjectIdentifier(type)]
  }
}
