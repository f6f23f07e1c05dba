import Foundation
import MachoValues
import Testing

private struct App {
  var results: [Contact] = []
  var noResults: [Contact] = []
  var groups: [[Contact]] = []
  var selected: UUID?
  var position = 1
  var key = "b"
  var byName: [String: Int] = ["a": 1, "b": 2]
  var destination: Presentation<Destination>?
  var last: AddContact.Action = .setName("x")
  var move: Contacts.Action = .move(from: [1, 2], to: 3)
  var pair = (x: 1, 2)
  var text = "hello"
  var _count = 3
  var contact: Contact?
  var model = Model(n: 7)
  var anyError: any Error = Failure(code: 9)
  var double: Int?? = .some(nil)
}

@Suite struct PathTests {
  let syntax = ValueSyntax()

  private func app() throws -> App {
    var app = App()
    app.results = [
      Contact(id: try syntax.read("UUID(1)"), name: "A"),
      Contact(id: try syntax.read("UUID(2)"), name: "B", nick: "b"),
    ]
    app.groups = [app.results, [app.results[1]]]
    app.selected = app.results[1].id
    app.destination = .presented(.addContact(.delegate(.saveContact(app.results[1]))))
    return app
  }

  private func at(_ path: String, _ root: Any) throws(ValueError) -> TypedValue {
    try ValuePath(reading: path[...]).evaluate(in: TypedValue(root))
  }

  private func text(_ path: String) throws -> String {
    syntax.print(try at(path, try app()))
  }

  @Test("a path leads to a stored property, a case, an element, a key or a built-in")
  func values() throws {
    for (path, expected) in [
      ("text", "\"hello\""), ("count", "3"), ("_count", "3"), ("results[0].name", "\"A\""),
      ("results[1].nick", "\"b\""), ("results.count", "2"), ("results.isEmpty", "false"),
      ("results.first.name", "\"A\""), ("results.last?.name", "\"B\""),
      ("results[id: UUID(2)].name", "\"B\""), ("byName[\"b\"]", "2"),
      ("byName.keys", "[\"a\", \"b\"]"), ("byName.values", "[1, 2]"),
      ("results.ids", "[UUID(1), UUID(2)]"), ("results[*].name", "[\"A\", \"B\"]"),
      ("results[*].nick", "[nil, \"b\"]"), ("byName[*]", "[1, 2]"), ("noResults[*].name", "[]"),
      ("groups[*][*].name", "[\"A\", \"B\", \"B\"]"), ("results[id: selected].name", "\"B\""),
      ("results[position].name", "\"B\""), ("byName[key]", "2"),
      ("destination.presented.addContact.delegate.saveContact.name", "\"B\""),
      ("last.setName", "\"x\""), ("move.move.to", "3"), ("move.to", "3"),
      ("move.move.from.count", "2"),
      ("pair.x", "1"), ("pair.1", "2"), ("pair.0", "1"), ("model.n", "7"), ("anyError.code", "9"),
      ("text.count", "5"), ("contact", "nil"), ("double", "some(nil)"),
    ] {
      #expect(try text(path) == expected, "\(path)")
      // The type alone leads to the same type, except below a class and a protocol, and for a label
      // that two cases share.
      let type = try ValuePath(reading: path[...]).type(in: App.self)
      if ["model.n", "anyError.code", "move.to"].contains(path) {
        #expect(type == nil, "\(path)")
      } else {
        #expect(try type == at(path, try app()).type, "\(path)")
      }
    }
    #expect(try ValuePath(reading: "self").evaluate(in: TypedValue(3)).value as? Int == 3)
  }

  @Test("a list leaves out the elements without a value")
  func lists() throws {
    struct Row { var detail: Contact? }
    let rows = [Row(detail: nil), Row(detail: try app().results[0])]
    #expect(syntax.print(try at("self[*].detail.name", rows)) == "[\"A\"]")
    #expect(throws: ValueError.self) { try at("self[*].detail.nam", rows) }
  }

  @Test("a path in brackets without a value is reported")
  func noKey() throws {
    let error = #expect(throws: ValueError.self) { try at("results[id: contact.id]", try app()) }
    #expect(error?.code == "wrong-type")
    var other = try app()
    other.selected = nil
    let absent = #expect(throws: ValueError.self) { try at("results[id: selected]", other) }
    #expect(absent?.message == "'selected' is nil")
  }

  @Test("a value has its declared type")
  func types() throws {
    let app = try app()
    #expect(try at("contact", app).type == Contact?.self)
    #expect(try at("results.first", app).type == Contact?.self)
    #expect(try at("results[1].nick", app).type == String?.self)
    #expect(try at("anyError", app).type == (any Error).self)
  }

