extension ValueCompleter {
  mutating func scanString() {
    var parser = Parser(bytes: bytes, position: position)
    do throws(ValueError) {
      try parser.parseString()
      position = parser.position
    } catch {
      position = bytes.count
      found = []
    }
  }

  /// Skips brackets whose content has no known type.
  mutating func skipGroup(_ depth: Int) {
    var open = 0
    while !isAtEnd {
      switch byte {
      case UInt8(ascii: "("), UInt8(ascii: "["): open += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"): open -= 1
      case UInt8(ascii: "\""):
        scanString()
        if found != nil { return }
        continue
      case UInt8(ascii: "`"):
        skipName()
        continue
      default: break
      }
      position += 1
      if open == 0 { return }
    }
    found = []
  }

  /// Skips `@file("x")`, or suggests files whose names start with the typed text.
  mutating func scanFile() {
    let opening = Array("@file(\"".utf8)
    guard bytes[position...].starts(with: opening) else {
      let isBeginning = opening.starts(with: bytes[position...])
      found =
        isBeginning
        ? [Completion(replacing: position..<bytes.count, text: "@file(\"", detail: "a JSON file")]
        : []
      return
    }
    let start = position + opening.count
    guard let quote = bytes[start...].firstIndex(of: UInt8(ascii: "\"")) else {
      let typed = String(decoding: bytes[start...], as: UTF8.self)
      let names = syntax.files?.names(near: typed) ?? []
      found = Completion.matching(
        names.filter { !$0.contains { $0 == "\"" || $0 == "\\" } }
          .map { ($0.hasSuffix("/") ? $0 : $0 + "\")", "") },
        typed: typed, replacing: start..<bytes.count)
      return
    }
    position = quote + 1
    if byte == UInt8(ascii: ")") { position += 1 }
  }

  /// Scans `(\.name, value)`. `start` is the offset of the word before the bracket.
  mutating func scanPropertySetting(
    _ properties: [(name: String, type: Any.Type)], of type: Any.Type, from start: Int, dot: Bool,
    _ depth: Int
  ) {
    guard let comma = bytes[position...].firstIndex(of: UInt8(ascii: ",")) else {
      expected = nil
      return suggest(type, from: start, dot: dot)
    }
    let path = String(decoding: bytes[position..<comma], as: UTF8.self)
    let name = path.split(separator: ".").last.map(String.init)
    guard let property = properties.first(where: { $0.name == name }) else {
      found = []
      return
    }
    position = comma + 1
    scanValue(property.type, depth + 1)
    guard found == nil else { return }
    skipSpace()
    if isAtEnd {
      expected = .rest([])
      found = []
    } else if byte == UInt8(ascii: ")") {
      position += 1
    }
  }
}
