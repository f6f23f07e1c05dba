import MachoValues

/// The text after a verb, with its position in the line.
package struct Arguments: Sendable {
  /// The text without leading and trailing blanks.
  package private(set) var text: Substring
  /// The UTF-8 offset of `text` in the line.
  package private(set) var offset: Int

  /// Creates the arguments from the UTF-8 offset `start` of `line`.
  package init(_ line: String, from start: Int) {
    text = line[line.utf8.index(line.startIndex, offsetBy: start)...]
    offset = start
    trim()
  }

  /// Creates the arguments from a part of a line at the UTF-8 offset `offset`.
  init(text: Substring, offset: Int) {
    self.text = text
    self.offset = offset
    trim()
  }

  /// The UTF-8 range in the line.
  package var range: Range<Int> { offset..<offset + text.utf8.count }

  /// Whether the text is empty.
  package var isEmpty: Bool { text.isEmpty }

  /// Removes and returns the first word. Returns `nil` if there is none.
  package mutating func consumeWord() -> (text: String, range: Range<Int>)? {
    let word = text.utf8.prefix { !$0.isBlank }
    guard !word.isEmpty else { return nil }
    let range = offset..<offset + word.count
    self = Arguments(text: text[word.endIndex...], offset: range.upperBound)
    return (String(Substring(word)), range)
  }

  /// Removes `word` if it is the first word. Returns whether it was.
  package mutating func consume(_ word: String) -> Bool {
    let bytes = text.utf8
    guard bytes.starts(with: word.utf8) else { return false }
    let end = bytes.index(bytes.startIndex, offsetBy: word.utf8.count)
    guard end == bytes.endIndex || bytes[end].isBlank else { return false }
    self = Arguments(text: text[end...], offset: offset + word.utf8.count)
    return true
  }

  /// Splits the text at each `separator` outside of strings and brackets.
  package func split(at separator: String) -> [Arguments] {
    var parts: [Arguments] = []
    var rest = self
    while let found = rest.firstSeparator(of: [separator]) {
      parts.append(rest.before(found))
      rest = rest.after(found)
    }
    return parts + [rest]
  }

  /// Splits the text at each occurrence of `words` outside of strings and brackets. Blanks, brackets or
  /// the ends of the text surround an occurrence.
  package func split(atWords words: String) -> [Arguments] {
    var nesting = NestingScanner()
    var (at, start) = (0, 0)
    let (bytes, wanted) = (Array(text.utf8), Array(words.utf8))
    var parts: [Arguments] = []
    while at < bytes.count {
      let end = at + wanted.count
      if nesting.isOutside, at == 0 || bytes[at - 1].isBlank || bytes[at - 1] == UInt8(ascii: ")"),
        bytes[at...].starts(with: wanted),
        end == bytes.count || bytes[end].isBlank || bytes[end] == UInt8(ascii: "(")
      {
        parts.append(part(start..<at))
        (at, start) = (end, end)
      } else {
        nesting.advance(bytes, &at)
      }
    }
    return parts + [part(start..<bytes.count)]
  }

  /// Returns the text at UTF-8 offsets in it.
  func part(_ range: Range<Int>) -> Arguments {
    let start = text.utf8.index(text.startIndex, offsetBy: range.lowerBound)
    let end = text.utf8.index(start, offsetBy: range.count)
    return Arguments(text: text[start..<end], offset: offset + range.lowerBound)
  }

  /// The number of bytes up to the bracket that closes the first byte. `nil` if it is not closed.
  var bracketedLength: Int? {
    var nesting = NestingScanner()
    var at = 0
    let bytes = Array(text.utf8)
    while at < bytes.count {
      nesting.advance(bytes, &at)
      if nesting.isOutside { return at }
    }
    return nil
  }

  /// Removes and returns the text before the first blank outside of strings and brackets.
  mutating func consumeValue() -> Arguments? {
    guard !isEmpty else { return nil }
    let end = [" ", "\t", "\n"].compactMap { firstSeparator(of: [$0])?.start }.min()
    let value = part(0..<(end ?? text.utf8.count))
    self = part((end ?? text.utf8.count)..<text.utf8.count)
    return value
  }

  /// Returns the first separator outside of strings and brackets. At equal positions, the longest
  /// wins.
  package func firstSeparator(of separators: [String]) -> Separator? {
    var nesting = NestingScanner()
    var at = 0
    let bytes = Array(text.utf8)
    let wanted = separators.map { Array($0.utf8) }.sorted { $0.count > $1.count }
    while at < bytes.count {
      if nesting.isOutside {
        for separator in wanted
        where separator[0] == bytes[at] && bytes[at...].starts(with: separator) {
          return Separator(text: String(decoding: separator, as: UTF8.self), start: at)
        }
      }
      nesting.advance(bytes, &at)
    }
    return nil
  }

  /// Whether all strings and brackets are closed.
  var isClosed: Bool {
    var nesting = NestingScanner()
    var at = 0
    let bytes = Array(text.utf8)
    while at < bytes.count { nesting.advance(bytes, &at) }
    return nesting.isOutside
  }

  /// A separator with its UTF-8 offset in the text.
  package struct Separator: Sendable {
    package var text: String
    package var start: Int
  }

  /// Returns the text before a separator.
  package func before(_ separator: Separator) -> Arguments {
    let end = text.utf8.index(text.startIndex, offsetBy: separator.start)
    return Arguments(text: text[..<end], offset: offset)
  }

  /// Returns the text from a separator on, including it.
  package func from(_ separator: Separator) -> Arguments {
    after(Separator(text: "", start: separator.start))
  }

  /// Returns the text after a separator.
  package func after(_ separator: Separator) -> Arguments {
    let distance = separator.start + separator.text.utf8.count
    let start = text.utf8.index(text.startIndex, offsetBy: distance)
    return Arguments(text: text[start...], offset: offset + distance)
  }

  private mutating func trim() {
    while let first = text.utf8.first, first.isBlank {
      text = text[text.utf8.index(after: text.startIndex)...]
      offset += 1
    }
    while let last = text.utf8.last, last.isBlank {
      text = text[..<text.utf8.index(before: text.endIndex)]
    }
  }
}