  @Test("a name that no value of a type has is an error of the type")
  func typeErrors() throws {
    for (path, code) in [
      ("reslts.count", "no-such-property"), ("results[0].nam", "no-such-property"),
      ("results[9].nick.x", "no-such-property"), ("byName[\"z\"].x", "no-such-property"),
      ("destination.nothing", "no-such-property"), ("destination.presented.x", "no-such-property"),
      ("move.nothing", "no-such-property"), ("pair.2", "no-such-property"),
      ("count[0]", "no-such-element"), ("count[#0]", "no-such-element"),
    ] {
      let error = #expect(throws: ValueError.self, "\(path)") {
        try ValuePath(reading: path[...]).type(in: App.self)
      }
      #expect(error?.code == code, "\(path)")
    }
    // A value may have another element, and another case.
    for path in ["results[5].name", "last.delegate", "contact.name", "anyError.nothing", "model.x"]
    {
      #expect(throws: Never.self) { try ValuePath(reading: path[...]).type(in: App.self) }
    }
  }

  @Test("a key that no collection of the type has is an error of the type")
  func keyErrors() throws {
    for (path, code, range, candidates) in [
      ("results[id: selcted]", "wrong-type", 12..<19, ["selected"]),
      ("results[text]", "wrong-type", 8..<12, []), ("results[\"x\" ]", "wrong-type", 8..<11, []),
      ("byName[1]", "wrong-type", 7..<8, []), ("byName[position]", "wrong-type", 7..<15, []),
    ] as [(String, String, Range<Int>, [String])] {
      let error = #expect(throws: ValueError.self, "\(path)") {
        try ValuePath(reading: path[...]).type(in: App.self, syntax: syntax)
      }
      #expect(error?.code == code, "\(path)")
      #expect(error?.range == range, "\(path)")
      #expect(candidates.allSatisfy { error?.candidates.contains($0) == true }, "\(path)")
    }
    for path in [
      "results[id: UUID(9)].name", "results[id: selected]", "results[9]", "results[position]",
      "byName[\"z\"]", "byName[key]", "groups[*][0].name", "model.list[anything]",
    ] {
      #expect(throws: Never.self, "\(path)") {
        try ValuePath(reading: path[...]).type(in: App.self, syntax: syntax)
      }
    }
  }

  @Test("a missing property or element is reported with suggestions")
  func errors() throws {
    for (path, code, range, candidates) in [
      ("reslts.count", "no-such-property", 0..<6, ["results"]),
      ("results[0].nam", "no-such-property", 11..<14, ["name"]),
      ("results[5].name", "no-such-element", 7..<10, []),
      ("results[-1]", "no-such-element", 7..<11, []),
      ("results[\"x\"]", "wrong-type", 7..<12, []),
      ("results[id: UUID(9)]", "no-such-element", 7..<20, []),
      ("byName[\"z\"]", "no-such-element", 6..<11, []),
      ("contact.name", "no-such-element", 8..<12, []),
      ("last.cancelButtonTapped", "no-such-case", 5..<23, ["setName"]),
      ("text[0].x", "no-such-property", 8..<9, []),
      ("results[#0]", "no-such-element", 7..<11, []),
    ] as [(String, String, Range<Int>, [String])] {
      let error = #expect(throws: ValueError.self, "\(path)") { try at(path, try app()) }
      #expect(error?.code == code, "\(path)")
      #expect(error?.range == range, "\(path)")
      #expect(error?.candidates == candidates, "\(path)")
    }
    let error = #expect(throws: ValueError.self) { try at("last.delegate", try app()) }
    #expect(error?.message == "'last' is 'setName' now, not 'delegate'")
  }

  @Test("an error lists properties as the source names them, and their storage can be written")
  func storage() throws {
    let observed = Observed(count: 3)
    let notes = ["properties: count, isLoading, query"]
    let ofValue = #expect(throws: ValueError.self) { try at("nothing", observed) }
    #expect(ofValue?.notes == notes)
    let ofType = #expect(throws: ValueError.self) {
      try ValuePath(reading: "nothing").type(in: Observed.self)
    }
    #expect(ofType?.notes == notes)
    let stored = try ValuePath(reading: "_count").type(in: Observed.self)
    #expect(stored == Int.self)
  }

  @Test("an invalid path is a syntax error")
  func syntaxErrors() {
    for path in ["", "1x", "a b", "a.[", "a[", "a[0", "a[1 2]", ".a", "a..b"] {
      #expect(throws: ValueError.self, "\(path)") { try ValuePath(reading: path[...]) }
    }
  }

  @Test("only registered computed properties exist")
  func computed() throws {
    var computed = ComputedProperties()
    computed.add("initials") { (contact: Contact) in contact.name.first.map { [$0] } ?? [] }
    let path = try ValuePath(reading: "results[0].initials.count")
    #expect(try path.value(in: try app(), computed: computed) as? Int == 1)
    #expect(throws: ValueError.self) { try path.value(in: try app()) }
  }
}
