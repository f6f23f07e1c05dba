import MachoMetadata

extension ValueCompleter {
  /// Suggests the beginnings of a value of `type`. The text from `start` to the end is the typed
  /// word.
  mutating func suggest(_ type: Any.Type, from start: Int, dot: Bool) {
    let typed = String(decoding: bytes[start...], as: UTF8.self)
    let words = candidates(type, dot: dot, 0)
      .map { (text, detail) in
        // Where only a protocol is declared, the text must name the type.
        let short = type == (any Error).self ? text : shortened(text)
        return (text: short.hasPrefix(typed) ? short : text, detail: detail)
      }
    let range = start..<bytes.count
    let identities = identities(type, label, typed, from: start)
    guard !identities.found.isEmpty else {
      found = Completion.matching(words, typed: typed, replacing: range)
      return
    }
    let others = words.filter { $0.text.hasPrefix(typed) }
    found = Completion.matching(
      identities.found + others, omitting: identities.omitted, typed: typed, replacing: range)
  }

  /// Suggests the identities that start with the text from `start` on.
  mutating func suggestIdentities(_ type: Any.Type, _ label: String?, from start: Int) {
    let typed = String(decoding: bytes[start...], as: UTF8.self)
    let (words, omitted) = identities(type, label, typed, from: start)
    found = Completion.matching(
      words, omitting: omitted, typed: typed, replacing: start..<bytes.count)
  }

  /// Returns the values of an identity's type that exist in the live state.
  func identities(
    _ type: Any.Type, _ label: String?, _ typed: String, from start: Int
  ) -> (found: [(text: String, detail: String)], omitted: Int) {
    let type = unwrapped(type)
    guard let live, IdentitySearch.isPlausible(for: type, label: label) else { return ([], 0) }
    var search = IdentitySearch(wanted: type, typed: typed, syntax: syntax)
    search.scan(live.value, at: "")
    guard let brackets, brackets.start == start else { return (search.found, search.omitted) }
    let opening = type is any OrdinalIdentity.Type ? "" : brackets.opening
    let found = search.found.map { (opening + $0.text + brackets.closing, $0.detail) }
    return (found, search.omitted)
  }

  private func candidates(
    _ type: Any.Type, dot: Bool, _ depth: Int
  ) -> [(text: String, detail: String)] {
    let name = TypeName.spell(type)
    if let optional = type as? any OptionalValue.Type {
      let wrapped = depth < 8 ? candidates(optional.wrappedType, dot: dot, depth + 1) : []
      return wrapped + (dot ? [] : [("nil", name)])
    }
    if let proxied = type as? any TextProxied.Type, depth < 8 {
      func open<T: TextProxied>(_: T.Type) -> Any.Type { T.TextProxy.self }
      return candidates(open(proxied), dot: dot, depth + 1)
    }
    if let setting = type as? any PropertySetting.Type {
      return setting.settableProperties.map { property in
        ((dot ? "." : "") + "set(\\.\(property.name), ", TypeName.spell(property.type))
      }
    }
    switch TextSchema.of(type).shape {
    case .enumeration: return cases(type, dot: dot)
    case .structure(let schema):
      let open = dot ? ".init(" : TypeName.path(type).joined(separator: ".") + "("
      let label = schema.visible.first.map { "\($0.name): " } ?? ")"
      return [(open + label, schema.signature)]
    case .existential where type == (any Error).self:
      return [("error(\"", "any Error")] + errors()
    default: return dot ? [] : openings(of: type).map { ($0, name) }
    }
  }

  /// Returns `State(` for `Search.State(`. A nested type may be written without its enclosing
  /// types.
  private func shortened(_ text: String) -> String {
    guard let bracket = text.firstIndex(of: "("),
      let dot = text[..<bracket].lastIndex(of: "."), dot > text.startIndex
    else { return text }
    return String(text[text.index(after: dot)...])
  }

  func cases(_ type: Any.Type, dot: Bool) -> [(text: String, detail: String)] {
    syntax.cases(of: type).filter { $0.forbidden == nil }.flatMap { described in
      openings(of: described, in: type).map {
        ((dot ? "." : "") + described.name + $0, described.signature)
      }
    }
  }

  /// Returns what may follow the name of a case: nothing, a bracket and a label, or `[` before the
  /// identity of an element and `.` before a case that is not about one element.
  private func openings(of described: CaseDescription, in type: Any.Type) -> [String] {
    guard let first = described.arguments.first else { return [""] }
    if let payload = singlePayload(of: described.name, type), elementCase(of: payload) != nil {
      return syntax.cases(of: payload).count > 1 ? ["[", "."] : ["["]
    }
    return ["(" + (first.label.map { "\($0): " } ?? "")]
  }

  /// Returns the beginnings of a known type's text.
  private func openings(of type: Any.Type) -> [String] {
    switch TypeName.spell(type) {
    case "Bool": ["true", "false"]
    case "UUID": ["UUID("]
    case "Date": ["Date(\""]
    case "URL": ["URL(\""]
    case "Data": ["Data(\""]
    case "String", "Substring", "Character": ["\""]
    default: type is any ElementTyped.Type || type is any KeyValueTyped.Type ? ["["] : []
    }
  }
}
