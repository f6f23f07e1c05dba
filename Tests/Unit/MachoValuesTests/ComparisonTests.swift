import MachoValues
import Testing

private struct Root {
  var count = 3
  var name: String? = "Blob"
  var nick: String?
  var tags: Set<String> = ["a", "b"]
  var ids = [1, 2, 3]
  var scores = ["x": 1.5]
  var isOn = true
  var last = Contacts.Action.setFilter(.active)
  var duration = Duration.milliseconds(300)
  var contacts = [AddContact.Action.setName("x"), .cancelButtonTapped]
  var filter: Contacts.Filter? = .all
  var marks = [Mark(id: 1), Mark(id: 2)]
  var noMarks: [Mark] = []
  var noGroups: [[Mark]] = []
  var mark: Mark?
  var level = Wrapper(wrappedValue: 3)
  var text = Wrapper(wrappedValue: "hello")
  var balance = -0.0
  var accented = "e\u{301}"
}

private struct Mark: Identifiable {
  let id: Int
  var isSet = true
}

/// A property wrapper that paths see through.
private struct Wrapper<Value>: TextProxied {
  var wrappedValue: Value

  init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
  init?(textProxy: Value) { wrappedValue = textProxy }
  var textProxy: Value { wrappedValue }
}

@Suite struct ComparisonTests {
  private func holds(_ text: String) throws(ValueError) -> Bool {
    try Comparison(reading: text[...]).evaluate(in: TypedValue(Root())).holds
  }

  @Test(
    "comparisons that hold",
    arguments: [
      "count == 3", "count != 4", "count < 4", "count<=3", "count > -1", "count >= 3", "isOn",
      "name == \"Blob\"", "name != nil", "nick == nil", "nick != \"x\"", "name contains \"lo\"",
      "name > \"A\"", "tags contains \"a\"", "ids contains 2", "scores contains \"x\"",
      "scores[\"x\"] == 1.5", "ids == [1, 2, 3]", "tags == [\"b\", \"a\"]", "ids.count == 3",
      "ids.first == 1", "last is setFilter", "last is setFilter.active", "last is _",
      "last.setFilter == .active", "duration == 300ms", "duration < .seconds(1)",
      "contacts contains setName", "contacts[1] is cancelButtonTapped", "filter == .all",
      "filter is all", "ids[0] == 1", "duration   ==   0.3s", "ids[*] > 0", "ids[*] == [1, 2, 3]",
      "ids[*] contains 2", "marks[*].isSet", "noMarks[*].isSet", "noGroups[*][*].id == []",
      "marks[id: 7] == nil",
      "marks[id: 1] != nil", "marks[id: 1].isSet != nil", "mark.isSet == nil",
      "scores[\"y\"] == nil",
      "ids[5] == nil", "last.addButtonTapped == nil", "level >= 3", "level <= count",
      "marks[*].id <= ids.count", "balance == 0", "balance == -0.0", #"accented == "é""#,
    ])
  func holding(text: String) throws {
    #expect(try holds(text))
  }

  @Test(
    "comparisons that do not hold are not errors",
    arguments: [
      "count == 4", "nick > \"a\"", "nick < \"a\"", "tags contains \"z\"",
      "last is addButtonTapped",
      "nick contains \"a\"", "filter == nil", "last is setFilter.none", "ids[*] > 1",
      "ids[*] contains 9", "marks[id: 7] != nil", "mark.isSet != nil", "level > 3",
      "balance != 0", #"accented != "é""#,
    ])
  func notHolding(text: String) throws {
    #expect(try !holds(text))
  }

  @Test("a list is never nil")
  func listAndNil() {
    for text in ["marks[*] == nil", "marks[*].id != nil"] {
      #expect(#expect(throws: ValueError.self) { try holds(text) }?.code == "wrong-type")
    }
  }

  @Test("operators see through a wrapper")
  func wrapped() throws {
    #expect(try holds("text contains \"lo\"") && !holds("text contains \"x\""))
    #expect(try holds("text > \"a\""))
  }

  @Test("a path without an operator must lead to a Bool")
  func pathWithoutOperator() {
    let error = #expect(throws: ValueError.self) { try holds("count") }
    #expect(error?.message == "count is 3 of type Int, not a Bool")
    #expect(error?.notes.first == "add the expected value:  count == 3")
    #expect(error?.notes.last == "operators: == != < <= > >= is contains")
    #expect(#expect(throws: ValueError.self) { try holds("nick") }?.message.contains("nil") == true)
  }

