import Foundation
import MachoMetadata

/// Writes the text of a dump or a diff into a single buffer.
struct Printer: ~Copyable {
  private var bytes = ByteBuffer()
  /// The indentation of each line in spaces.
  var indent = 0
  /// The margin sign of each line; `nil` in a dump, which has no margin.
  var margin: Margin?
  /// The class instances visited so far.
  var visitedObjects = VisitedObjects()
  /// The side of a diff that the values being written are on. Default: the new one.
  var side = Side.new
  /// The style of field labels.
  let labelStyle: LabelStyle
  /// The role, depth and label of each line, which a `Change` needs. Default: `nil` (not recorded).
  var outline: ChangeOutline?
  /// Whether a change of a value with a single named field is shown inside of it, as in a script.
  /// Otherwise both values are shown, as in custom-dump.
  var opensSingleFields = false
  /// Whether such a change has been shown as both values.
  var hasWholeValues = false

  init(labelStyle: LabelStyle) { self.labelStyle = labelStyle }

  /// The text written so far.
  var text: String { bytes.text() }
  var count: Int { bytes.count }

  mutating func write(_ byte: UInt8) { bytes.append(byte) }

  /// Writes text without newlines.
  mutating func write(line: [UInt8]) { bytes.append(line) }

  /// Writes text without newlines.
  mutating func write(line: ConstantBytes) { bytes.append(line) }

  /// Writes text without newlines.
  mutating func write(plain text: String) { bytes.append(text) }

  /// Writes an integer in decimal.
  mutating func write(number: Int) { bytes.append(decimal: number) }

  /// Writes the index of an element as its label.
  mutating func write(index: Int) {
    let start = bytes.count
    bytes.append(UInt8(ascii: "["))
    bytes.append(decimal: index)
    bytes.append(Self.indexEnd)
    outline?.addLabel(.index(index), isID: false, from: start, to: bytes.count)
  }

  /// Writes the label of a field or the key of an element, with its colon and space.
  mutating func writeLabel(isID: Bool = false, _ body: (inout Printer) -> Void) {
    let start = bytes.count
    body(&self)
    guard outline != nil else { return }
    outline?.addLabel(
      .text(length: bytes.count - start - 2), isID: isID, from: start, to: bytes.count)
  }

  /// Writes an opening bracket and what belongs to it.
  mutating func open(_ container: ChangeLine.Container, _ text: StaticString = "(") {
    text.withUTF8Buffer { bytes.append($0) }
    outline?.open(container, at: bytes.count)
  }

  /// Writes a closing bracket and what belongs to it.
  mutating func close(_ text: StaticString = ")") {
    if let outline, outline.isAtStart(bytes.count) { self.outline?.setRole(.closing) }
    text.withUTF8Buffer { bytes.append($0) }
  }

  /// Writes an ellipsis in place of a part of a value.
  mutating func elide(_ text: StaticString = "…") {
    outline?.elide()
    text.withUTF8Buffer { bytes.append($0) }
  }

  /// Writes the comma after a value that another one follows.
  mutating func writeComma() {
    bytes.append(.comma)
    outline?.addComma()
  }

  mutating func writeNil() {
    outline?.addNil(at: bytes.count)
    write(plain: "nil")
  }

  private static let indexEnd = ConstantBytes(Array("]: ".utf8))

  /// Writes a string in quotes. Returns `false`, and writes nothing, unless it is printable ASCII
  /// without quotes and backslashes.
  mutating func writeQuoted(ifPlain text: String) -> Bool { bytes.appendQuoted(ifPlain: text) }

  /// Writes text, and starts each further line with the margin and indentation. With source names, an
  /// empty line of a dump has no indentation.
  mutating func write(_ text: String) {
    let start = bytes.count
    bytes.append(text)
    // The outermost lines of a dump have no prefix.
    if margin == nil, indent == 0, outline == nil { return }
    guard let end = bytes.firstIndex(of: .newline, from: start) else { return }
    let rest = bytes.bytes(from: end)
    bytes.truncate(to: end)
    if labelStyle == .stored, Self.mayHaveCombiningMark(afterNewlineIn: rest) {
      bytes.truncate(to: start)
      bytes.append(text.replacingOccurrences(of: "\n", with: lineBreak))
      return
    }
    let indentsEmptyLines = labelStyle == .stored || margin != nil
    for (index, byte) in rest.enumerated() {
      guard byte == .newline else {
        bytes.append(byte)
        continue
      }
      let isEmpty = index + 1 < rest.count && rest[index + 1] == .newline
      if isEmpty && !indentsEmptyLines { writeEmptyLine() } else { newline() }
      if outline != nil {
        let spaces = rest[(index + 1)...].prefix { $0 == .space }.count
        let first = rest[(index + 1 + spaces)...].first
        outline?.addDescribedLine(spaces, first: first == .newline ? nil : first)
      }
    }
  }

  private mutating func writeEmptyLine() {
    endLine()
    outline?.beginLine(margin, indent: indent, at: bytes.count)
  }

  /// Writes the description of a value, with its labels in `labelStyle`.
  mutating func write(description text: String) {
    guard labelStyle == .source, text.utf8.contains(UInt8(ascii: "_")) else { return write(text) }
    write(SourceNames.restored(in: text, mayBeginWithName: mayWriteLabel))
  }

