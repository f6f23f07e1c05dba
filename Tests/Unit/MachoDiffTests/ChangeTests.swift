import CustomDump
import Foundation
import Testing

@testable import MachoDiff

/// What a change says of its lines is what a reader finds in its text.
@Suite struct ChangeTests {
  private static let pairs = 150
  private static let seed: UInt64 = 20_261_126

  private func check<Value: Generated>(
    _ type: Value.Type, depth: Int = 3, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    var numbers = SeededNumbers(seed: Self.seed)
    for _ in 0..<Self.pairs {
      let old = Value.make(&numbers, depth)
      let new = numbers.chance(5) ? .make(&numbers, depth) : old.changed(&numbers, depth)
      let change = stateChange(old, new)
      #expect(change?.text == stateDiff(old, new), sourceLocation: sourceLocation)
      guard let change else { continue }
      let forms =
        [(change.text, change.lines)] + (change.scriptForm.map { [($0.text, $0.lines)] } ?? [])
      for (text, lines) in forms {
        let read = Change(reading: text).lines
        #expect(read.count == lines.count, "\(text)", sourceLocation: sourceLocation)
        for (index, (read, line)) in zip(read, lines).enumerated() where read != line {
          let line = String(describing: line)
          #expect(
            String(describing: read) == line, "line \(index) of\n\(text)",
            sourceLocation: sourceLocation)
          return
        }
      }
    }
  }

  @Test("lines of values, fields and elements are read as they are printed")
  func values() {
    check(Int.self)
    check(String.self)
    check(Box<String>.self)
    check(Box<Int?>.self)
    check(Double2<Int, String>.self)
    check(Double2<Box<String>, [Int]>.self)
    check(Registered<Double2<Flag, Spoken>>.self)
    check(Tree.self, depth: 4)
    check(Tree?.self)
    check([Tree].self, depth: 4)
    check([Row].self)
    check([Row?].self)
    check([[Int]].self)
    check(Box<[EqualModel]>.self)
  }

  @Test("lines of sets, dictionaries and instances are read as they are printed")
  func mirrors() {
    check(Set<Int>.self)
    check(Set<Flag>.self)
    check([String: Int].self)
    check([Key: Row].self)
    check(Box<[Key: [Row]]>.self)
    check(Member.self)
    check([Member].self)
    check(Anything.self)
    check([Anything].self)
  }

  private struct Field: Equatable { var count: Int }
  private struct List: Equatable { var rows: [Int] }
  private enum Choice: Equatable { case one(Int) }
  private struct Outer: Equatable {
    var list: List
    var choice: Choice
  }

  @Test("a single named field is compared inside of its value in scripts")
  func scriptForm() {
    #expect(
      stateChange(Field(count: 1), Field(count: 2))?.scriptForm?.text == """
          ChangeTests.Field(
        -   count: 1
        +   count: 2
          )
        """)
    #expect(
      stateChange(List(rows: []), List(rows: [1]))?.scriptForm?.text == """
          ChangeTests.List(
            rows: [
        +     [0]: 1
            ]
          )
        """)
    #expect(stateChange(List(rows: [2]), List(rows: [1]))?.scriptForm == nil)
    #expect(stateChange([Choice.one(1)], [.one(2)])?.scriptForm == nil)
    let outer = Outer(list: List(rows: []), choice: .one(1))
    #expect(
      stateChange(outer, Outer(list: List(rows: [1]), choice: .one(2)))?.scriptForm?.text == """
          ChangeTests.Outer(
            list: ChangeTests.List(
              rows: [
        +       [0]: 1
              ]
            ),
        -   choice: .one(1)
        +   choice: .one(2)
          )
        """)
  }

  private struct Note: Equatable, CustomDumpStringConvertible {
    var text: String
    var customDumpDescription: String { text }
  }
  private struct Page: Equatable {
    var first: Note
    var last: Note
  }

  @Test("a comma at the end of a description is part of the value, one between fields is not")
  func comma() throws {
    func page(_ text: String) -> Page { Page(first: Note(text: text), last: Note(text: text)) }
    let change = try #require(stateChange(page("a,"), page("b,")))
    #expect(
      change.lineTexts.dropFirst().dropLast() == [
        "-   first: a,,", "+   first: b,,", "-   last: a,", "+   last: b,",
      ])
    #expect(
      zip(change.lines, change.lineTexts).map { $0.content(of: $1) }.dropFirst().dropLast() == [
        "first: a,", "first: b,", "last: a,", "last: b,",
      ])
  }

  @Test("an id tells an element from others if its whole value is shown")
  func identity() {
    func identities(_ text: String) -> [Bool] { Change(reading: text).lines.map(\.isIdentity) }
    #expect(
      identities("    id: 3,\n    id: nil,\n    id: Key(\n    id: Key(…),") == [
        true, false, false, false,
      ])
    struct Person: Equatable, Identifiable {
      var id: Int?
      var name: String
    }
    func changed(_ id: Int?) -> [Bool] {
      stateChange([Person(id: id, name: "a")], [Person(id: id, name: "b")])!.lines.map(\.isIdentity)
    }
    #expect(changed(1).filter(\.self).count == 1)
    #expect(!changed(nil).contains(true))
  }
}
