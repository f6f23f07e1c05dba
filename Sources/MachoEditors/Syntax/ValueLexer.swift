import MachoSessions
import MachoValues

/// Splits the arguments of a command into tokens: strings, numbers, names, labels and variables.
struct ValueLexer {
  private(set) var tokens: [ScriptToken] = []
  private let argument: Command.Argument?
  /// The number of `#` before the open multi-line string. `nil` if none is open.
  private var openString: Int?
  /// Whether the next name is defined by `let`.
  private var expectsDefinition: Bool
  /// Whether the last token was `@file(`.
  private var isAfterFile = false

  init(argument: Command.Argument?) {
    self.argument = argument
    expectsDefinition = argument == .binding
  }

  /// The words with a meaning of their own among arguments.
  static let keywords: Set<String> = [
    "as", "on", "off", "pending", "uncancellable", "throws", "then", "after", "stream", "unordered",
    "finished", "seed", "incrementing", "with", "within", "contains", "matches", "nil", "true",
    "false",
  ]

  /// Adds the tokens of a line.
  mutating func lex(_ bytes: [UInt8], from start: Int, line: Int) {
    var index = start
    while index < bytes.count {
      if let hashes = openString {
        let end = Self.endOfString(bytes, from: index, quotes: 3, hashes)
        add(.string, line, index..<(end ?? bytes.count))
        if end != nil { openString = nil }
        index = end ?? bytes.count
        continue
      }
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "\""): index = lexString(bytes, index, hashes: 0, line)
      case UInt8(ascii: "#"):
        let hashes = bytes[index...].prefix { $0 == byte }.count
        if index + hashes < bytes.count, bytes[index + hashes] == UInt8(ascii: "\"") {
          index = lexString(bytes, index, hashes: hashes, line)
        } else {
          let end = bytes[(index + hashes)...].firstIndex { !isNameByte($0) } ?? bytes.count
          add(.number, line, index..<end)
          index = end
        }
      case UInt8(ascii: "$"):
        let end = bytes[(index + 1)...].firstIndex { !isNameByte($0) } ?? bytes.count
        let name = String(decoding: bytes[(index + 1)..<end], as: UTF8.self)
        add(.variable, line, index..<end, name.isEmpty ? nil : .usesVariable(name))
        index = end
      case UInt8(ascii: "@"):
        let end = bytes[(index + 1)...].firstIndex { !isNameByte($0) } ?? bytes.count
        add(.prefix, line, index..<end)
        isAfterFile = bytes[(index + 1)..<end].elementsEqual("file".utf8)
        index = end
        continue
      case UInt8(ascii: "0")...UInt8(ascii: "9"): index = lexNumber(bytes, index, line)
      case _ where isNameByte(byte) || byte == UInt8(ascii: "`"):
        index = lexName(bytes, index, line)
      case _ where Self.operators.contains(byte):
        let end = bytes[index...].firstIndex { !Self.operators.contains($0) } ?? bytes.count
        add(.operator, line, index..<end)
        index = end
      default:
        index += 1
        if byte == UInt8(ascii: "(") { continue }
      }
      isAfterFile = false
    }
  }

  private static let operators = Set("=<>!&|+-*/%".utf8)

  private mutating func add(
    _ kind: ScriptToken.Kind, _ line: Int, _ columns: Range<Int>, _ role: ScriptToken.Role? = nil
  ) {
    tokens.append(ScriptToken(kind, line: line, columns: columns, role: role))
  }

  private mutating func lexNumber(_ bytes: [UInt8], _ start: Int, _ line: Int) -> Int {
    var end = start
    while end < bytes.count,
      isNameByte(bytes[end])
        || bytes[end] == UInt8(ascii: ".") && end + 1 < bytes.count
          && UInt8(ascii: "0")...UInt8(ascii: "9") ~= bytes[end + 1]
    { end += 1 }
    add(.number, line, start..<end)
    return end
  }

  private mutating func lexName(_ bytes: [UInt8], _ start: Int, _ line: Int) -> Int {
    let end =
      bytes[start] == UInt8(ascii: "`")
      ? endOfBackticks(bytes, from: start) ?? start + 1
      : bytes[start...].firstIndex { !isNameByte($0) } ?? bytes.count
    let name = String(decoding: bytes[start..<end], as: UTF8.self)
    if expectsDefinition {
      expectsDefinition = false
      add(.variable, line, start..<end, .definesVariable(name))
    } else if end < bytes.count, bytes[end] == UInt8(ascii: ":") {
      add(.label, line, start..<end)
    } else if Self.keywords.contains(name), start == 0 || bytes[start - 1] != UInt8(ascii: ".") {
      add(.verb, line, start..<end)
    } else {
      add(.name, line, start..<end)
    }
    return end
  }

  private mutating func lexString(
    _ bytes: [UInt8], _ start: Int, hashes: Int, _ line: Int
  ) -> Int {
    let quote = start + hashes
    let isTriple = bytes[quote...].starts(with: [UInt8](repeating: 0x22, count: 3))
    if isTriple, Self.endOfString(bytes, from: quote + 1, quotes: 1, hashes) == nil || hashes == 0 {
      let end = Self.endOfString(bytes, from: quote + 3, quotes: 3, hashes)
      add(.string, line, start..<(end ?? bytes.count))
      if end == nil { openString = hashes }
      return end ?? bytes.count
    }
    let end = Self.endOfString(bytes, from: quote + 1, quotes: 1, hashes) ?? bytes.count
    var role: ScriptToken.Role?
    if isAfterFile, end > quote + 1 {
      role = .usesFile(
        String(decoding: bytes[(quote + 1)..<max(quote + 1, end - 1 - hashes)], as: UTF8.self))
    }
    add(.string, line, start..<end, role)
    return end
  }

  private static func endOfString(
    _ bytes: [UInt8], from start: Int, quotes: Int, _ hashes: Int
  ) -> Int? {
    let closing =
      [UInt8](repeating: 0x22, count: quotes) + [UInt8](repeating: UInt8(ascii: "#"), count: hashes)
    let escape = [UInt8(ascii: "\\")] + [UInt8](repeating: UInt8(ascii: "#"), count: hashes)
    var index = start
    while index < bytes.count {
      if bytes[index...].starts(with: escape) {
        index += escape.count + 1
      } else if bytes[index...].starts(with: closing) {
        return index + closing.count
      } else {
        index += 1
      }
    }
    return nil
  }
}
