import MachoMetadata

extension EnumCase {
  /// Of a case for the actions of elements: how an element is selected, with the type of its identity:
  /// `[id: Int]`, or `[#0]` in a stack.
  var elementText: String {
    let id = elements[0].type
    return id is any OrdinalIdentity.Type ? "[#0]" : "[id: \(TypeName.spell(id))]"
  }
}

extension ValueCompleter {
  /// Returns the case for the actions of elements, or `nil`.
  func elementCase(of type: Any.Type) -> EnumCase? {
    guard case .enumeration(let schema) = TextSchema.of(unwrapped(type)).shape else { return nil }
    return schema.elementCase
  }

  /// Returns the case for the actions of elements in the single payload of the case `name`, or `nil`.
  func elementCase(after name: String, _ type: Any.Type) -> EnumCase? {
    singlePayload(of: name, type).flatMap { elementCase(of: $0) }
  }

  /// Returns the type of the single payload of the case `name`, or `nil`.
  func singlePayload(of name: String, _ type: Any.Type) -> Any.Type? {
    guard let schema = try? EnumSchema.of(unwrapped(type)),
      let choice = schema.casesByTag.first(where: { $0.name == name }), choice.elements.count == 1,
      choice.elements[0].label == nil
    else { return nil }
    return choice.elements[0].type
  }

  /// Scans `[id: 3].action` after the case `name`, starting at the bracket.
  mutating func scanElement(after name: String, of type: Any.Type, _ depth: Int) {
    guard let element = elementCase(after: name, type) else {
      skipGroup(depth)
      if isAtEnd { found = [] }
      return
    }
    position += 1
    skipSpace()
    let id = element.elements[0].type
    if "id: ".utf8.starts(with: bytes[position...]) { return suggestElements(id) }
    let isLabelled = bytes[position...].starts(with: "id:".utf8)
    if isLabelled { position += 3 }
    skipSpace()
    let outer = brackets
    brackets = (position, "", "]")
    label = "id"
    scanValue(id, depth + 1)
    brackets = outer
    guard found == nil else { return }
    skipSpace()
    guard byte == UInt8(ascii: "]") else {
      found = []
      return
    }
    position += 1
    if byte == UInt8(ascii: ".") { return scanAction(of: element, depth) }
    guard isAtEnd else { return }
    // As after an element in a path, the actions follow with their dot.
    let action = element.elements[1].type
    suggest(action, from: position, dot: true)
    expected = .member(action)
  }

  /// Scans an element's action, starting at the dot before it.
  mutating func scanAction(of element: EnumCase, _ depth: Int) {
    position += 1
    expected = .value(element.elements[1].type)
    scanMember(element.elements[1].type, depth + 1)
  }

  /// Suggests `id: 3]`, or `#0]` in a stack, for each existing identity, after an opening bracket.
  private mutating func suggestElements(_ id: Any.Type) {
    let start = position
    let isOrdinal = id is any OrdinalIdentity.Type
    let hasLabel = isOrdinal || bytes[start...].contains(UInt8(ascii: ":"))
    expected = hasLabel ? .value(id) : .arguments([LabelledType(label: "id", type: id)])
    brackets = (start, "id: ", "]")
    defer { brackets = nil }
    let typed = String(decoding: bytes[start...], as: UTF8.self)
    var words = identities(id, "id", "", from: start)
    if words.found.isEmpty { words.found = [(isOrdinal ? "#" : "id: ", TypeName.spell(id))] }
    found = Completion.matching(
      words.found, omitting: words.omitted, typed: typed, replacing: start..<bytes.count)
  }
}
