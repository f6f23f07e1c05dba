import Testing

@testable import MachoValues

struct SwiftTargetTests {
  struct Counted: Equatable {
    private(set) var count: Int
  }

  enum Sheet: Equatable {
    case counted(Counted)
    case note(String)
  }

  struct Page: Equatable {
    var sheet: Sheet
  }

  @Test func `a target is a path from a variable`() {
    let row: SwiftTarget = SwiftTarget("$0").property("rows").element("id: 1")
    #expect(row.description == "$0.rows[id: 1]" && row.path == ".rows[id: 1]")
    #expect(!row.isInOptional && row.wrappedDescription == "$0.rows[id: 1]")
  }

  @Test func `a question mark in a key unwraps nothing`() {
    let answer = SwiftTarget("$0").property("answers").element(#""why?""#)
    #expect(!answer.isInOptional && !answer.property("text").isInOptional)
    #expect(SwiftTarget("why?").wrappedDescription == "why?")
  }

  @Test func `a part of an unwrapped value is in an Optional`() {
    let row = SwiftTarget("$0").property("row").unwrapped
    #expect(row.description == "$0.row?" && row.wrappedDescription == "$0.row")
    #expect(row.unwrapped.wrappedDescription == "$0.row?")
    let name = row.property("name")
    #expect(name.isInOptional && name.wrappedDescription == "$0.row?.name")
  }

  #if MACHO_LINUX && DEBUG
    @Test func `a change in the payload of a case has a path that a test cannot read`() throws {
      var changes = SwiftAssignments(
        printer: SwiftSourcePrinter(syntax: ValueSyntax()), purpose: .readOnly)
      let pages = [1, 2].map { Page(sheet: .counted(Counted(count: $0))) }
      _ = try changes.statements(from: pages[0], to: pages[1], as: Page.self, at: "$0")
      #expect(changes.unassignable.map(\.path) == [".sheet.counted.count"])
      #expect(changes.unassignable.map(\.isReadable) == [false])
    }
  #endif
}
