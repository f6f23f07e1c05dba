import Testing

@testable import MachoSessions

@Suite struct `A hint at the cursor` {
  private let session = Session(
    catalog: [TallyFeature(aliases: ["plus": "add($0)"])], receiveMode: .immediate)

  init() { _ = session.run("feature tally") }

  private func hint(_ line: String) -> String? { session.hint(of: line, at: line.utf8.count) }

  @Test(arguments: [
    ("advance ", "DURATION, or nothing: to the next deadline"),
    ("settle ", "within DURATION"), ("settle within ", "DURATION"),
    ("record ", "start FILE [--overwrite] [--round DURATION] | stop"),
    ("record start ", "FILE [--overwrite] [--round DURATION]"),
    ("record start a.macho ", "[--overwrite] [--round DURATION]"),
    ("feature tally ", "[as STORE]"), ("feature tally as ", "STORE"),
    ("diff ", "[FROM [TO]]"), ("diff 1 ", "[TO]"), ("replay 1 2 ", "[on STATE]"),
    ("replay on ", "STATE"), ("strict ", "on|off"), ("[linux] ! [usage] strict ", "on|off"),
    ("let x ", "= PATH | = VALUE"), ("reset ", "all, or nothing"),
  ])
  func `shows the rest of the usage`(line: String, expected: String) {
    #expect(hint(line) == expected)
  }

  @Test(arguments: [
    ("send ", "ask | add(Int) | addLater(Int) | added(Int)"), ("send add(", "Int"),
    ("send add", "(Int)"), ("send add(1", "Int"), ("send plus(", "Int"),
    ("receive unordered _, add(", "Int"),
    ("expect count ", "== Int"), ("expect count == ", "Int"), ("expect note == ", "String?"),
    ("expect note contains ", "String"),
    ("start State(", "count: Int, note: String?"), ("start State(count: ", "Int"),
    ("start State(count: 1 ", ", note: String?)"),
    ("stub library.search", "(String, Int) -> [String]"),
    ("stub library.search(", "String, Int"), ("stub library.search(\"a\", ", "Int"),
    ("stub library.search ", "-> [String] | throws ERROR | pending"),
    ("stub library.search -> ", "[String]"),
    ("answer library.search(\"a\", 1) ", "-> [String] | throws ERROR"),
  ])
  func `shows the type of the next argument`(line: String, expected: String) {
    #expect(hint(line) == expected)
  }

  @Test(arguments: [
    "", "se", "send", "nothing ", "send ad", "send ask", "send add(1)", "finish ", "send nobody(",
    "expect co", "expect nothing ", "expect count == 1 ", "mark one ", "stub nobody ",
    "record stop ", "strict of", "[linux",
  ])
  func `is empty if no argument is expected`(line: String) {
    #expect(hint(line) == nil)
  }

  @Test func `depends only on the text before the cursor`() {
    #expect(session.hint(of: "send add(1)", at: 9) == "Int")
    #expect(session.hint(of: "advance ", at: 99) != nil)
    let line = "expect note == \"日本\\("
    for cursor in -1...line.utf8.count + 1 { _ = session.hint(of: line, at: cursor) }
  }

  @Test func `shows the usage of 'send' if no feature is open`() {
    let closed = Session(catalog: [TallyFeature()], receiveMode: .immediate)
    #expect(closed.hint(of: "send ", at: 5) == "ACTION")
    #expect(closed.hint(of: "send add(", at: 9) == nil)
  }
}
