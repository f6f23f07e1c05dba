import Foundation
import MachoMetadata

/// One buffer that the text of a dump or of a diff is written into, from its beginning to its end.
struct Printer: ~Copyable {
  private var bytes = ByteBuffer()
  /// How many spaces every line begins with.
  var indent = 0
  /// The sign in front of the indentation; nil in a dump, which has no margin.
  var margin: Margin?
  /// Which instances of classes were met.
  var visitedObjects = VisitedObjects()
  /// Which names parts are printed under.
  let labelStyle: LabelStyle

  init(names: LabelStyle) { self.labelStyle = names }

  /// The text so far.
  var text: String { bytes.text() }
  var count: Int { bytes.count }

  mutating func write(_ byte: UInt8) { bytes.append(byte) }

  /// Writes text that is known to be of one line.
  mutating func write(line: [UInt8]) { bytes.append(line) }

  /// Writes text that is known to be of one line.
  mutating func write(line: ConstantBytes) { bytes.append(line) }

  /// Writes text that is known to be of one line.
  mutating func write(plain text: String) { bytes.append(text) }

  /// Writes a number in decimal.
  mutating func write(number: Int) { bytes.append(decimal: number) }

  /// Writes the index of an element as its name.
  mutating func write(index: Int) {
    bytes.append(UInt8(ascii: "["))
    bytes.append(decimal: index)
    bytes.append(Self.indexEnd)
  }

  private static let indexEnd = ConstantBytes(Array("]: ".utf8))

  /// Writes a string in quotes if it is of printable ASCII without quotes, as most are.
  mutating func writeQuoted(ifPlain text: String) -> Bool { bytes.appendQuoted(ifPlain: text) }

  /// Writes text whose lines, after the first, begin as lines begin here.
  mutating func write(_ text: String) {
    let start = bytes.count
    bytes.append(text)
    // The outermost lines of a dump begin with nothing.
    if margin == nil, indent == 0 { return }
    guard let end = bytes.firstIndex(of: .newline, from: start) else { return }
    let rest = bytes.bytes(from: end)
    bytes.truncate(to: end)
    if Self.mayHaveCombiningMark(afterNewlineIn: rest) {
      bytes.truncate(to: start)
      bytes.append(text.replacingOccurrences(of: "\n", with: lineBreak))
      return
    }
    for byte in rest {
      if byte == .newline { newline() } else { bytes.append(byte) }
    }
  }

  /// Writes text that a type made of itself, its parts under the names that are asked for.
  mutating func write(description text: String) {
    guard labelStyle == .source, text.utf8.contains(UInt8(ascii: "_")) else { return write(text) }
    write(SourceNames.restored(in: text, mayBeginWithName: mayWriteLabel))
  }

  /// Whether what is written next stands where the name of a part may stand.
  private var mayWriteLabel: Bool {
    var index = bytes.count - 1
    while index >= 0, bytes[index] == .space { index -= 1 }
    if index < 0 || bytes[index] == .newline || bytes[index] == .open { return true }
    // The sign of a line's margin.
    return margin != nil && (index == 0 || bytes[index - 1] == .newline)
  }

  /// Whether a newline is followed by what might be a combining mark: Foundation, which breaks the
  /// lines of the dumps that these are compared with, takes the two for one character.
  private static func mayHaveCombiningMark(afterNewlineIn bytes: [UInt8]) -> Bool {
    var previous: UInt8 = 0
    for byte in bytes {
      if previous == .newline, byte >= 0x80 { return true }
      previous = byte
    }
    return false
  }

  /// Ends a line and begins the next.
  mutating func newline(afterComma comma: Bool = false) {
    bytes.appendLineBreak(comma: comma, sign: margin?.rawValue, spaces: indent)
  }

  /// Ends a line; what begins the next says so itself.
  mutating func endLine() { bytes.append(.newline) }

  /// Writes what stands before the text of a line.
  mutating func beginLine() {
    bytes.appendLineStart(sign: margin?.rawValue, spaces: indent)
  }

  private var lineBreak: String {
    var printer = Printer(names: labelStyle)
    printer.margin = margin
    printer.indent = indent
    printer.newline()
    return printer.text
  }

  /// Whether a text has several lines, as Foundation sees it.
  static func hasNewline(_ text: String) -> Bool {
    text.utf8.contains(.newline) && text.contains("\n")
  }

  /// Whether the text from `start` on may have several lines.
  func hasNewline(from start: Int) -> Bool {
    bytes.firstIndex(of: .newline, from: start) != nil
  }

  /// Drops the text from `start` on.
  mutating func drop(from start: Int) { bytes.truncate(to: start) }

  /// Takes away the text from `start` on.
  mutating func take(from start: Int) -> String {
    let text = bytes.text(from: start)
    bytes.truncate(to: start)
    return text
  }

  /// The text that `body` writes, as it stands by itself.
  mutating func renderSeparately(names: LabelStyle? = nil, _ body: (inout Printer) -> Void)
    -> String
  {
    var other = Printer(names: names ?? self.labelStyle)
    swap(&other.visitedObjects, &visitedObjects)
    body(&other)
    swap(&other.visitedObjects, &visitedObjects)
    return other.text
  }

  /// Drops the newline that ends the text, if one does.
  mutating func dropLastNewline() {
    let last = bytes.count - 1
    guard last >= 0, bytes[last] == .newline else { return }
    if last == 0 || bytes[last - 1] != .carriageReturn { bytes.truncate(to: last) }
  }
}

/// The sign before a line of a diff.
enum Margin: UInt8 {
  case both = 0x20
  case old = 0x2d
  case new = 0x2b
}

extension UInt8 {
  static let newline: UInt8 = 0x0a
  static let carriageReturn: UInt8 = 0x0d
  static let space: UInt8 = 0x20
  static let comma: UInt8 = 0x2c
  static let quote: UInt8 = 0x22
  static let backslash: UInt8 = 0x5c
  static let open: UInt8 = 0x28
  static let close: UInt8 = 0x29
  static let dot: UInt8 = 0x2e
}
