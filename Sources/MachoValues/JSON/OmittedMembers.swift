/// Properties and cases that are left out of the JSON of values, by type, or have another name in it.
///
/// A comparison of two versions leaves out what only one of them declares.
package struct OmittedMembers: Sendable {
  private var members: [ObjectIdentifier: Set<String>] = [:]

  /// The names in JSON of properties and cases of any type. Default: none differs.
  package var renamed: [String: String] = [:]

  /// Replaces a value whose case is left out.
  package static let mark: JSONValue = .string("\u{2026}")

  /// Creates a set without members.
  package init() {}

  /// Leaves out a property of a struct, or a case of an enum.
  package mutating func insert(_ name: String, of type: Any.Type) {
    members[ObjectIdentifier(type), default: []].insert(name)
  }

  func name(of member: String) -> String {
    renamed.isEmpty ? member : renamed[member] ?? member
  }

  func names(of type: Any.Type) -> Set<String>? {
    members.isEmpty ? nil : members[ObjectIdentifier(type)]
  }
}

extension ValueSyntax {
  /// Returns the value as JSON, without some members.
  package func json(of value: TypedValue, omitting omitted: OmittedMembers) -> JSONValue {
    var printer = JSONPrinter(syntax: self)
    printer.omitted = omitted
    return printer.json(of: value.value, as: value.type)
  }
}