  @Test(
    "what cannot be compared says what can",
    arguments: [
      ("isOn < true", 7..<11, ["operators of Bool: == !="]),
      ("count contains 3", 15..<16, ["operators of Int: == != < <= > >="]),
      (
        "ids < 3", 6..<7,
        ["operators of [Int]: == != contains", "'<' fits: ids.count, ids.first, ids.last"]
      ),
      ("mark > 1", 7..<8, ["operators of Mark: == !=", "'>' fits: mark.id"]),
      ("marks[*] >= 1", 12..<13, ["operators of Mark: == !=", "'>=' fits: marks[*].id"]),
      (
        "last contains 1", 14..<15,
        ["operators of Contacts.Action: == != is", "'contains' fits: last.from"]
      ),
      ("level contains 1", 15..<16, ["operators of Wrapper<Int>: == != < <= > >="]),
      ("name == count", 8..<13, ["of type String: nick, accented"]), ("isOn == count", 8..<13, []),
    ] as [(String, Range<Int>, [String])])
  func refusals(text: String, range: Range<Int>, notes: [String]) {
    let error = #expect(throws: ValueError.self) {
      try Comparison(reading: text[...])
        .check(in: Root.self, computed: ComputedProperties(), syntax: ValueSyntax())
    }
    #expect(error?.code == "cannot-compare")
    #expect(error?.range == range)
    #expect(error?.notes == notes)
  }

  @Test("a value of another type says which parts of it fit")
  func partsThatFit() {
    let error = #expect(throws: ValueError.self) {
      try Comparison(reading: "count < ids")
        .check(in: Root.self, computed: ComputedProperties(), syntax: ValueSyntax())
    }
    #expect(error?.notes == ["of type Int: ids.count, ids.first, ids.last"])
  }

  @Test("a key that cannot be is an error, also in a comparison with nil")
  func keys() {
    let error = #expect(throws: ValueError.self) {
      try Comparison(reading: "marks[id: conut] != nil")
        .check(in: Root.self, computed: ComputedProperties(), syntax: ValueSyntax())
    }
    #expect(error?.candidates == ["count"])
    #expect(throws: Never.self) {
      try Comparison(reading: "marks[id: count] != nil")
        .check(in: Root.self, computed: ComputedProperties(), syntax: ValueSyntax())
    }
  }

  @Test("operators of wrappers are those of their values")
  func operatorsOfWrappers() throws {
    for text in ["level < 3", "text contains \"x\"", "text > \"a\"", "name contains \"x\""] {
      try Comparison(reading: text[...])
        .check(in: Root.self, computed: ComputedProperties(), syntax: ValueSyntax())
    }
  }

  @Test(
    "an expression that is no comparison says what is one",
    arguments: ["count + 1 == 3", "count == 1 + 1", "3 == count", "ids.map(x) == 3"])
  func forms(text: String) {
    let error = #expect(throws: ValueError.self) {
      try Comparison(reading: text[...])
        .check(in: Root.self, computed: ComputedProperties(), syntax: ValueSyntax())
    }
    #expect(error?.code == "syntax")
    #expect(error?.notes.first?.hasPrefix("a comparison is a path, an operator") == true)
  }

  @Test("abbreviations are suggested but not accepted")
  func abbreviation() {
    #expect(Suggestions.nearest(to: "cnt", among: ["name", "count"]) == ["count"])
    #expect(Suggestions.nearest(to: "ct", among: ["count"]) == [])
    #expect(Suggestions.nearest(to: "nct", among: ["count"]) == [])
  }

  @Test("errors are located in the whole text")
  func errors() {
    for (text, code, range) in [
      ("count = 3", "syntax", 6..<7), ("count == \"x\"", "wrong-type", 9..<12),
      ("count ==", "syntax", 8..<8), ("last < addButtonTapped", "cannot-compare", 7..<22),
      ("count contains 3", "cannot-compare", 15..<16), ("count containz 3", "syntax", 6..<14),
      ("cont == 3", "no-such-property", 0..<4), ("last is nope", "no-such-case", 8..<12),
      ("count", "wrong-type", 0..<5),
    ] as [(String, String, Range<Int>)] {
      let error = #expect(throws: ValueError.self, "\(text)") { try holds(text) }
      #expect(error?.code == code, "\(text)")
      #expect(error?.range == range, "\(text)")
    }
  }
}
