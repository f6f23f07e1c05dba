import Foundation
import MachoValues
import Testing

/// A linked list of Optionals and arrays, which have their own printers.
private struct Link {
  var next: [Link?]
  static func chain(_ length: Int) -> Link {
    (0..<length).reduce(Link(next: [])) { link, _ in Link(next: [link]) }
  }
}

@Suite struct LimitTests {
  let syntax = ValueSyntax()

  /// The size of a text in bytes. Linear work takes forty times as long in a debug build.
  #if DEBUG
    static let size = 60_000
  #else
    static let size = 10_000_000
  #endif

  @Test("a string of several megabytes is read in linear time")
  func longString() throws {
    let inside = String(repeating: "a\\n", count: Self.size / 3)
    let value: String = try syntax.read("\"\(inside)\"")
    #expect(value.utf8.count == Self.size / 3 * 2)
  }

  @Test("an unknown name of several megabytes is looked up once and excerpted in errors")
  func longName() {
    let name = String(repeating: "incr", count: Self.size / 4)
    let paths = ["State(\(name): 1)", "Search.State(settings: .init(\(name): 1))"]
    var errors = paths.map { text in
      #expect(throws: ValueError.self) { try syntax.read(text[...], as: Search.State.self) }
    }
    errors.append(
      #expect(throws: ValueError.self) { try syntax.read(name[...], as: Contacts.Action.self) })
    errors.append(
      #expect(throws: ValueError.self) { try syntax.read("\(name)(1)", as: Search.State.self) })
    errors.append(#expect(throws: ValueError.self) { try syntax.read("$\(name)", as: Int.self) })
    errors.append(
      #expect(throws: ValueError.self) {
        try ValuePath(reading: name[...]).value(in: Search.State())
      })
    for error in errors {
      #expect((error?.message.utf8.count ?? 0) < 200)
      #expect(error?.candidates.allSatisfy { $0.utf8.count < 500 } == true)
    }
    #expect(syntax.completions(of: name[...], as: Contacts.Action.self).isEmpty)
    #expect(syntax.completions(ofPath: name[...], in: TypedValue(Search.State())).isEmpty)
  }

  @Test(
    "megabytes of invalid text end in an error, in linear time",
    arguments: [
      "(", "[", "\"", "\\\"", "a.", "a<", "#", "x ", "-", "UUID(", "[[", "0", ",", "é", "\"\"\"\n",
      "@file(", "$", "...", "1..<", "a(", "``", "\"\\u{",
    ])
  func longGarbage(piece: String) {
    let text = String(repeating: piece, count: Self.size / piece.utf8.count)
    #expect(throws: ValueError.self) { try syntax.read(text[...], as: Contacts.Action.self) }
    #expect(throws: ValueError.self) { try syntax.read(text[...], as: [Int].self) }
    _ = syntax.completions(of: text[...], as: Contacts.Action.self)
    _ = syntax.completions(of: text[...], as: [String: [Search.State]].self)
    _ = syntax.completions(ofPath: text[...], in: TypedValue(Search.State()))
    _ = try? ValuePattern(reading: text[...], type: Contacts.Action.self)
    _ = try? Comparison(reading: text[...]).evaluate(in: TypedValue(Search.State()))
  }

  @Test("many elements deep inside enums are read and printed in linear time")
  func longArray() throws {
    let count = Self.size / 3
    let value = (0..<20).reduce(Generic<Int>.many(Array(0..<count))) { value, _ in .again(value) }
    let text = syntax.print(value)
    #expect(try syntax.read(text[...]) == value)
    #expect(try ValuePattern(reading: text[...], type: Generic<Int>.self).matches(value))
    let called =
      String(repeating: "again(", count: 20) + "many(["
      + (0..<count).map { "\($0)" }.joined(separator: ", ") + "])"
      + String(repeating: ")", count: 20)
    #expect(try syntax.read(called[...]) == value)
    #expect(syntax.completions(of: called.dropLast(21), as: Generic<Int>.self).isEmpty)
    #expect(syntax.completions(of: called.dropLast(20), as: Generic<Int>.self).isEmpty)
  }

  @Test("chains of ten thousand names are too deep for every parser")
  func longChain() {
    let chain = String(repeating: "again.", count: 10_000)
    let text = chain + "nothing"
    let error = #expect(throws: ValueError.self) {
      try syntax.read(text[...], as: Generic<Int>.self)
    }
    #expect(error?.code == "too-deep")
    let path = #expect(throws: ValueError.self) { try ValuePath(reading: text[...]) }
    #expect(path?.code == "too-deep")
    #expect(syntax.completions(of: chain[...], as: Generic<Int>.self).isEmpty)
    #expect(syntax.completions(ofPath: chain[...], in: TypedValue(Generic<Int>.nothing)).isEmpty)
    #expect(throws: ValueError.self) {
      try ValuePattern(reading: text[...], type: Generic<Int>.self)
    }
    let types = String(repeating: "Generic.", count: 50) + "nothing"
    #expect(throws: ValueError.self) { try syntax.read(types[...], as: Generic<Int>.self) }
  }

