import Foundation
import MachoValues
import Testing

@Suite struct `Completion of identities` {
  struct Row: Equatable, Identifiable {
    var id: Int
    var title: String
  }

  struct Book: Equatable {
    var contacts = [
      Contact(id: UUID(uuidString: "00000000-0000-0000-0000-000000000001")!, name: "Blob"),
      Contact(id: UUID(uuidString: "00000000-0000-0000-0000-00000000000C")!, name: "Jr."),
    ]
    var rows = (0..<10_000).map { Row(id: $0, title: "row \($0)") }
    var byName: [String: Row] = ["b": Row(id: 1, title: "B"), "a b": Row(id: 2, title: "A")]
    var numbers = [7, 8]
    var selected: UUID?
  }

  enum Action {
    case tapped(id: UUID)
    case opened(id: Int)
    case counted(Int)
    case named(id: String)
  }

  private let syntax = ValueSyntax()
  private let book = TypedValue(Book())

  private func path(_ text: String) -> [String] {
    syntax.completions(ofPath: text[...], in: book).map(\.text)
  }

  private func action(_ text: String) -> [Completion] {
    syntax.completions(of: text[...], as: Action.self, live: book)
  }

  @Test func `suggests the identities of a collection in a path`() {
    #expect(path("contacts[") == ["id: ", "0]", "1]"])
    #expect(path("contacts[id: ") == ["id: UUID(1)]", "id: UUID(12)]"])
    #expect(path("contacts[id: UUID(12") == ["id: UUID(12)]"])
    #expect(path("contacts[id:") == ["id: UUID(1)]", "id: UUID(12)]"])
    #expect(path("contacts[id: UUID(1)].na") == ["name"])
    #expect(path("numbers[") == ["0]", "1]"])
    #expect(path("nobody[") == [])
    #expect(path("[") == [])
    #expect(path("numbers[0") == ["0]"])
    let found = syntax.completions(ofPath: "contacts[id: UUID(12", in: book)
    #expect(found[0].replacing == 9..<20)
    #expect(found[0].detail == "\"Jr.\"")
  }

  @Test func `suggests the members of an element after it`() {
    #expect(path("contacts[id: UUID(1)]") == [".id", ".name", ".nick", ".rank"])
    #expect(path("contacts[1]") == [".id", ".name", ".nick", ".rank"])
    #expect(path("byName[\"b\"]") == [".id", ".title"])
    #expect(path("contacts[9]") == [])
    let found = syntax.completions(ofPath: "contacts[1]", in: book)
    #expect(found[1].title == "name")
    #expect(found[1].replacing == 11..<11)
  }

  @Test func `suggests the keys of a dictionary in order`() {
    #expect(path("byName[") == ["\"a b\"]", "\"b\"]"])
    #expect(path("byName[\"a") == ["\"a b\"]"])
    #expect(path("byName[\"a b\"].ti") == ["title"])
  }

  @Test func `suggests identities of the type that an action takes, with their elements`() {
    #expect(
      action("tapped(id: ")
        == [
          Completion(replacing: 11..<11, text: "UUID(1)", detail: "\"Blob\" in contacts"),
          Completion(replacing: 11..<11, text: "UUID(12)", detail: "\"Jr.\" in contacts"),
          Completion(replacing: 11..<11, text: "UUID(", detail: "UUID"),
        ])
    #expect(action("tapped(id: UUID(12").map(\.text) == ["UUID(12)"])
    #expect(action("tapped(id: UUID(9").isEmpty)
    // A number is an identity if its label says so.
    #expect(action("opened(id: 999").map(\.text).prefix(2) == ["999", "9990"])
    #expect(action("counted(99").isEmpty)
    #expect(action("named(id: ").map(\.text) == ["\"a b\"", "\"b\"", "\""])
    #expect(
      syntax.completions(ofComparison: "selected == ", in: book).map(\.text).prefix(2)
        == ["UUID(1)", "UUID(12)"])
  }

  struct Item: Identifiable {
    enum Kind { case small, large }
    struct Details { var code = 7, note = "  ", caption = "from\u{301} Rome" }
    struct Product { var details = Details() }

    var id = 1
    var ownerID = "owner"
    var product: Product? = Product()
    var kind = Kind.large
  }

  struct Counter: Identifiable {
    var id = 1
    var isOn = false
    var count = 3
  }

  struct Named: Identifiable {
    var id = "x"
    var code = "c"
    var title: String? = "Milk"
  }

  private func label<E: Identifiable>(_ element: E) -> String? {
    syntax.completions(ofPath: "[id: ", in: TypedValue([element])).first?.detail
  }

  @Test func `describes an element by its name, title or another string`() {
    #expect(label(Named()) == "\"Milk\"")
    #expect(label(Named(title: nil)) == "\"c\"")
    #expect(label(Named(title: "")) == "\"c\"")
    #expect(label(Row(id: 1, title: String(repeating: "猫", count: 31)))?.hasSuffix("猫…\"") == true)
  }

  @Test func `describes an element without strings by a property, a number or its type`() {
    #expect(label(Item()) == "\"from\u{301} Rome\"")
    #expect(label(Item(product: nil)) == "kind: large")
    #expect(label(Counter()) == "isOn: false")
    #expect(label(Thing())?.hasSuffix(".Thing") == true)
  }

  struct Thing: Identifiable { var id = 1 }

  @Test func `suggests a limited number of identities and counts the rest`() {
    let found = syntax.completions(ofPath: "rows[id: ", in: book)
    #expect(found.count == 201)
    #expect(found[199].text == "id: 199]")
    // This entry inserts the text that is already typed.
    #expect(
      found[200] == Completion(replacing: 5..<9, text: "id: ", detail: "… 9800 more; keep typing"))
    #expect(action("opened(id: 1").last?.detail == "… 911 more; keep typing")
    #expect(path("rows[9").count == 11)
  }
}
