import Foundation
import MachoValues
import Testing

@Suite struct IndexSetTests {
  private let syntax = ValueSyntax()

  @Test(arguments: [
    ("[0, 2...4]", "[0, 2...4]"), ("[4, 3, 2, 0]", "[0, 2...4]"), ("[]", "[]"),
    ("[0..<2, 2]", "[0...2]"), ("1...3", "[1...3]"), ("IndexSet(integer: 2)", "[2]"),
    ("IndexSet([0, 1])", "[0...1]"), ("IndexSet(2..<4)", "[2...3]"),
    ("[[0]: 1, [1]: 2]", "[1...2]"),
  ])
  func `Indexes and ranges are read and printed`(_ text: String, _ printed: String) throws {
    let value: IndexSet = try syntax.read(text[...])
    #expect(syntax.print(value) == printed)
    #expect(try syntax.read(printed[...]) == value)
  }

  @Test(arguments: ["[-1]", #"["a"]"#, "x"])
  func `Other text is refused`(_ text: String) {
    #expect(throws: ValueError.self) { try syntax.read(text[...], as: IndexSet.self) }
  }
}