extension Substring {
  /// The text without leading and trailing blanks.
  package var trimmingBlanks: Substring { Arguments(text: self, offset: 0).text }
}

/// Tracks open strings and brackets. Names in backticks contain neither.
struct NestingScanner {
  private var depth = 0
  private var quote: [UInt8]?

  var isInString: Bool { quote != nil }
  var isOutside: Bool { depth == 0 && quote == nil }

  /// Advances `at` over one byte, an escape, a quotation mark or a name in backticks.
  mutating func advance(_ bytes: [UInt8], _ at: inout Int) {
    if let quote {
      at = ByteSearch.firstSpecial(in: bytes, from: at)
      guard at < bytes.count else { return }
      if bytes[at] == UInt8(ascii: "\\"), quote[0] != UInt8(ascii: "#") {
        at += 2
      } else if bytes[at...].starts(with: Self.closing(quote)) {
        at += quote.count
        self.quote = nil
      } else {
        at += 1
      }
      return
    }
    switch bytes[at] {
    case UInt8(ascii: "\""), UInt8(ascii: "#"):
      // PERFORMANCE: look at 16 characters at most, so that a long run is not scanned again at each
      // byte.
      let hashes = bytes[at...].prefix(16).prefix { $0 == UInt8(ascii: "#") }
      let mark = bytes[(at + hashes.count)...].prefix(3).prefix { $0 == UInt8(ascii: "\"") }
      guard !mark.isEmpty else { break }
      let quote = Array(hashes) + mark.prefix(mark.count >= 3 ? 3 : 1)
      self.quote = quote
      at += quote.count
      return
    case UInt8(ascii: "`"):
      if let end = endOfBackticks(bytes, from: at) {
        at = end
        return
      }
    case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): depth = max(0, depth - 1)
    default: break
    }
    at += 1
  }

  private static func closing(_ quote: [UInt8]) -> [UInt8] { quote.reversed() }
}
