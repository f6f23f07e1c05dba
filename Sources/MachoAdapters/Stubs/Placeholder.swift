import Foundation
import MachoMetadata

/// The value that an endpoint which cannot throw returns if its call is cancelled or has no stub.
enum Placeholder {
  /// Returns a value of the endpoint's type. A type without one is the author's mistake.
  static func require<Value>(for name: String, _ path: AnyKeyPath) -> Value {
    if let value = make(Value.self) as? Value { return value }
    let endpoint = Stub.text(of: path).map { "\\.\($0)" } ?? "path"
    preconditionFailure(
      """
      '\(name)' cannot throw and returns \(TypeName.spell(Value.self)), of which macho cannot make \
      a value. Write one for calls that are cancelled or have no stub: \
      Stub("\(name)", placeholder: value, \(endpoint))
      """)
  }

  /// Returns a value of a type: empty, zero, or made of such values. `nil` if there is none.
  static func make(_ type: Any.Type) -> Any? {
    if let value = makeLibraryValue(type) { return value }
    guard !isLibraryType(type) else { return nil }
    switch TypeKind(of: type) {
    case .tuple: return type == Void.self ? () : nil
    case .structure:
      guard let schema = try? StructSchema.of(type) else { return nil }
      let fields = schema.properties.compactMap { make($0.type) }
      guard fields.count == schema.properties.count else { return nil }
      return try? schema.makeValue(fields: fields)
    case .enumeration:
      guard let schema = try? EnumSchema.of(type) else { return nil }
      for enumCase in schema.cases where !enumCase.isIndirect {
        let payload = enumCase.elements.compactMap { make($0.type) }
        guard payload.count == enumCase.elements.count else { continue }
        if let value = try? schema.makeValue(of: enumCase, payload: payload) { return value }
      }
      return nil
    default: return nil
    }
  }

  private static func makeLibraryValue(_ type: Any.Type) -> Any? {
    switch type {
    case is Bool.Type: return false
    case let type as any ExpressibleByNilLiteral.Type: return nilValue(type)
    case let type as any Numeric.Type: return zero(type)
    case is String.Type: return ""
    case is Substring.Type: return "" as Substring
    case is Data.Type: return Data()
    case is Date.Type: return Date(timeIntervalSince1970: 0)
    case is Duration.Type: return Duration.zero
    case is URL.Type: return URL(fileURLWithPath: "/")
    case is UUID.Type:
      return UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    case let type as any ExpressibleByArrayLiteral.Type: return emptyArray(type)
    case let type as any ExpressibleByDictionaryLiteral.Type: return emptyDictionary(type)
    default: return nil
    }
  }

  private static func isLibraryType(_ type: Any.Type) -> Bool {
    ["Swift", "Foundation", "FoundationEssentials", "_Concurrency"].contains(
      TypeName.module(type) ?? "")
  }

  private static func nilValue<Value: ExpressibleByNilLiteral>(_: Value.Type) -> Any {
    nil as Value
  }

  private static func zero<Value: Numeric>(_: Value.Type) -> Any { 0 as Value }

  private static func emptyArray<Value: ExpressibleByArrayLiteral>(_: Value.Type) -> Any {
    [] as Value
  }

  private static func emptyDictionary<Value: ExpressibleByDictionaryLiteral>(
    _: Value.Type
  ) -> Any {
    [:] as Value
  }
}
