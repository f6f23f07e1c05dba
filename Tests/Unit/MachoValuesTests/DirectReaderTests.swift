import Foundation
import MachoLocks
import MachoMetadata
import Testing

@testable import MachoValues

/// What is read without a tree is what is read by it, or nothing.
@Suite struct DirectReaderTests {
  #if DEBUG
    static let count = 150
  #else
    static let count = 1500
  #endif

  /// Types that are laid out in all ways, besides those that are read in other tests.
  private static let types: [any Value.Type] =
    RoundTripTests.types + [
      Packed.self, Packed?.self, [Packed].self, Form.self, [Form?].self, Presentation<Form>.self,
      [Generic<Form>].self, Branch.self, Chain.self,
    ]

  @Test("each text of a value is read as its tree is, or not at all", arguments: types.indices)
  func generated(index: Int) {
    func check<T: Value>(_: T.Type) {
      var generator = SeededGenerator(seed: UInt64(index) &* 104_729)
      for _ in 0..<Self.count {
        let text = ValueSyntax().print(T.arbitrary(&generator))
        guard agrees(text, T.self) else { return }
      }
    }
    check(Self.types[index])
  }

  @Test(
    "each text that somebody mistyped is read as its tree is, or not at all",
    arguments: types.indices)
  func mutated(index: Int) {
    func check<T: Value>(_: T.Type) {
      var generator = SeededGenerator(seed: UInt64(index) &* 15_485_863)
      for _ in 0..<Self.count {
        var text = ValueSyntax().print(T.arbitrary(&generator))
        for _ in 0...generator.below(3) { text.mistype(&generator) }
        guard agrees(text, T.self) else { return }
      }
    }
    check(Self.types[index])
  }

  /// What is read of a text without a tree.
  private func readDirectly<T>(
    _ text: String, _: T.Type, in syntax: ValueSyntax = ValueSyntax()
  ) -> T? {
    withUninitializedValue(for: T.self) { room in
      syntax.readDirectly(text[...], as: T.self, isSending: false, into: room)
        ? room.move(as: T.self) : nil
    }
  }

  /// Whether both ways agree; what differs is an issue.
  private func agrees<T: Value>(_ text: String, _: T.Type) -> Bool {
    let syntax = ValueSyntax()
    guard let plain = readDirectly(text, T.self) else { return true }
    let read = try? syntax.readUsingTree(text[...], of: T.self)
    guard let read, let value = unbox(read, as: T.self) else {
      Issue.record("\(T.self): \(text) is \(plain), and no value by its tree")
      return false
    }
    // A value that is equal may still be another: -0 is, and what an `==` leaves out.
    guard plain == value, syntax.print(plain) == syntax.print(value) else {
      Issue.record("\(T.self): \(text) is \(plain), and \(value) by its tree")
      return false
    }
    return true
  }

