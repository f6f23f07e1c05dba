import MachoScripting
import MachoSessions
import MachoValues

/// Splits a script into tokens, line by line. It accepts every text.
struct ScriptLexer {
  private let lines: [String]
  private(set) var tokens: [ScriptToken] = []
  /// Whether the lines belong to a section that the script does not source.
  private var isInOtherSection = false
  /// Whether the next row names the columns of cases.
  private var expectsColumns = false

  /// Returns the tokens of a script in order.
  static func tokens(of lines: [String]) -> [ScriptToken] {
    var lexer = ScriptLexer(lines: lines)
    lexer.run()
    return lexer.tokens
  }

  private init(lines: [String]) { self.lines = lines }

  private mutating func run() {
    var number = 1
    while number <= lines.count {
      let line = lines[number - 1]
      if line.hasPrefix("-- "), line.hasSuffix(" --"), line.utf8.count > 6 {
        let columns = 3..<line.utf8.count - 3
        let name = String(decoding: Array(line.utf8)[columns], as: UTF8.self).trimmingSpaces
        add(.heading, number, columns, .definesSection(name))
        isInOtherSection = !tokens.contains { $0.role == .sourcesFile(name) }
      } else if isInOtherSection {
        // The contents of a section may be of any language.
      } else if line.hasPrefix("##"),
        line.utf8.dropFirst(2).first.map({ $0 == 0x20 || $0 == 0x09 }) ?? true
      {
        add(.heading, number, 0..<line.utf8.count)
        let title = String(line.dropFirst(2)).trimmingSpaces
        expectsColumns = SpecHeading(title: title)?.hasTable ?? false
      } else if CaseTable.isRow(line) {
        lexRow(line, number)
      } else if line.hasPrefix("#") {
        add(.comment, number, 0..<line.utf8.count)
      } else if line.hasPrefix("|") {
        lexOutput(line, number)
      } else if !line.allSatisfy(\.isWhitespace) {
        number = lexCommand(from: number)
        continue
      }
      number += 1
    }
  }

  private mutating func add(
    _ kind: ScriptToken.Kind, _ line: Int, _ columns: Range<Int>, _ role: ScriptToken.Role? = nil
  ) {
    guard !columns.isEmpty else { return }
    tokens.append(ScriptToken(kind, line: line, columns: columns, role: role))
  }

  // MARK: Expected output

  private mutating func lexOutput(_ line: String, _ number: Int) {
    let bytes = Array(line.utf8)
    switch bytes.dropFirst().first {
    case UInt8(ascii: " "):
      let mark = bytes.dropFirst(2).first
      let isMarked = bytes.dropFirst(3).first ?? 0x20 == 0x20
      switch mark {
      case UInt8(ascii: "-") where isMarked: add(.removed, number, 2..<bytes.count)
      case UInt8(ascii: "+") where isMarked: add(.added, number, 2..<bytes.count)
      default: add(.output, number, 2..<bytes.count)
      }
    case UInt8(ascii: "~"): add(.regex, number, 1..<bytes.count)
    case UInt8(ascii: "="): lexCaptures(bytes, number)
    default: add(.output, number, 0..<bytes.count)
    }
  }

  /// Finds `<name:/regex/>` in a line.
  private mutating func lexCaptures(_ bytes: [UInt8], _ number: Int) {
    var index = 2
    var start = 2
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "<"), bytes[index - 1] != UInt8(ascii: "\\") else {
        index += 1
        continue
      }
      let end = bytes[(index + 1)...].firstIndex { !isNameByte($0) } ?? bytes.count
      guard end > index + 1, bytes[end...].starts(with: ":/".utf8) else {
        index += 1
        continue
      }
      add(.output, number, start..<index)
      let name = String(decoding: bytes[(index + 1)..<end], as: UTF8.self)
      add(.variable, number, index + 1..<end, .definesVariable(name))
      var close = end + 2
      while close < bytes.count, !bytes[close...].starts(with: "/>".utf8) {
        close += bytes[close] == UInt8(ascii: "\\") ? 2 : 1
      }
      close = min(bytes.count, close)
      add(.regex, number, end + 1..<close)
      index = min(bytes.count, close + 2)
      start = index
    }
    add(.output, number, start..<bytes.count)
  }

  // MARK: Cases

  /// Adds the tokens of a row: the names of columns, or values.
  private mutating func lexRow(_ line: String, _ number: Int) {
    guard expectsColumns else {
      var values = ValueLexer(argument: nil)
      values.lex(Array(line.utf8), from: 1, line: number)
      tokens += values.tokens
      return
    }
    expectsColumns = false
    for cell in Arguments(line, from: 1).split(at: ",") {
      add(.variable, number, cell.range, .definesVariable(String(cell.text)))
    }
  }

  // MARK: Commands

  /// Adds the tokens of a command. Returns the number of the line after it.
  private mutating func lexCommand(from number: Int) -> Int {
    let first = lines[number - 1]
    guard let line = try? Line(parsing: first) else { return number + 1 }
    for condition in line.conditions { add(.prefix, number, condition.range) }
    if line.expectedFailure != nil {
      let start = line.conditions.last?.range.upperBound ?? 0
      let prefix = Array(first.utf8)[start..<line.verbRange.lowerBound]
      let blanks = prefix.prefix { $0 == 0x20 || $0 == 0x09 }.count
      let end = prefix.lastIndex { $0 != 0x20 && $0 != 0x09 }.map { $0 + 1 } ?? start
      add(.prefix, number, start + blanks..<end)
    }
    add(line.command == nil ? .name : .verb, number, line.verbRange)
    var reader = LogicalLineReader()
    var last = number
    while !reader.consume(lines[last - 1]), last < lines.count { last += 1 }
    var values = ValueLexer(argument: line.command?.argument)
    var start = line.verbRange.upperBound
    if line.has(.runsScript),
      let name = Line(lines[(number - 1)..<last].joined(separator: "\n")).sourcedName
    {
      let offset = line.arguments.offset
      add(.string, number, offset..<offset + name.utf8.count, .sourcesFile(name))
      start = offset + name.utf8.count
    }
    for row in number...last {
      values.lex(Array(lines[row - 1].utf8), from: row == number ? start : 0, line: row)
    }
    tokens += values.tokens
    return last + 1
  }
}

extension String {
  /// The text without spaces and tabs at both ends.
  fileprivate var trimmingSpaces: String { String(self[...].trimmingBlanks) }
}
