import Foundation
import MachoValues
import Testing

@Suite struct LimitTests {
  let syntax = ValueSyntax()

  @Test("ten megabytes of one string are read in one go")
  func longString() throws {
    let inside = String(repeating: "a\\n", count: 3_500_000)
    let value: String = try syntax.read("\"\(inside)\"")
    #expect(value.utf8.count == 7_000_000)
  }

  @Test(
    "megabytes of anything end in an error, in linear time",
    arguments: [
      "(", "[", "\"", "\\\"", "a.", "a<", "#", "x ", "-", "UUID(", "[[", "0", ",", "é", "\"\"\"\n",
      "@file(", "$", "...", "1..<", "a(", "``", "\"\\u{",
    ])
  func longGarbage(piece: String) {
    #if DEBUG
      let size = 500_000
    #else
      let size = 10_000_000
    #endif
    let text = String(repeating: piece, count: size / piece.utf8.count)
    let start = ContinuousClock.now
    #expect(throws: ValueError.self) { try syntax.read(text[...], as: Contacts.Action.self) }
    #expect(throws: ValueError.self) { try syntax.read(text[...], as: [Int].self) }
    _ = TextScan.isComplete(text[...])
    #expect(ContinuousClock.now - start < .seconds(30))
  }

  @Test("a long array is read in linear time")
  func longArray() throws {
    let text = "[" + String(repeating: "1, ", count: 200_000) + "2]"
    #expect(try syntax.read(text[...], as: [Int].self).count == 200_001)
  }

  @Test("no bytes whatever trap", arguments: 0..<8)
  func fuzz(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    let pieces = [
      "(", ")", "[", "]", "\"", "\"\"\"", "\n", "#", "\\", ".", ",", ":", " ", "0", "1e", "0x", "-",
      "_", "nil", "true", "some", "none", "destination", "presented", "element", "id: ", "UUID",
      "Date", "URL", "@file", "$x", "\\.a", "..<", "...", "ms", "é", "\u{0}", "{", "}", "Contact",
      "`", "<", ">", "error", "2024-01-01", "\\u{", "self", "count", "==", "contains",
    ]
    for _ in 0..<1500 {
      let text = (0..<generator.below(14)).map { _ in
        generator.below(8) == 0
          ? String(decoding: [UInt8.arbitrary(&generator)], as: UTF8.self)
          : pieces[generator.below(pieces.count)]
      }.joined()
      let input = text[...]
      _ = try? syntax.read(input, as: Contacts.Action.self)
      _ = try? syntax.read(input, as: Contact.self)
      _ = try? syntax.read(input, as: [String: AnyHashable].self)
      _ = try? syntax.read(input, as: Date?.self)
      _ = try? syntax.read(input, as: Duration.self)
      _ = try? syntax.read(input, as: Decimal.self)
      _ = try? syntax.read(input, as: (any Error).self)
      _ = try? syntax.read(input, as: ClosedRange<Double>.self)
      _ = try? ValuePattern(reading: input, type: Contacts.Action.self)
      _ = try? Comparison(reading: input).evaluate(in: TypedValue(Search.State()))
      _ = syntax.completions(of: input, as: Contacts.Action.self)
      _ = syntax.completions(ofPath: input, in: TypedValue(Search.State()))
      _ = TextScan.isComplete(input)
      _ = TextScan.split(input, by: ",")
    }
  }

  @Test("an error's range lies within the text")
  func ranges() {
    var generator = SeededGenerator(seed: 99)
    let whole = Array(
      "destination.presented.addContact.delegate.saveContact(Contact(id: UUID(1), name: \"é\"))"
        .utf8)
    for _ in 0..<3000 {
      var bytes = whole
      bytes.remove(at: generator.below(bytes.count))
      bytes.insert(UInt8(32 + generator.below(95)), at: generator.below(bytes.count))
      let text = String(decoding: bytes.prefix(generator.below(bytes.count + 1)), as: UTF8.self)
      do throws(ValueError) {
        _ = try syntax.read(text[...], as: Contacts.Action.self)
      } catch {
        #expect(
          error.range.lowerBound >= 0 && error.range.upperBound <= text.utf8.count,
          "\(text) \(error)")
      }
    }
  }
}
