import Foundation
import MachoValues
import Testing

private struct Dialog: Equatable, TextDefaulted {
  var title: String
  var buttons: [Int]

  static var textDefaults: [String: Any] { ["buttons": [Int]()] }
}

private enum Hidden: Equatable {
  case secret(Inner)

  struct Inner: Equatable {
    private var x: Int
    init(x: Int) { self.x = x }
  }
}

private struct Identity<Owner, Raw: Equatable>: Equatable {
  var raw: Raw
}

@Suite struct ReadingTests {
  let syntax = ValueSyntax()

  private let saved = Contact(
    id: UUID(uuidString: "00000000-0000-0000-0000-000000000001") ?? UUID(), name: "Blob")

  @Test(
    "a dotted chain and the nested form are the same value",
    arguments: [
      "destination.presented.addContact.delegate.saveContact(Contact(id: UUID(1), name: \"Blob\"))",
      ".destination(.presented(.addContact(.delegate(.saveContact(.init(id: UUID(1), name: \"Blob\"))))))",
      "destination(presented(addContact.delegate(saveContact(Contact(id: UUID(1), name: \"Blob\")))))",
      "Contacts.Action.destination(Presentation.presented(.addContact(.delegate(.saveContact("
        + "Contact(name: \"Blob\", id: \"00000000-0000-0000-0000-000000000001\"))))))",
      "  .destination( .presented(\n.addContact(.delegate(.saveContact( MachoValuesTests.Contact(\n"
        + "id: UUID(00000000-0000-0000-0000-000000000001),\n name: \"Blob\", nick: nil,\n)) ))))",
    ])
  func chains(text: String) throws {
    let expected = Contacts.Action.destination(
      .presented(.addContact(.delegate(.saveContact(saved)))))
    #expect(try syntax.read(text[...]) == expected)
  }

  @Test("a struct with one property is read from the property's literal")
  func wrappers() throws {
    typealias Number = Identity<Contact, Int>
    #expect(try syntax.read("3") == Number(raw: 3))
    #expect(try syntax.read("[3, Identity(raw: 4)]") == [Number(raw: 3), Number(raw: 4)])
    #expect(try syntax.read("\"a\"") == Identity<Contact, String>(raw: "a"))
    #expect(try syntax.read("true") == Identity<Contact, Bool>(raw: true))
    #expect(throws: ValueError.self) { try syntax.read("\"a\"") as Number }
    #expect(throws: ValueError.self) { try syntax.read("three") as Number }
  }