  /// Whether a field label may follow the text written so far.
  private var mayWriteLabel: Bool {
    var index = bytes.count - 1
    while index >= 0, bytes[index] == .space { index -= 1 }
    if index < 0 || bytes[index] == .newline || bytes[index] == .open { return true }
    // Only the margin sign precedes it on this line.
    return margin != nil && (index == 0 || bytes[index - 1] == .newline)
  }

  /// Whether a newline is followed by a possible combining mark. Foundation, which breaks lines in
  /// custom-dump, takes the two for one character.
  private static func mayHaveCombiningMark(afterNewlineIn bytes: [UInt8]) -> Bool {
    var previous: UInt8 = 0
    for byte in bytes {
      if previous == .newline, byte >= 0x80 { return true }
      previous = byte
    }
    return false
  }

  /// Ends a line and starts the next one.
  mutating func newline(afterComma comma: Bool = false) {
    outline?.endLine(at: bytes.count, comma: comma)
    bytes.appendLineBreak(comma: comma, sign: margin?.rawValue, spaces: indent)
    outline?.beginLine(margin, indent: indent, at: bytes.count)
  }

  /// Starts a new line with a line of a multi-line string. An empty one has no indentation, which
  /// would be a space at the end of a line.
  mutating func writeLine(of string: String, indentation: String) {
    guard !string.isEmpty || margin != nil else { return writeEmptyLine() }
    newline()
    write(plain: indentation + string)
  }

  /// Ends a line without starting the next one.
  mutating func endLine() {
    outline?.endLine(at: bytes.count)
    bytes.append(.newline)
  }

  /// Writes the margin and indentation of a line.
  mutating func beginLine() {
    // custom-dump writes two instances without a newline between them.
    let isNew = bytes.count == 0 || bytes[bytes.count - 1] == .newline
    bytes.appendLineStart(sign: margin?.rawValue, spaces: indent)
    if isNew { outline?.beginLine(margin, indent: indent, at: bytes.count) }
  }

  private var lineBreak: String {
    var printer = Printer(labelStyle: labelStyle)
    printer.margin = margin
    printer.indent = indent
    printer.newline()
    return printer.text
  }

  /// Whether text has several lines, as Foundation defines them.
  static func hasNewline(_ text: String) -> Bool {
    text.utf8.contains(.newline) && text.contains("\n")
  }

  /// Whether the text from `start` on may have several lines.
  func hasNewline(from start: Int) -> Bool {
    bytes.firstIndex(of: .newline, from: start) != nil
  }

  /// Returns the text from `start` on.
  func text(from start: Int) -> String { bytes.text(from: start) }

  /// A place to which text can be removed.
  struct Place {
    let count: Int
    fileprivate let outline: ChangeOutline.Mark?
  }

  var place: Place { Place(count: bytes.count, outline: outline?.mark) }

  /// Removes the text after a place.
  mutating func drop(after place: Place) {
    bytes.truncate(to: place.count)
    if let mark = place.outline { outline?.restore(mark) }
  }

  /// Returns the text that `body` writes, without margin and indentation.
  mutating func renderSeparately(
    labelStyle: LabelStyle? = nil, side: Side? = nil, _ body: (inout Printer) -> Void
  ) -> String {
    render(labelStyle: labelStyle, side: side, body).text
  }

  /// Returns what `body` writes, without margin and indentation.
  mutating func render(
    labelStyle: LabelStyle? = nil, side: Side? = nil, _ body: (inout Printer) -> Void
  ) -> RenderedText {
    var other = Printer(labelStyle: labelStyle ?? self.labelStyle)
    other.side = side ?? self.side
    if outline != nil {
      other.outline = ChangeOutline()
      other.outline?.beginLine(nil, indent: 0, at: 0)
    }
    swap(&other.visitedObjects, &visitedObjects)
    body(&other)
    swap(&other.visitedObjects, &visitedObjects)
    let end = other.count
    other.outline?.endLine(at: end)
    return RenderedText(text: other.text, lines: other.outline?.lines ?? [])
  }

  /// Writes a text that was rendered separately.
  mutating func write(_ rendered: RenderedText) {
    let first = (outline?.lines.count ?? 0) - 1
    write(rendered.text)
    outline?.replaceLines(from: first, by: rendered.lines, indent: indent)
  }

  /// Ends the text, without a newline.
  mutating func endText() {
    let last = bytes.count - 1
    guard last >= 0, bytes[last] == .newline else {
      outline?.endLine(at: bytes.count)
      return
    }
    if last == 0 || bytes[last - 1] != .carriageReturn { bytes.truncate(to: last) }
  }
}

/// A text that was written apart from the others, with what its lines are.
struct RenderedText: Equatable, Sendable {
  let text: String
  let lines: [ChangeLine]

  static func == (left: Self, right: Self) -> Bool { left.text == right.text }
}

/// The margin sign of a line in a diff.
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
  static let open: UInt8 = 0x28
  static let close: UInt8 = 0x29
  static let dot: UInt8 = 0x2e
}
