import Foundation
import MachoValues
import Testing

private struct Sections: FileSource {
  struct Missing: Error {}
  var sections: [String: String]

  func contents(of name: String) throws -> String {
    guard let text = sections[name] else { throw Missing() }
    return text
  }
}

@Suite struct FileTests {
  private func syntax(_ json: String) -> ValueSyntax {
    ValueSyntax(files: Sections(sections: ["x.json": json]), variables: [:])
  }

  private func read<T>(_ json: String, as type: T.Type = T.self) throws(ValueError) -> T {
    try syntax(json).read("@file(\"x.json\")", as: type)
  }

  @Test("JSON becomes values through runtime metadata, without Decodable")
  func values() throws {
    #expect(try read("[1, 2, null]") == [1, 2, nil])
    #expect(try read("{\"a\": [true]}") == ["a": [true]])
    #expect(try read("{\"1\": \"x\"}") == [1: "x"])
    #expect(try read("\"\\u00e9\\ud83d\\ude00\\/\\n\"") == "é😀/\n")
    #expect(try read("\"2024-01-01T00:00:00Z\"") == Date(timeIntervalSince1970: 1_704_067_200))
    #expect(try read("{\"x\": 1, \"y\": \"a\"}") == Shapes.Pair(x: 1, y: "a"))
    #expect(
      try read("[{\"id\": \"00000000-0000-0000-0000-000000000001\", \"name\": \"Blob\"}]")
        == [Contact(id: ValueSyntax().read("UUID(1)"), name: "Blob")])
  }

  @Test("an enum is its case's name, or an object with the payload")
  func enums() throws {
    #expect(try read("\"addButtonTapped\"") == Contacts.Action.addButtonTapped)
    #expect(
      try read("{\"deleteButtonTapped\": {\"id\": 3}}") == Contacts.Action.deleteButtonTapped(id: 3)
    )
    #expect(try read("{\"deleteButtonTapped\": 3}") == Contacts.Action.deleteButtonTapped(id: 3))
    #expect(try read("{\"toggled\": {\"_0\": true}}") == Contacts.Action.toggled(true))
    #expect(
      try read("{\"move\": {\"to\": 2, \"from\": [1]}}") == Contacts.Action.move(from: [1], to: 2))
    #expect(try read("{\"rename\": [\"a\", null]}") == Contacts.Action.rename("a", to: nil))
    #expect(
      try read("{\"destination\": {\"presented\": \"alert\"}}")
        == Contacts.Action.destination(.presented(.alert)))
  }

  @Test("a file overlays the start state and keeps hidden storage")
  func overlay() throws {
    let syntax = syntax("{\"count\": 5, \"query\": \"cats\"}")
    let value = try syntax.read(
      "@file(\"x.json\")", as: Observed.self, overlaying: Observed(isLoading: true))
    #expect(value as? Observed == Observed(count: 5, isLoading: true, query: "cats"))
  }

  @Test("an error in a file includes the file name and line, and is located at the file's name")
  func errors() {
    let error = #expect(throws: ValueError.self) {
      try read("{\n\"x\": 1,\n\"y\": 2}", as: Shapes.Pair.self)
    }
    #expect(error?.message == "x.json, line 3: expected String, found 2")
    #expect(error?.range == 0..<15)
    for (json, code) in [
      ("[1,]", "syntax"), ("[1", "unclosed"), ("{'a': 1}", "syntax"), ("[1] 2", "syntax"),
      ("[True]", "syntax"),
    ] {
      let error = #expect(throws: ValueError.self) { try read(json, as: [Int].self) }
      #expect(error?.code == code, "\(json)")
    }
  }

  @Test("a missing section is no-such-file")
  func missing() {
    let error = #expect(throws: ValueError.self) {
      try syntax("").read("setName(@file(\"y.json\"))", as: AddContact.Action.self)
    }
    #expect(error?.code == "no-such-file")
    #expect(error?.range == 8..<23)
  }
}
