import Foundation
import MachoLocks
import Testing

@testable import MachoValues

struct Spending: Equatable {
  var title: String
  var isRecurring = false
  var tags: [String] = ["none"]
  var note: String?
}

struct Stamped: Equatable {
  var number = Int.random(in: 1...Int.max)
  var name = UUID().uuidString
  var time = Date()
}

enum SpendingAction: Equatable {
  case add(Spending)
  case loaded([Spending])
}

#if MACHO_LINUX && DEBUG
  @Suite struct `A property that text leaves out` {
    private let filled = Lock<[FilledProperty]>([])
    private var syntax: ValueSyntax {
      var syntax = ValueSyntax()
      syntax.onFilling = { [filled] property in filled.withLock { $0.append(property) } }
      return syntax
    }

    @Test func `gets the default in the source, and the syntax reports it`() throws {
      #expect(try syntax.read("Spending(title: \"tea\")") == Spending(title: "tea"))
      #expect(
        filled.withLock { $0 } == [
          FilledProperty(type: "Spending", name: "isRecurring", value: "false"),
          FilledProperty(type: "Spending", name: "tags", value: "[\"none\"]"),
        ])
    }

    @Test func `gets it in payloads, collections, patterns and JSON`() throws {
      let tea = Spending(title: "tea", tags: [])
      #expect(
        try syntax.read("add(.init(title: \"tea\", tags: []))") == SpendingAction.add(tea))
      #expect(
        try syntax.read("loaded([Spending(title: \"tea\", tags: [])])")
          == SpendingAction.loaded([tea]))
      let pattern = try ValuePattern(
        reading: "add(Spending(title: \"tea\", tags: []))", type: SpendingAction.self)
      #expect(pattern.matches(SpendingAction.add(tea)))
      #expect(!pattern.matches(SpendingAction.add(Spending(title: "tea", isRecurring: true))))
      let object = try JSONParser.parse(#"{"title": "tea", "tags": []}"#)
      let reader = ValueReader(tree: object, syntax: syntax)
      #expect(try reader.build(0, TextSchema.of(Spending.self)) as? Spending == tea)
    }

    @Test func `keeps the value of the one below it`() throws {
      let base = Spending(title: "rent", isRecurring: true)
      let read = try syntax.read("Spending(title: \"tea\")", as: Spending.self, overlaying: base)
      #expect(read as? Spending == Spending(title: "tea", isRecurring: true))
      #expect(filled.withLock { $0 }.isEmpty)
    }

    @Test func `is missing without a default, and with one that varies`() throws {
      let missing = #expect(throws: ValueError.self) {
        try syntax.read("Spending(isRecurring: true)") as Spending
      }
      #expect(missing?.message == "Spending needs 'title: String'")
      #expect(missing?.notes == [])
      let time = "time: \"2026-01-01T00:00:00Z\""
      let varying = ["its default in the source is not always the same"]
      let texts: [(String, needs: String, notes: [String])] = [
        ("Stamped(number: 1, \(time))", "name: String", varying),
        ("Stamped(name: \"\", \(time))", "number: Int", varying),
        ("Stamped(number: 1, name: \"\")", "time: Date", []),
      ]
      for (text, name, notes) in texts {
        let missing = #expect(throws: ValueError.self) { try syntax.read(text[...]) as Stamped }
        #expect(missing?.message == "Stamped needs '\(name)'")
        #expect(missing?.notes == notes)
      }
    }
  }
#endif
