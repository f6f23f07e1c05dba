/// A type as a declaration spells it, with the identities of the nominal types.
struct DeclaredType {
  let fragments: [SymbolGraph.Fragment]

  var text: String { fragments.map(\.spelling).joined() }

  /// The type of a property or parameter: what follows its name, up to its accessors.
  init?(of declaration: [SymbolGraph.Fragment]) {
    guard
      let colon = declaration.firstIndex(where: { $0.kind == "text" && $0.spelling.hasPrefix(":") })
    else { return nil }
    var rest = Array(declaration[(colon + 1)...])
    let start = declaration[colon].spelling.dropFirst().drop { $0 == " " }
    if !start.isEmpty {
      rest.insert(.init(kind: "text", spelling: String(start), preciseIdentifier: nil), at: 0)
    }
    if let end = rest.firstIndex(where: { $0.kind == "text" && $0.spelling.contains(" { ") }) {
      let text = rest[end].spelling
      let last = text[..<text.firstRange(of: " { ")!.lowerBound]
      rest.removeSubrange(end...)
      if !last.isEmpty {
        rest.append(.init(kind: "text", spelling: String(last), preciseIdentifier: nil))
      }
    }
    fragments = rest
  }

  /// The type of a case's payload without a label: `Login` of `case login(Login)`.
  init?(ofPayload declaration: [SymbolGraph.Fragment]) {
    let types = declaration.filter { $0.kind == "typeIdentifier" }
    guard types.count == 1 else { return nil }
    fragments = types
  }

  init(_ fragments: [SymbolGraph.Fragment]) { self.fragments = fragments }

  /// The identity of the outermost nominal type, which is the last one before generic arguments.
  var nominal: String? {
    var found: String?
    for fragment in fragments {
      if fragment.kind == "typeIdentifier" { found = fragment.preciseIdentifier ?? found }
      if fragment.spelling.contains("<") { break }
    }
    return found
  }

  /// The spelling of the outermost nominal type without generic arguments: `Optional`, `A.B`.
  var nominalText: String { String(text.prefix { $0 != "<" }) }

  /// The generic argument of a type with one: `T` of `Shared<T>`.
  var argument: DeclaredType? {
    guard let first = fragments.firstIndex(where: { $0.kind == "text" && $0.spelling == "<" }),
      let last = fragments.lastIndex(where: { $0.kind == "text" && $0.spelling.hasPrefix(">") }),
      first < last
    else { return nil }
    return DeclaredType(Array(fragments[(first + 1)..<last]))
  }

  /// The parts of a text at commas outside of brackets.
  static func parts(_ text: some StringProtocol) -> [Substring] {
    var (parts, depth) = ([""[...]], 0)
    for character in text {
      if "([<".contains(character) { depth += 1 }
      if ")]".contains(character) || character == ">" && parts.last?.last != "-" { depth -= 1 }
      if character == ",", depth == 0 {
        parts.append("")
      } else {
        parts[parts.count - 1].append(character)
      }
    }
    return parts.filter { !$0.allSatisfy { $0 == " " } }
  }
}
