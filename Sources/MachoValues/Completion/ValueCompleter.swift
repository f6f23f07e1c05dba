import MachoMetadata

/// Scans a text that may end anywhere, guided by the expected type, and collects completions at its
/// end.
struct ValueCompleter {
  let bytes: [UInt8]
  let syntax: ValueSyntax
  /// The state that is searched for existing identities. `nil` disables the search.
  var live: TypedValue?
  /// Whether the text is a pattern, in which the name of a case alone matches any payload.
  var isPattern = false
  var position = 0
  /// The label of the value being scanned.
  var label: String?
  /// For suggested identities after `start`: the text to insert before and after one, such as `id: ` and `]`.
  var brackets: (start: Int, opening: String, closing: String)?
  /// The completions. `nil` until the end of the text is reached.
  var found: [Completion]?
  /// What is expected at the end of the text. `nil` after a complete value.
  var expected: CompletionContext?

  var isAtEnd: Bool { position >= bytes.count }
  var byte: UInt8 { isAtEnd ? 0 : bytes[position] }

  mutating func skipSpace() {
    while byte == 0x20 || (9...13).contains(byte) { position += 1 }
  }

  /// Scans one value. Sets `found` if the text ends inside it.
  mutating func scanValue(_ type: Any.Type, _ depth: Int) {
    let outer = (expected, label)
    expected = .value(type)
    skipSpace()
    let start = position
    scanContent(type, depth)
    // Nothing else is suggested, so the text may be the beginning of an identity.
    if found?.isEmpty == true { suggestIdentities(type, outer.1, from: start) }
    if found == nil { (expected, label) = outer }
  }

  private mutating func scanContent(_ type: Any.Type, _ depth: Int) {
    guard depth < Parser.depthLimit else {
      found = []
      return
    }
    let schema = TextSchema.of(type)
    if isAtEnd { return suggest(type, from: position, dot: false) }
    if type == (any Error).self, scanError(depth) { return }
    switch byte {
    case UInt8(ascii: "@"): scanFile()
    case UInt8(ascii: "#") where position + 1 >= bytes.count || isDigit(bytes[position + 1]):
      position += 1
      while isDigit(byte) { position += 1 }
      if isAtEnd { found = [] }
    case UInt8(ascii: "\""), UInt8(ascii: "#"): scanString()
    case UInt8(ascii: "["): scanBrackets(type, depth)
    case UInt8(ascii: "("):
      if case .tuple(let tuple) = schema.shape {
        scanArguments(tuple.elements.map { LabelledType(label: $0.label, type: $0.type) }, depth)
      } else {
        skipGroup(depth)
      }
    case UInt8(ascii: "."): scanMember(type, depth)
    case UInt8(ascii: "$"): scanVariable(type, depth)
    case let first where isNameStart(first): scanMember(type, depth)
    default: skipWord()
    }
  }

  /// Skips text without suggestions, such as a number.
  private mutating func skipWord() {
    while !isAtEnd, ![0x2c, 0x29, 0x5d, 0x3a].contains(byte) { position += 1 }
    // A trailing space ends the number.
    if isAtEnd, bytes.last != UInt8(ascii: " ") { found = [] }
  }

  /// Skips a variable. Scans the properties of a `with` after it: `$contact with(name: `.
  private mutating func scanVariable(_ type: Any.Type, _ depth: Int) {
    let start = position
    position += 1
    skipName()
    skipSpace()
    guard bytes[position...].starts(with: "with(".utf8),
      case .structure(let schema) = TextSchema.of(unwrapped(type)).shape
    else {
      position = start
      return skipWord()
    }
    position += 4
    scanArguments(schema.visible.map { LabelledType(label: $0.name, type: $0.field.type) }, depth)
  }

  // MARK: Names

  /// Moves past a name, or past a raw identifier whose closing backtick may not be typed yet.
  mutating func skipName() {
    if byte == UInt8(ascii: "`") {
      position = endOfBackticks(bytes, from: position) ?? bytes.count
    } else {
      while !isAtEnd, isNameByte(byte) { position += 1 }
    }
  }

  /// Scans a name, its arguments, or the rest of a chain.
  mutating func scanMember(_ type: Any.Type, _ depth: Int) {
    guard depth < Parser.depthLimit else {
      found = []
      return
    }
    let start = position
    let hasDot = byte == UInt8(ascii: ".")
    if hasDot { position += 1 }
    let nameStart = position
    skipName()
    let name = String(decoding: bytes[nameStart..<position], as: UTF8.self)
    if isAtEnd {
      if let element = elementCase(after: name, type) {
        expected = .element(element)
      } else {
        expected = fields(of: name, type).map { $0.isEmpty ? nil : .call($0) } ?? expected
      }
      return suggest(type, from: start, dot: hasDot)
    }
    switch byte {
    case UInt8(ascii: "."):
      position += 1
      scanChain(after: name, of: type, depth)
    case UInt8(ascii: "("):
      if let setting = type as? any PropertySetting.Type {
        if name != "set", let property = setting.settableType(of: name) {
          scanArguments([LabelledType(label: nil, type: property)], depth)
        } else {
          scanPropertySetting(
            setting.settableProperties, of: type, from: start, dot: hasDot, depth)
        }
      } else if let fields = fields(of: name, type) {
        scanArguments(fields, depth)
        if found == nil, byte == UInt8(ascii: "."), let element = elementCase(of: type),
          element.name == name
        {
          scanAction(of: element, depth)
        }
      } else {
        // Arguments of an unknown case get no suggestions.
        if case .enumeration = TextSchema.of(unwrapped(type)).shape { expected = nil }
        skipGroup(depth)
      }
    case UInt8(ascii: "["): scanElement(after: name, of: type, depth)
    default:
      skipSpace()
      if isAtEnd { found = [] }
    }
  }

