import Foundation
import MachoValues
import Testing

@Suite struct VariableTests {
  private let syntax: ValueSyntax = {
    var state = Contact(
      id: UUID(uuidString: "00000000-0000-0000-0000-000000000001") ?? UUID(), name: "Blob")
    state.nick = "B"
    return ValueSyntax(
      variables: [
        "c": .of(state), "n": .of(3), "list": .of([1, 2, 3]), "map": .of(["k": 7]),
        "seen": Variable(text: "3"), "word": Variable(text: "two words"),
      ])
  }()

  @Test("a path may follow a variable")
  func paths() throws {
    #expect(try syntax.read("$n") == 3)
    #expect(try syntax.read("$c.name") == "Blob")
    #expect(try syntax.read("$c.nick") == String?.some("B"))
    #expect(try syntax.read("$c.nick") == "B")
    #expect(try syntax.read("[$list[0], $list[ 2 ], $list.count, $map[\"k\"]]") == [1, 3, 3, 7])
    #expect(try syntax.read("$list[1]..<$n") == 2..<3)
    #expect(try syntax.read("$n...", as: PartialRangeFrom<Int>.self).lowerBound == 3)
    #expect(
      try syntax.read("rename($c.name, to: $c.nick)") == Contacts.Action.rename("Blob", to: "B"))
  }

  @Test("untyped text is read as the required type, or verbatim as a string")
  func untyped() throws {
    #expect(try syntax.read("$seen") == 3)
    #expect(try syntax.read("[$seen, 0.5]") == [3, 0.5])
    #expect(try syntax.read("$word") == "two words")
    #expect(
      try syntax.read("rename($word, to: nil)") == Contacts.Action.rename("two words", to: nil))
    for (text, range) in [("[$word]", 1..<6), ("[$seen.count]", 7..<12)] {
      let error = #expect(throws: ValueError.self) { try syntax.read(text[...], as: [Int].self) }
      #expect(error?.range == range, "\(String(describing: error))")
    }
  }

  @Test("a variable may be the argument of a call that customDump prints without quotes")
  func spelled() throws {
    let id = try #require(UUID(uuidString: "00000000-0000-0000-0000-00000000000A"))
    let syntax = ValueSyntax(variables: [
      "part": Variable(text: id.uuidString), "number": .of(10), "text": .of(id.uuidString),
      "url": Variable(text: "https://example.com/a?b=c"),
    ])
    for text in ["UUID($part)", "UUID($number)", "UUID($text)"] {
      #expect(try syntax.read(text[...]) == id, "\(text)")
    }
    #expect(try syntax.read("[URL($url)]") == [URL(string: "https://example.com/a?b=c")])
    let error = #expect(throws: ValueError.self) {
      try syntax.read("[UUID($url)]", as: [UUID].self)
    }
    #expect(error?.range == 1..<11)
  }

  @Test("'with' replaces properties of a value")
  func changes() throws {
    let changed: Contact = try syntax.read("$c with(name: \"Bob\", nick: nil)")
    #expect(changed.name == "Bob" && changed.nick == nil)
    let original: Contact = try syntax.read("$c")
    #expect(try syntax.read("[$c, $c with()]") == [original, original])
    #expect(try syntax.read("$c with(name: \"Bob\")", as: Contact?.self)?.nick == "B")
    #expect(
      try syntax.read("Contact(id: UUID(1), name: $c.name) with(name: $word)", as: Contact.self)
        .name == "two words")
    for (text, code, range) in [
      ("$c with(nmae: 1)", "no-such-property", 8..<12),
      ("$x with(name: 1)", "no-such-variable", 0..<2),
      ("$c with(name: 1)", "wrong-type", 14..<15), ("$c with(name: \"a\"", "unclosed", 7..<8),
      ("$c with", "syntax", 3..<7), ("$n with(name: 1)", "wrong-type", 0..<2),
    ] as [(String, String, Range<Int>)] {
      let error = #expect(throws: ValueError.self, "\(text)") {
        try syntax.read(text[...], as: Contact.self)
      }
      #expect(error?.code == code && error?.range == range, "\(text): \(String(describing: error))")
    }
    #expect(throws: ValueError.self) { try syntax.read("$n with(name: 1)", as: Int.self) }
  }

  @Test("a value without text cannot be a variable")
  func opaque() {
    #expect(throws: ValueError.self) { try Variable(TypedValue({ 1 } as () -> Int)) }
  }

  @Test("errors are located at the step that fails")
  func errors() {
    for (text, code, range) in [
      ("$x.name", "no-such-variable", 0..<7), ("$c.nmae", "no-such-property", 3..<7),
      ("$list[9]", "no-such-element", 5..<8), ("$c.name", "wrong-type", 0..<7),
      ("$list[0", "unclosed", 5..<6), ("$c.", "syntax", 2..<3),
    ] as [(String, String, Range<Int>)] {
      let error = #expect(throws: ValueError.self, "\(text)") {
        try syntax.read(text[...], as: Int.self)
      }
      #expect(error?.code == code && error?.range == range, "\(text): \(String(describing: error))")
    }
    let error = #expect(throws: ValueError.self) { try syntax.read("$c.name", as: Int.self) }
    #expect(error?.message == "expected Int, but $c.name is String")
  }

  @Test("partial ranges and URLs with a base round-trip")
  func partialRangesAndURLs() throws {
    let base = try #require(URL(string: "https://example.com/a/"))
    let url = try #require(URL(string: "b?c=1", relativeTo: base))
    let text = "URL(\"b?c=1\", relativeTo: URL(\"https://example.com/a/\"))"
    #expect(syntax.print(url) == text)
    #expect(try syntax.read(text[...]) == url)
    #expect(syntax.print(...3) == "...3")
    #expect(syntax.print(..<3) == "..<3")
    #expect(syntax.print((3...)) == "3...")
    #expect(try syntax.read("..<3", as: PartialRangeUpTo<Int>.self).upperBound == 3)
    #expect(try syntax.read("...3", as: PartialRangeThrough<Int>.self).upperBound == 3)
    let all = try syntax.read("[3..., 4...]", as: [PartialRangeFrom<Int>].self)
    #expect(all.map(\.lowerBound) == [3, 4])
    #expect(valuesEqual((3...), (3...)) && !valuesEqual((3...), (4...)))
    for text in ["3...4", "...", "3..<", "..3", "3"] {
      #expect(throws: ValueError.self, "\(text)") {
        try syntax.read(text[...], as: PartialRangeFrom<Int>.self)
      }
    }
  }

  @Test("an AnyHashable may be spelled out")
  func anyHashable() throws {
    #expect(try syntax.read("AnyHashable(3)") == AnyHashable(3))
    #expect(try syntax.read("AnyHashable(AnyHashable(\"x\"))") == AnyHashable("x"))
    #expect(throws: ValueError.self) { try syntax.read("AnyHashable()", as: AnyHashable.self) }
  }
}

extension Variable {
  /// Returns a variable of a value that has text.
  static func of(_ value: Any) -> Variable {
    do { return try Variable(TypedValue(value)) } catch { fatalError("\(error)") }
  }
}
