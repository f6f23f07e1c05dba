import MachoValues

extension JSONValue: Arbitrary {
  static func arbitrary(_ generator: inout SeededGenerator) -> JSONValue {
    arbitrary(&generator, depth: 0)
  }

  /// Returns a value with arbitrary Unicode strings and numbers of any size.
  private static func arbitrary(_ generator: inout SeededGenerator, depth: Int) -> JSONValue {
    switch generator.below(depth < 4 ? 10 : 6) {
    case 0: .null
    case 1: .bool(.arbitrary(&generator))
    case 2: .number(JSONNumber(Int.arbitrary(&generator)))
    case 3: .number(JSONNumber(Double.arbitrary(&generator)) ?? JSONNumber(UInt64.max))
    case 4: .number(JSONNumber(UInt64.arbitrary(&generator)))
    case 5: .string(.arbitrary(&generator))
    case 6, 7:
      .array((0..<generator.below(5)).map { _ in arbitrary(&generator, depth: depth + 1) })
    default: .object(members(&generator, depth: depth))
    }
  }

  private static func members(_ generator: inout SeededGenerator, depth: Int) -> [Member] {
    let keys = ["a", "b", "c", "", "a/b", "m~n", "~1", "\"", "日本", "0", "-", "line\nfeed"]
    let first = generator.below(keys.count)
    return (0..<generator.below(5)).map { index in
      Member(
        keys[(first + index * 5) % keys.count], arbitrary(&generator, depth: depth + 1))
    }
  }
}

extension JSONValue {
  /// Returns the text with random spaces and unnecessary escapes, as another writer might produce
  /// it.
  func looseText(_ generator: inout SeededGenerator) -> String {
    let space = ["", "", " ", "\n", "\t ", "\r\n"][generator.below(6)]
    switch self {
    case .string(let text): return Self.looseLiteral(text, &generator)
    case .array(let elements):
      let texts = elements.map { $0.looseText(&generator) }
      return "[\(space)" + texts.joined(separator: "\(space),") + "\(space)]"
    case .object(let members):
      let texts = members.map {
        Self.looseLiteral($0.key, &generator) + "\(space):\(space)" + $0.value.looseText(&generator)
      }
      return "{\(space)" + texts.joined(separator: ",\(space)") + "\(space)}"
    default: return space + text
    }
  }

  private static func looseLiteral(_ text: String, _ generator: inout SeededGenerator) -> String {
    guard generator.below(3) == 0 else { return JSONValue.string(text).text }
    let escapes = text.utf16.map { unit in
      let digits = String(unit, radix: 16, uppercase: true)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
    return "\"\(escapes.joined())\""
  }
}