  @Test(
    "what most values are is read without a tree",
    arguments: [
      "Form(id: 3, name: \"Blob\", isOn: true, rate: 1.5, tags: [\"a\", \"b\"], size: .small)",
      "  Form( name: \"\", id: -3 ,isOn: false, rate: 2, tags: [ ], size: large(2), note: \"é\" ) ",
      "PlainReaderTests.Form(id: 0, name: \"\", isOn: true, rate: 0, tags: [], size: .none)",
      ".init(id: 0, name: \"\", isOn: true, rate: 0, tags: [], size: large(-1), note: nil)",
    ])
  func plain(text: String) throws {
    #expect(agrees(text, Form.self))
    #expect(readDirectly(text, Form.self) != nil)
    #expect(
      readDirectly("presented.\(text.drop { $0 == " " || $0 == "." })", Presentation<Form>.self)
        != nil)
  }

  @Test(
    "at any doubt nothing is read",
    arguments: [
      "Form(id: 3)", "Form(id: 3, id: 3)", "Form(3)", "Other(id: 3)",
      "Form(id: 99999999999999999999)",
      "size", "small()", "small(1)", "large", "large(1, 2)", "large(\"1\")", "large(x: 1)",
      "large(1",
      "large(1))", "large(1) x", "small.large(1)", "`small`", "small<Int>(1)", "none", "", ".",
      "..",
      "$x", "@file(\"x\")", "large(_)", "large(1_0)", "large(0x1)", "large(1...2)", "large(1,)",
    ])
  func doubtful(text: String) {
    #expect(agrees(text, Form.self))
    #expect(readDirectly(text, Form.self) == nil)
    #expect(agrees(text, Form.Size.self))
    #expect(agrees(text, Form.Size?.self))
    #expect(agrees("[\(text)]", [Form.Size].self))
    #expect(agrees("presented(\(text))", Presentation<Form.Size>.self))
    #expect(agrees("presented.\(text)", Presentation<Form.Size?>.self))
  }

  @Test("no deeper than the tree goes") func depth() {
    for depth in [10, 61, 62, 63, 64, 65, 70] {
      let text =
        String(repeating: "Branch(of: [", count: depth / 2)
        + String(repeating: "])", count: depth / 2)
      #expect(agrees(text, Branch.self))
      let chain = String(repeating: "node.", count: depth) + "leaf"
      #expect(agrees(chain, Chain.self))
      #expect((readDirectly(chain, Chain.self) != nil) == (depth < 64))
    }
  }

  @Test("what a user registers counts wherever it stands") func registered() throws {
    var syntax = ValueSyntax()
    syntax.leaves.register(
      Form.Size.self, read: { $0.string == "L" ? .large(7) : nil }, print: { _ in "\"L\"" })
    let text = "Form(id: 0, name: \"\", isOn: true, rate: 0, tags: [], size: "
    #expect(try syntax.read("\(text)\"L\")", as: Form.self).size == .large(7))
    #expect(throws: ValueError.self) { try syntax.read("\(text).small)", as: Form.self) }
    syntax = ValueSyntax(
      tables: CaseOverrideSet([
        CaseOverrides(Form.Size.self).with(default: "9", for: "0", of: "large")
          .forbidding("small", "it is not")
      ]))
    #expect(try syntax.read("\(text).large())", as: Form.self).size == .large(9))
    #expect(throws: ValueError.self) { try syntax.readForSending("\(text).small)", as: Form.self) }
    #expect(throws: ValueError.self) { try syntax.readForSending("small", as: Form.Size.self) }
    #expect(try syntax.readForSending("large(1)", as: Form.Size.self) as? Form.Size == .large(1))
  }

  @Test("a value that is given up leaves nothing behind") func leaks() {
    var generator = SeededGenerator(seed: 3)
    let text =
      "Holder(first: 1, rest: [2, 3, 4], last: some(5), both: .pair(6, 7), boxed: .box(8), named: [one(9)])"
    #expect(readDirectly(text, Holder.self) != nil)
    for _ in 0..<Self.count * 10 {
      var text = text
      for _ in 0...generator.below(3) { text.mistype(&generator) }
      let plain = readDirectly(text, Holder.self)
      let read = try? ValueSyntax().readUsingTree(text[...], of: Holder.self) as? Holder
      if let plain { #expect(read?.numbers == plain.numbers) }
    }
    #expect(Token.liveCount.withLock { $0 } == 0)
  }
}

extension String {
  /// Does to the text what hands do: drops, doubles, swaps and slips.
  fileprivate mutating func mistype(_ generator: inout SeededGenerator) {
    let slips = Array("()[],.:\"\\_ -+0123nilsomeTrue#$@`<\u{e9}\n")
    var characters = Array(self)
    let place = generator.below(characters.count + 1)
    let slip = slips[generator.below(slips.count)]
    switch generator.below(5) {
    case 0: characters.insert(slip, at: place)
    case 1 where place < characters.count: characters[place] = slip
    case 2 where place < characters.count: characters.remove(at: place)
    case 3 where place + 1 < characters.count: characters.swapAt(place, place + 1)
    case 4 where place < characters.count:
      let end = min(characters.count, place + generator.below(8))
      characters.insert(contentsOf: characters[place..<end], at: generator.below(place + 1))
    default: break
    }
    self = String(characters)
  }
}
