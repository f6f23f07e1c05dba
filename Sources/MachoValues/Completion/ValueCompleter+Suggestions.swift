import MachoMetadata

extension ValueCompleter {
  /// Suggests the beginnings of a value of `type`. The text from `start` to the end is the typed
  /// word.
  mutating func suggest(_ type: Any.Type, from start: Int, dot: Bool) {
    let typed = String(decoding: bytes[start...], as: UTF8.self)
    let words = candidates(type, dot: dot, typed, 0)
      .map { word in
        // Where only a protocol is declared, the text must name the type.
        let short = type == (any Error).self ? word.text : shortened(word.text)
        var word = word
        if short.hasPrefix(typed) { word.text = short }
        return word
      }
    let range = start..<bytes.count
    let identities = identities(type, label, typed, from: start)
    guard !identities.found.isEmpty else {
      found = Completion.matching(words, typed: typed, replacing: range)
      return
    }
    let others = words.filter { $0.text.hasPrefix(typed) }
    found = Completion.matching(
      identities.found.map { CompletionWord($0.text, detail: $0.detail) } + others,
      omitting: identities.omitted, typed: typed, replacing: range)
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
    _ type: Any.Type, dot: Bool, _ typed: String, _ depth: Int
  ) -> [CompletionWord] {
    let name = TypeName.spell(type)
    if let optional = type as? any OptionalValue.Type {
      let wrapped = depth < 8 ? candidates(optional.wrappedType, dot: dot, typed, depth + 1) : []
      return wrapped + (dot ? [] : [CompletionWord("nil", detail: name)])
    }
    if let proxied = type as? any TextProxied.Type, depth < 8 {
      return candidates(proxied.proxyType, dot: dot, typed, depth + 1)
    }
    if let setting = type as? any PropertySetting.Type {
      return settings(setting.boundProperties, dot: dot ? "." : "", typed)
    }
    switch TextSchema.of(type).shape {
    case .enumeration: return cases(type, dot: dot, typed)
    case .structure(let schema):
      let open = dot ? ".init(" : TypeName.path(type).joined(separator: ".") + "("
      let label = schema.visible.first.map { "\($0.name): " } ?? ")"
      return [CompletionWord(open + label, title: schema.signature)]
    case .existential where type == (any Error).self:
      return [CompletionWord("error(\"", detail: "any Error")] + errors()
    default: return dot ? [] : openings(of: type).map { CompletionWord($0, detail: name) }
    }
  }

  /// Returns `set(\.query, ` for each property, and `query(` for those that the typed word begins.
  private func settings(
    _ properties: [(name: String, type: Any.Type)], dot: String, _ typed: String
  ) -> [CompletionWord] {
    let name = typed.drop { $0 == "." }
    let named = properties.filter { !name.isEmpty && $0.name.hasPrefix(name) }.map {
      let isOpen = !isPattern || $0.name == name
      return CompletionWord(
        dot + $0.name + (isOpen ? "(" : ""), title: "\($0.name)(\(TypeName.spell($0.type)))")
    }
    return named
      + properties.map {
        CompletionWord("\(dot)set(\\.\($0.name), ", detail: TypeName.spell($0.type))
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

  func cases(_ type: Any.Type, dot: Bool, _ typed: String = "") -> [CompletionWord] {
    syntax.suggestedCases(of: type).filter { $0.forbidden == nil }.flatMap { described in
      openings(of: described, in: type, typed).map {
        var word = $0
        word.text = (dot ? "." : "") + word.text
        return word
      }
    }
  }

  /// Returns the name of a case with what may follow it: nothing, a bracket and a label, or `[` before
  /// the identity of an element. After the whole name, also `.` before a case that is not about one
  /// element.
  ///
  /// In a pattern, the payload follows only after the whole name, so that a completed name is closed.
  private func openings(
    of described: CaseDescription, in type: Any.Type, _ typed: String
  ) -> [CompletionWord] {
    let name = described.name
    guard let first = described.arguments.first else { return [CompletionWord(name)] }
    if isPattern, typed.drop(while: { $0 == "." }) != name {
      return [CompletionWord(name, title: described.signature)]
    }
    if let payload = singlePayload(of: name, type), let element = elementCase(of: payload) {
      let isComplete = typed.drop { $0 == "." } == name && syntax.cases(of: payload).count > 1
      return [CompletionWord(name + "[", title: "\(name)\(element.elementText).ACTION")]
        + (isComplete ? [CompletionWord(name + ".", title: "\(name).ACTION")] : [])
    }
    let isChained = isPattern && hasCasePayload(name, type)
    return (isChained ? [CompletionWord(name + ".", title: "\(name).CASE")] : []) + [
      CompletionWord(
        name + "(" + (first.label.map { "\($0): " } ?? ""), title: described.signature)
    ]
  }

  /// Whether a case has one value, whose cases may follow the name after a dot.
  private func hasCasePayload(_ name: String, _ type: Any.Type) -> Bool {
    let choices = (try? EnumSchema.of(unwrapped(type)))?.casesByTag.filter { $0.name == name } ?? []
    guard choices.count == 1, choices[0].elements.count == 1,
      case .enumeration = TextSchema.of(unwrapped(choices[0].elements[0].type)).shape
    else { return false }
    return true
  }

  /// Returns the beginnings of a known type's text.
  private func openings(of type: Any.Type) -> [String] {
    let known = textBeginnings(ofTypeNamed: TypeName.spell(type))
    let isList = type is any ElementTyped.Type || type is any KeyValueTyped.Type
    return known.isEmpty && isList ? ["["] : known
  }
}

/// Returns the beginnings of the text of a type's values, by its name. Empty for most types.
func textBeginnings(ofTypeNamed name: String) -> [String] {
  switch name {
  case "Bool": ["true", "false"]
  case "UUID": ["UUID("]
  case "Date": ["Date(\""]
  case "URL": ["URL(\""]
  case "Data": ["Data(\""]
  case "String", "Substring", "Character": ["\""]
  default: []
  }
}
