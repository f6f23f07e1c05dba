import MachoMetadata

/// A short text that tells an element from others: the property that a user sees first.
enum ElementLabel {
  /// Names of properties that describe a value, the best first.
  private static let preferredNames = [
    "name", "title", "label", "displayName", "fullName", "text", "subject", "description",
  ]
  /// How deep properties of properties are searched for a string.
  private static let depthLimit = 3
  /// The maximal number of characters of a string.
  private static let limit = 30

  /// Returns the label of an element: a string property, else its case, else a number or a case in
  /// a property, else its type. `fields` returns the properties of a value.
  static func text(of element: Any, _ fields: (Any) -> [(String, Any)]) -> String {
    if let text = string(in: element, 0, fields) { return quoted(text) }
    if let name = caseName(of: element) { return name }
    for (name, value) in fields(element) where !IdentitySearch.isIdentityName(name) {
      guard let value = flattened(value) else { continue }
      if let text = scalar(value) { return "\(name): \(text)" }
    }
    return TypeName.spell(type(of: element))
  }

  /// Returns the first string that is not empty, those with preferred names first.
  private static func string(
    in value: Any, _ depth: Int, _ fields: (Any) -> [(String, Any)]
  ) -> String? {
    guard depth < depthLimit, !(value is any Collection) else { return nil }
    let properties = fields(value).filter { !IdentitySearch.isIdentityName($0.0) }
    var strings: [(name: String, text: String)] = []
    for (name, value) in properties {
      guard let text = flattened(value) as? String, text.contains(where: { !$0.isWhitespace })
      else { continue }
      strings.append((name, text))
    }
    for name in preferredNames {
      if let found = strings.first(where: { $0.name == name }) { return found.text }
    }
    if let first = strings.first { return first.text }
    for (_, value) in properties {
      guard let value = flattened(value) else { continue }
      if let text = string(in: value, depth + 1, fields) { return text }
    }
    return nil
  }

  private static func scalar(_ value: Any) -> String? {
    switch value {
    case let value as Bool: "\(value)"
    case let value as any BinaryInteger: "\(value)"
    case let value as any BinaryFloatingPoint: "\(value)"
    default: caseName(of: value)
    }
  }

  private static func quoted(_ text: String) -> String {
    let isLong = text.utf8.count > limit && text.count > limit
    return "\"" + (isLong ? text.prefix(limit) + "…" : text[...]) + "\""
  }
}