  @Test("values that nest deeper than text may are printed up to a depth, on a small stack")
  func deepValue() async {
    let texts: [String] = await withCheckedContinuation { continuation in
      let thread = Thread {
        let tree = (0..<500).reduce(Tree.leaf) { .node($0, $1, .leaf) }
        let links = (Link.chain(500), Link.chain(500))
        let calls =
          String(repeating: "again(", count: 60) + "nothing" + String(repeating: ")", count: 60)
        let brackets = String(repeating: "[", count: 60) + String(repeating: "]", count: 60)
        continuation.resume(
          returning: [
            ValueSyntax().print(tree), ValueSyntax().print(links.0),
            "\(valuesEqual(links.0, links.1))",
            "\((try? ValueSyntax().read(calls[...], as: Generic<Int>.self)) != nil)",
            "\((try? ValueSyntax().read(brackets[...], as: AnyHashable.self)) == nil)",
          ])
      }
      // A debug build needs one megabyte. Sanitizers make every frame larger.
      thread.stackSize = 4 * 1024 * 1024
      thread.start()
    }
    #expect(texts[0].hasSuffix(", .leaf)") && texts[0].contains("..."))
    #expect(texts[1].contains("..."))
    #expect(texts[2...] == ["false", "true", "true"])
  }

  @Test("nested generic types take time proportional to their length")
  func deepGenerics() throws {
    func nest<T: Equatable>(_: T.Type, _ depth: Int) throws {
      if depth > 0 { return try nest(Generic<T>.self, depth - 1) }
      let value = Generic<T>.many([])
      #expect(try syntax.read(syntax.print(value)[...]) == value)
      #expect(throws: ValueError.self) { try syntax.read("noting", as: Generic<T>.self) }
      #expect(syntax.completions(of: "", as: Generic<T>.self).count == 5)
    }
    try nest(Int.self, 40)
  }

  @Test("no input traps", arguments: 0..<8)
  func fuzz(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    let pieces = [
      "(", ")", "[", "]", "\"", "\"\"\"", "\n", "#", "\\", ".", ",", ":", " ", "0", "1e", "0x", "-",
      "_", "nil", "true", "some", "none", "destination", "presented", "element", "id: ", "UUID",
      "Date", "URL", "@file", "$x", "\\.a", "..<", "...", "ms", "é", "\u{0}", "{", "}", "Contact",
      "`", "<", ">", "error", "2024-01-01", "\\u{", "self", "count", "==", "contains",
    ]
    for _ in 0..<(Self.size < 1_000_000 ? 300 : 3000) {
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
    }
  }

  @Test("an error's range lies within the text")
  func ranges() {
    var generator = SeededGenerator(seed: 99)
    let whole = Array(
      "destination.presented.addContact.delegate.saveContact(Contact(id: UUID(1), name: \"é\"))"
        .utf8)
    for _ in 0..<(Self.size < 1_000_000 ? 500 : 5000) {
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