  /// Scans what follows `name.`: the single payload of a case, or another component of the type's
  /// name.
  private mutating func scanChain(after name: String, of type: Any.Type, _ depth: Int) {
    let type = unwrapped(type)
    guard let schema = try? EnumSchema.of(type) else { return scanMember(type, depth + 1) }
    guard let choice = schema.casesByTag.first(where: { $0.name == name }) else {
      guard TypeName.path(type).contains(name) else {
        found = []
        return
      }
      return scanMember(type, depth + 1)
    }
    guard choice.elements.count == 1 else {
      found = []
      return
    }
    expected = .value(choice.elements[0].type)
    scanMember(choice.elements[0].type, depth + 1)
  }

  private func fields(of name: String, _ type: Any.Type) -> [LabelledType]? {
    let type = unwrapped(type)
    switch TextSchema.of(type).shape {
    case .enumeration(let schema):
      let choice = schema.metadata.casesByTag.first { $0.name == name }
      return choice?.elements.map { LabelledType(label: $0.label, type: $0.type) }
    case .structure(let schema):
      return schema.visible.map { LabelledType(label: $0.name, type: $0.field.type) }
    default: return nil
    }
  }

  func unwrapped(_ type: Any.Type) -> Any.Type {
    var type = type
    while true {
      if let optional = type as? any OptionalValue.Type {
        type = optional.wrappedType
      } else if let proxied = type as? any TextProxied.Type {
        type = proxied.proxyType
      } else {
        return type
      }
    }
  }

  // MARK: Lists

  /// Scans arguments, starting at their opening bracket.
  mutating func scanArguments(_ fields: [LabelledType], _ depth: Int) {
    position += 1
    var index = 0
    var used: Set<String> = []
    while true {
      skipSpace()
      if byte == UInt8(ascii: ")") {
        position += 1
        return
      }
      let start = position
      skipName()
      let word = String(decoding: bytes[start..<position], as: UTF8.self)
      if isAtEnd {
        return suggestArgument(fields, index, used, word, from: start, depth)
      }
      if !word.isEmpty, byte == UInt8(ascii: ":") {
        position += 1
        used.insert(word)
        guard let field = fields.first(where: { $0.label == word }) else {
          found = []
          return
        }
        label = word
        scanValue(field.type, depth + 1)
      } else {
        position = start
        guard index < fields.count else {
          found = []
          return
        }
        scanValue(fields[index].type, depth + 1)
      }
      if found != nil { return }
      skipSpace()
      if isAtEnd {
        expected = .rest(Array(fields.dropFirst(index + 1)))
        found = []
        return
      }
      if byte == UInt8(ascii: ",") {
        position += 1
      } else if byte != UInt8(ascii: ")") {
        found = []
        return
      }
      index += 1
    }
  }

  private mutating func suggestArgument(
    _ fields: [LabelledType], _ index: Int, _ used: Set<String>,
    _ word: String, from start: Int, _ depth: Int
  ) {
    guard index < fields.count else {
      found = []
      return
    }
    let remaining = fields.enumerated().filter { offset, field in
      field.label.map { !used.contains($0) } ?? (offset >= index)
    }.map(\.element)
    guard fields[index].label != nil else {
      position = start
      scanValue(fields[index].type, depth + 1)
      if word.isEmpty, remaining.count > 1 { expected = .arguments(remaining) }
      return
    }
    expected = .arguments(remaining)
    // A struct's properties may be given in any order, so every unused label is suggested.
    let labels = fields.compactMap { field in
      field.label.map {
        (text: "\($0): ", detail: shownName(of: field.type), isUsed: used.contains($0))
      }
    }
    found = Completion.matching(
      labels.filter { !$0.isUsed }.map { ($0.text, $0.detail) }, typed: word,
      replacing: start..<bytes.count)
  }

  private mutating func scanBrackets(_ type: Any.Type, _ depth: Int) {
    let type = unwrapped(type)
    position += 1
    let keyed = (type as? any KeyValueTyped.Type)?.keyValueTypes
    let element = (type as? any ElementTyped.Type)?.elementType
    guard let first = keyed?.key ?? element else {
      position -= 1
      return skipGroup(depth)
    }
    while true {
      skipSpace()
      if byte == UInt8(ascii: "]") {
        position += 1
        return
      }
      scanValue(first, depth + 1)
      if found != nil { return }
      skipSpace()
      if byte == UInt8(ascii: ":") {
        position += 1
        scanValue(keyed?.value ?? first, depth + 1)
        if found != nil { return }
        skipSpace()
      }
      if isAtEnd {
        found = []
        return
      }
      if byte == UInt8(ascii: ",") {
        position += 1
      } else if byte != UInt8(ascii: "]") {
        found = []
        return
      }
    }
  }
}

/// A dictionary type with known key and value types.
protocol KeyValueTyped {
  static var keyValueTypes: (key: Any.Type, value: Any.Type) { get }
}

extension Dictionary: KeyValueTyped {
  static var keyValueTypes: (key: Any.Type, value: Any.Type) { (Key.self, Value.self) }
}
