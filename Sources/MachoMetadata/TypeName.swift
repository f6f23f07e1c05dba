/// Type names as written in source: without modules, with `[T]`, `[K: V]` and `T?`.
package enum TypeName {
  private static let cache = SchemaCache<String>()

  /// Returns the name of `type` as written in source.
  package static func spell(_ type: Any.Type) -> String {
    let name = try? cache.schema(of: type) { type throws(MetadataError) in
      var reader = QualifiedNameParser(_typeName(type, qualified: true))
      return reader.parseType()
    }
    return name ?? _typeName(type, qualified: false)
  }

  /// Returns the name without enclosing types and generic arguments: `Contact`.
  package static func base(_ type: Any.Type) -> String {
    path(type).last ?? spell(type)
  }

  /// Returns the components of a nominal type's name without generic arguments: `["Counter",
  /// "State"]`.
  package static func path(_ type: Any.Type) -> [String] {
    var depth = 0
    var isRaw = false
    var components = [""]
    for character in spell(type) {
      if character == "`" { isRaw.toggle() }
      if character == "<", !isRaw { depth += 1 }
      if character == ".", !isRaw, depth == 0 {
        components.append("")
      } else if depth == 0 {
        components[components.count - 1].append(character)
      }
      if character == ">", !isRaw { depth -= 1 }
    }
    return components.filter { !$0.isEmpty }
  }

  /// Returns the module of a nominal type, or `nil` for tuples, functions and existentials.
  package static func module(_ type: Any.Type) -> String? {
    switch TypeKind(of: type) {
    case .structure, .enumeration, .optional, .classType: break
    default: return nil
    }
    return String(_typeName(type, qualified: true).prefix { $0 != "." && $0 != "<" })
  }

  /// Returns the modules of all types in the type's name, of generic arguments too.
  package static func modules(_ type: Any.Type) -> Set<String> {
    let names = _typeName(type, qualified: true).split { "<>(),&".contains($0) }
    return Set(
      names.compactMap { name in
        // Members of a generic type follow a dot: `Module.Outer<Swift.Int>.Inner`.
        guard let dot = name.firstIndex(of: "."), dot != name.startIndex else { return nil }
        return String(name[..<dot].split(separator: " ").last ?? "")
      })
  }

  /// Whether no other file can name the type, because it or an enclosing declaration is private or
  /// local.
  package static func isHidden(_ type: Any.Type) -> Bool {
    let name = _typeName(type, qualified: true)
    return name.contains(" in _") || name.contains("(unknown context at ")
  }
}

/// A parser of the runtime's qualified names: `Swift.Array<Module.(Private in _1A2B).Contact>`.
private struct QualifiedNameParser {
  private var rest: Substring

  init(_ text: String) { rest = text[...] }

  mutating func parseType() -> String {
    var name = ""
    for prefix in ["any ", "some ", "inout ", "__owned ", "@Sendable "] where consume(prefix) {
      name += prefix
    }
    name += rest.first == "(" && !isPrivateName ? parseTupleOrFunction() : parseNominal()
    while true {
      if consume(" & ") {
        name += " & " + parseNominal()
      } else if isMetatype, consume(".Type") {
        name += ".Type"
      } else {
        break
      }
    }
    for arrow in [" async throws -> ", " async -> ", " throws -> ", " -> "] where consume(arrow) {
      return name + arrow + parseType()
    }
    return name
  }

  /// `.Type` is a metatype suffix; `.TypeName` is a component.
  private var isMetatype: Bool {
    guard rest.hasPrefix(".Type") else { return false }
    return rest.dropFirst(5).first.map { !$0.isLetter && !$0.isNumber && $0 != "_" } ?? true
  }

  /// `(Name in _HASH)` and `(unknown context at $ADDRESS)` are components, not tuples.
  private var isPrivateName: Bool {
    guard let close = rest.firstIndex(of: ")") else { return false }
    let inside = rest[..<close]
    return inside.contains("unknown context at ") || inside.contains(" in _")
  }

  private mutating func parseTupleOrFunction() -> String {
    rest.removeFirst()
    var elements: [String] = []
    while let next = rest.first, next != ")" {
      let label = parseLabel()
      elements.append(label + parseType())
      if !consume(", ") { break }
    }
    _ = consume(")")
    guard elements.isEmpty else { return "(" + elements.joined(separator: ", ") + ")" }
    // The empty parameter list of a function stays `()`.
    let isParameters = [" -> ", " async", " throws"].contains { rest.hasPrefix($0) }
    return isParameters ? "()" : "Void"
  }

  private mutating func parseLabel() -> String {
    guard let colon = rest.firstIndex(of: ":"),
      !rest[..<colon].contains(where: { ",.()<>".contains($0) })
    else { return "" }
    let label = rest[..<colon]
    rest = rest[rest.index(after: colon)...]
    return consume(" ") ? label + ": " : label + ":"
  }

  private mutating func parseNominal() -> String {
    var components: [String] = []
    var qualified = ""
    repeat {
      var component = parseComponent()
      qualified += (qualified.isEmpty ? "" : ".") + component
      if consume("<") {
        var arguments: [String] = []
        while let next = rest.first, next != ">" {
          arguments.append(parseType())
          if !consume(", ") { break }
        }
        skipToAngle()
        if let sugar = sugar(qualified, arguments) {
          component = sugar
        } else {
          component += "<" + arguments.joined(separator: ", ") + ">"
        }
      }
      if !component.isEmpty { components.append(component) }
    } while !isMetatype && consume(".")
    if qualified == "Swift.Error" { return "any Error" }
    // The first component is the module. `Any` and generic parameters have none.
    if components.count > 1, qualified.contains(".") { components.removeFirst() }
    return components.joined(separator: ".")
  }

  /// Parses an identifier, or the name inside `(Name in _HASH)`. Returns "" for an unknown context.
  private mutating func parseComponent() -> String {
    if rest.first == "(", let close = rest.firstIndex(of: ")") {
      let inside = rest[rest.index(after: rest.startIndex)..<close]
      rest = rest[rest.index(after: close)...]
      if inside.hasPrefix("unknown context") { return "" }
      return SourceIdentifier.spelling(String(inside.prefix { $0 != " " }))
    }
    let name = SourceIdentifier.prefix(of: rest)
    rest = rest[name.endIndex...]
    if name.isEmpty, !rest.isEmpty {
      // Unknown syntax: keep the remaining text unchanged.
      defer { rest = "" }
      return String(rest)
    }
    return SourceIdentifier.spelling(String(name))
  }

  private func sugar(_ name: String, _ arguments: [String]) -> String? {
    switch (name, arguments.count) {
    case ("Swift.Array", 1): "[\(arguments[0])]"
    case ("Swift.Dictionary", 2): "[\(arguments[0]): \(arguments[1])]"
    case ("Swift.Optional", 1):
      arguments[0].contains(" ") && arguments[0].first != "["
        ? "(\(arguments[0]))?"
        : "\(arguments[0])?"
    default: nil
    }
  }

  private mutating func skipToAngle() {
    while let next = rest.first {
      rest.removeFirst()
      if next == ">" { return }
    }
  }

  private mutating func consume(_ text: String) -> Bool {
    guard rest.hasPrefix(text) else { return false }
    rest.removeFirst(text.count)
    return true
  }
}
