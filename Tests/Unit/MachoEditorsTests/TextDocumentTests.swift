import MachoSessions
import Testing

@testable import MachoEditors

@Suite struct TextDocumentTests {
  @Test func positionsCountUTF16CodeUnits() {
    let document = TextDocument("aé😀b\nc")
    #expect(document.offset(of: TextPosition(line: 0, character: 1)) == 1)
    #expect(document.offset(of: TextPosition(line: 0, character: 2)) == 3)
    #expect(document.offset(of: TextPosition(line: 0, character: 4)) == 7)
    #expect(document.position(of: 7) == TextPosition(line: 0, character: 4))
    #expect(document.offset(of: TextPosition(line: 1, character: 0)) == 9)
  }

  @Test func aPositionOutsideOfTheTextMovesToTheNearestOne() {
    let document = TextDocument("ab\ncd")
    #expect(document.offset(of: TextPosition(line: 0, character: 9)) == 2)
    #expect(document.offset(of: TextPosition(line: 9, character: 0)) == 5)
    #expect(document.end == TextPosition(line: 1, character: 2))
  }

  @Test func linesEndAtAllLineEndingsOfTheProtocol() {
    let document = TextDocument("a\r\nb\rc\nd")
    #expect(document.lineCount == 4)
    #expect(document.offset(of: TextPosition(line: 0, character: 5)) == 1)
    #expect(document.offset(of: TextPosition(line: 2, character: 0)) == 5)
  }

  @Test func anEditThatJoinsACarriageReturnAndALineFeedJoinsTheirLines() {
    var document = TextDocument("a\rx\nb")
    let start = TextPosition(line: 1, character: 0)
    document.replace(TextRange(start: start, end: TextPosition(line: 1, character: 1)), with: "")
    #expect(document.text == "a\r\nb")
    #expect(document.lineCount == 2)
    #expect(document.offset(of: TextPosition(line: 1, character: 0)) == 3)
  }

  /// The oracle keeps UTF-16 code units and finds lines by a scan from the start.
  @Test func tenThousandRandomEditsEqualThoseOfAModelOfUTF16CodeUnits() {
    var random = SplitMix64(seed: 7)
    let pieces = [
      "", "a", "é", "😀", "\n", "\r", "\r\n", "|", "send x\n", "日本", "\u{1F469}\u{200D}\u{1F680}",
    ]
    var document = TextDocument("")
    var model = UTF16Model(units: [])
    for _ in 0..<10_000 {
      let positions = (model.randomPosition(&random), model.randomPosition(&random))
      let range = TextRange(
        start: min(positions.0, positions.1), end: max(positions.0, positions.1))
      let isLarge = model.units.count > 400
      let text =
        isLarge
        ? ""
        : (0..<Int.random(in: 0...3, using: &random)).map { _ in
          pieces.randomElement(using: &random) ?? ""
        }.joined()
      document.replace(range, with: text)
      model.replace(range, with: text)
      guard document.text.utf8.elementsEqual(model.text.utf8),
        document.lineCount == model.lineStarts.count
      else {
        Issue.record(
          "\(range) with \(text.debugDescription): \(document.text.debugDescription), not \(model.text.debugDescription)"
        )
        return
      }
      let probe = model.randomPosition(&random)
      #expect(document.position(of: document.offset(of: probe)) == probe)
    }
  }
}

/// A text as UTF-16 code units, without any index.
private struct UTF16Model {
  var units: [UInt16]

  var text: String { String(decoding: units, as: UTF16.self) }

  var lineStarts: [Int] {
    var starts = [0]
    for index in units.indices {
      let isLineFeed = units[index] == 0x0A
      let isReturn = units[index] == 0x0D && !(index + 1 < units.count && units[index + 1] == 0x0A)
      if isLineFeed || isReturn { starts.append(index + 1) }
    }
    return starts
  }

  private func endOfLine(_ line: Int) -> Int {
    let starts = lineStarts
    guard line + 1 < starts.count else { return units.count }
    var end = starts[line + 1] - 1
    if units[end] == 0x0A, end > starts[line], units[end - 1] == 0x0D { end -= 1 }
    return end
  }

  private func index(of position: TextPosition) -> Int {
    lineStarts[position.line] + position.character
  }

  mutating func replace(_ range: TextRange, with text: String) {
    units.replaceSubrange(index(of: range.start)..<index(of: range.end), with: Array(text.utf16))
  }

  /// Returns a position that is not inside of a surrogate pair.
  func randomPosition(_ random: inout SplitMix64) -> TextPosition {
    let starts = lineStarts
    let line = Int.random(in: 0..<starts.count, using: &random)
    var character = Int.random(in: 0...(endOfLine(line) - starts[line]), using: &random)
    let unit = starts[line] + character
    if unit < units.count, 0xDC00...0xDFFF ~= units[unit] { character -= 1 }
    return TextPosition(line: line, character: character)
  }
}
