import Composable
import MachoMetadata
import MachoValues

/// The text of `.set(\.query, "swift")` or `.set(\.$query, "swift")`, as in code, or of `query("swift")`, as
/// in the case paths of tests. The value has the property's type.
extension BindingAction: TextConvertible {
  public static func read(_ literal: Literal) throws(ValueError) -> BindingAction {
    if let (name, value) = literal.member, name != "set" { return try read(name, value, literal) }
    let arguments = literal.arguments
    guard literal.callee == "set", arguments.count == 2, let path = arguments[0].literal.keyPath
    else { throw literal.wrongType(Self.self, candidates: [example]) }
    let name = propertyName(path)
    guard let property = property(named: name) else {
      var error = arguments[0].literal.error(
        .noSuchProperty, "\(TypeName.spell(Root.self)) has no property '\(name)' that can be set",
        candidates: declaredProperties.map { "\\." + $0.name })
      error.mismatch = DeclarationMismatch(member: name, of: Root.self)
      throw error
    }
    let value = try arguments[1].literal.value(ofType: property.valueType)
    guard let action = property.makeAction(value) else {
      throw arguments[1].literal.wrongType(property.valueType)
    }
    return action
  }

  /// Reads `query("swift")`.
  private static func read(
    _ name: String, _ value: Literal?, _ literal: Literal
  ) throws(ValueError) -> BindingAction {
    guard let property = property(named: name) else {
      throw noSuchProperty(name, of: Root.self, at: literal)
    }
    let signature = "\(name)(\(TypeName.spell(property.valueType)))"
    guard let value else {
      throw literal.error(
        .missingArgument, "'\(name)' needs its value", candidates: [signature])
    }
    guard let action = property.makeAction(try value.value(ofType: property.valueType)) else {
      throw value.wrongType(property.valueType)
    }
    return action
  }

  public func write(to printer: inout ValuePrinter) {
    printer.write(text: ".set(\\.\(name), ")
    let declared = Self.property(named: name)?.valueType
    printer.write(value, as: declared ?? type(of: value))
    printer.write(text: ")")
  }

  /// Returns the property path without its root: from `\.query`, `\.$query`, `\State.query` or
  /// `\Search.State.query`.
  private static func propertyName(_ path: String) -> String {
    let path = path.filter { $0 != "$" }
    let root = TypeName.path(Root.self).joined(separator: ".")
    for prefix in [root + ".", TypeName.base(Root.self) + ".", "."] where path.hasPrefix(prefix) {
      return String(path.dropFirst(prefix.count))
    }
    return path
  }

  private static var example: String {
    guard let property = declaredProperties.first else { return #".set(\.name, value)"# }
    return ".set(\\.\(property.name), \(TypeName.spell(property.valueType)))"
  }
}

extension BindingAction: PropertySetting {
  package static var rootType: Any.Type { Root.self }

  public static var settableProperties: [(name: String, type: Any.Type)] {
    properties.map { ($0.name, $0.valueType) }
  }

  public static var boundProperties: [(name: String, type: Any.Type)] {
    declaredProperties.map { ($0.name, $0.valueType) }
  }

  public static func settableType(of name: String) -> Any.Type? {
    property(named: name)?.valueType
  }

  public var settingName: String { name }
  public var settingValue: Any { value }
}