  @Test("actions print as a user would type them")
  func printing() {
    #expect(syntax.print(Contacts.Action.addButtonTapped) == "addButtonTapped")
    #expect(syntax.print(Contacts.Action.deleteButtonTapped(id: 3)) == "deleteButtonTapped(id: 3)")
    #expect(
      syntax.print(Contacts.Action.destination(.presented(.addContact(.delegate(.cancel)))))
        == "destination.presented.addContact.delegate.cancel")
    #expect(
      syntax.print(Contacts.Action.element(id: 1, action: .setName("x")))
        == "element(id: 1, action: .setName(\"x\"))")
    #expect(syntax.print(Contacts.Action.move(from: [2, 1], to: 0)) == "move(from: [1, 2], to: 0)")
    #expect(syntax.print(saved) == "Contact(id: UUID(1), name: \"Blob\", nick: nil, rank: nil)")
    #expect(syntax.print(Loading.response(.success([1]))) == "response.success([1])")
  }

  @Test("integers have bases, separators and bounds")
  func integers() throws {
    #expect(try syntax.read("1_000") == 1000)
    #expect(try syntax.read("0xff") as Int == 255)
    #expect(try syntax.read("-0b101") as Int == -5)
    #expect(try syntax.read("0o17", as: UInt8.self) == 15)
    #expect(try syntax.read("-128", as: Int8.self) == -128)
    #expect(try syntax.read("+7", as: Int.self) == 7)
  }

  @Test("floats have exponents, infinities and integer spellings")
  func floats() throws {
    #expect(try syntax.read("3") as Double == 3)
    #expect(try syntax.read("-1.5e3") as Double == -1500)
    #expect(try syntax.read("0x1p4") as Double == 16)
    #expect(try syntax.read(".infinity") as Double == .infinity)
    #expect(try syntax.read("-inf") as Double == -.infinity)
    #expect(try (syntax.read("nan") as Double).isNaN)
    #expect(syntax.print(Double.nan) == "nan")
  }

  @Test("strings have Swift's escapes, raw forms and multi-line forms")
  func strings() throws {
    let all: [(String, String)] = [
      (#""a\n\t\\\"\u{e9}\0""#, "a\n\t\\\"é\0"),
      (##"#"raw \n "quoted""#"##, #"raw \n "quoted""#),
      (##"#"new\#nline"#"##, "new\nline"),
      (##"#"""#"##, "\""),
      ("\"\"", ""),
      ("\"\"\"\n  one\n    two\n\n  three\\\n  four\n  \"\"\"", "one\n  two\n\nthreefour"),
      ("\"\"\"\n\"\"\"", ""),
      ("\"\"\"\r\n  a\r\n  b\r\n  \"\"\"", "a\nb"),
      ("\"こんにちは\"", "こんにちは"),
    ]
    for (text, expected) in all { #expect(try syntax.read(text[...]) == expected) }
  }

  @Test("customDump's output reads back")
  func customDump() throws {
    #expect(try syntax.read("[\n  [0]: 1,\n  [1]: 2\n]") == [1, 2])
    #expect(try syntax.read("Set([\n  1,\n  2\n])") == Set([1, 2]))
    #expect(
      try syntax.read("URL(https://example.com/(a)?b=c,d)")
        == URL(string: "https://example.com/(a)?b=c,d"))
    #expect(try syntax.read("Date(1970-01-01T00:00:01.500Z)") == Date(timeIntervalSince1970: 1.5))
    #expect(try syntax.read("1970-01-01T01:00:00+01:00") == Date(timeIntervalSince1970: 0))
    #expect(
      try syntax.read("UUID(00000000-0000-0000-0000-00000000000A)")
        == syntax.read("UUID(10)", as: UUID.self))
    #expect(
      try syntax.read("Duration(_low: 1500000000000000000, _high: 0)")
        == Duration.milliseconds(1500))
    #expect(
      try syntax.read("Generic<Int>.labelled(nil, key: \"k\")")
        == Generic<Int>.labelled(nil, key: "k"))
  }

  @Test("durations, decimals, dates and data have short forms")
  func knownTypes() throws {
    for (text, milliseconds) in [
      ("300ms", 300), ("2s", 2000), ("1.5s", 1500), ("1m", 60_000), (".seconds(1)", 1000),
      ("Duration.milliseconds(3)", 3), (".zero", 0), ("-5ms", -5), ("5000us", 5), ("5000µs", 5),
    ] {
      #expect(try syntax.read(text[...]) == Duration.milliseconds(milliseconds))
    }
    #expect(try syntax.read("0.1") as Decimal + syntax.read("0.2") == syntax.read("0.3"))
    #expect(try syntax.read("Decimal(1.50)") == Decimal(1.5))
    #expect(try syntax.read("\"2024-02-29\"") == Date(timeIntervalSince1970: 1_709_164_800))
    #expect(syntax.print(Date(timeIntervalSince1970: 0.25)) == "Date(\"1970-01-01T00:00:00.250Z\")")
    #expect(try syntax.read("Data(hex: \"0aFF\")") == Data([10, 255]))
    #expect(try syntax.read("\"aGk=\"") == Data("hi".utf8))
    #expect(syntax.print(Duration.milliseconds(1500)) == "1500ms")
  }

  @Test("errors are written as error(\"...\"), or by the name of a registered type")
  func errors() throws {
    var syntax = ValueSyntax()
    let failed: Loading = try syntax.read("response.failure(error(\"offline\"))")
    guard case .response(.failure(let error)) = failed else {
      Issue.record("\(failed)")
      return
    }
    #expect(error as? ScriptedError == ScriptedError("offline"))
    #expect(syntax.print(failed) == "response.failure(error(\"offline\"))")
    #expect(throws: ValueError.self) {
      try ValueSyntax().read("response.failure(Failure(code: 3))", as: Loading.self)
    }
    syntax.leaves.registerConcrete(Failure.self)
    syntax.leaves.registerConcrete(NetworkError.self)
    for value in [Failure(code: 3), NetworkError.status(404), NetworkError.offline] as [any Error] {
      let text = syntax.print(Loading.response(.failure(value)))
      let read: Loading = try syntax.read(text[...])
      #expect(valuesEqual(read, Loading.response(.failure(value))), "\(text)")
    }
  }

  @Test("private, generic, indirect and labelled cases are built")
  func cases() throws {
    #expect(try syntax.read("secret(Inner(x: 3))") == Hidden.secret(.init(x: 3)))
    #expect(try syntax.read("node(.leaf, 3, value(\"x\"))") == Tree.node(.leaf, 3, .value("x")))
    #expect(try syntax.read("again.many([1, 2])") == Generic<Int>.again(.many([1, 2])))
    #expect(try syntax.read("number(3)") == WithClass.number(3))
    #expect(try syntax.read("pair(1, \"a\")") == Tricky.pair((1, "a")))
    #expect(try syntax.read("pair((1, \"a\"))") == Tricky.pair((1, "a")))
    #expect(try syntax.read("void") == Tricky.void(()))
    #expect(try syntax.read("setFilter.none") == Contacts.Action.setFilter(.none))
    #expect(try syntax.read("\"active\"") == Contacts.Filter.active)
  }

  @Test("tuples read with all their labels or without any")
  func tuples() throws {
    let labelled: (x: Int, y: String) = try syntax.read("(x: 1, y: \"a\")")
    #expect(labelled == (x: 1, y: "a"))
    let bare: (x: Int, y: String) = try syntax.read("(1, \"a\")")
    #expect(bare == (x: 1, y: "a"))
    #expect(syntax.print((x: 1, y: Contacts.Filter.all)) == "(x: 1, y: .all)")
  }

  @Test("variables represent values of their type, including its Optional")
  func variables() throws {
    let syntax = ValueSyntax(variables: ["row": .of(3), "name": .of("Blob")])
    #expect(
      try syntax.read("deleteButtonTapped(id: $row)") == Contacts.Action.deleteButtonTapped(id: 3))
    #expect(
      try syntax.read("rename($name, to: $name)") == Contacts.Action.rename("Blob", to: "Blob"))
    #expect(throws: ValueError.self) { try syntax.read("$row", as: String.self) }
    #expect(throws: ValueError.self) { try syntax.read("$nothing", as: String.self) }
  }

  @Test("a registered leaf is read and printed by its closures")
  func leaves() throws {
    var leaves = LeafRegistry.standard
    leaves.register(
      Failure.self, read: { literal in literal.number.flatMap { Int($0) }.map(Failure.init) },
      print: { "\($0.code)" })
    let syntax = ValueSyntax(leaves: leaves)
    #expect(try syntax.read("[1, 2]") == [Failure(code: 1), Failure(code: 2)])
    #expect(syntax.print([Failure(code: 1)]) == "[1]")
    #expect(throws: ValueError.self) { try syntax.read("\"x\"", as: Failure.self) }
  }

  @Test("only a property with a default may be omitted")
  func defaults() throws {
    #expect(try syntax.read(#"Dialog(title: "Sorry")"#) == Dialog(title: "Sorry", buttons: []))
    #expect(
      try syntax.read(#"Dialog(title: "", buttons: [1])"#) == Dialog(title: "", buttons: [1]))
    #expect(throws: ValueError.self) { try syntax.read("Dialog(buttons: [])", as: Dialog.self) }
  }

  @Test("hidden storage is filled from the registry")
  func hiddenStorage() throws {
    #expect(throws: ValueError.self) {
      try ValueSyntax().read("Observed(count: 1, isLoading: true)", as: Observed.self)
    }
    var syntax = ValueSyntax()
    syntax.leaves.registerHidden(Registrar.self) { Registrar(id: 42) }
    #expect(
      try syntax.read("Observed(count: 1, _isLoading: true)") == Observed(count: 1, isLoading: true)
    )
  }

  @Test("case overrides order cases, give defaults and forbid sending")
  func caseOverrides() throws {
    let overrides = CaseOverrides(Contacts.Action.self, order: ["toggled", "move"])
      .with(default: "0", for: "to", of: "move")
      .forbidding("addButtonTapped", "a test says so")
    let syntax = ValueSyntax(caseOverrides: CaseOverrideSet([overrides]))
    #expect(try syntax.read("move(from: [1])") == Contacts.Action.move(from: [1], to: 0))
    #expect(syntax.cases(of: Contacts.Action.self).prefix(2).map(\.name) == ["toggled", "move"])
    #expect(try syntax.read("addButtonTapped") == Contacts.Action.addButtonTapped)
    let error = #expect(throws: ValueError.self) {
      try syntax.readForSending("addButtonTapped", as: Contacts.Action.self)
    }
    #expect(error?.code == "send-forbidden")
  }
}
