import Foundation
import MachoSessions
import Testing

@Suite struct `A line` {
  @Test(arguments: [
    (Line(.finish), "finish"), (Line(.runClock), "run-clock"), (Line(.send, "a(1)"), "send a(1)"),
    (Line(.start, "State(\n  count: 1\n)"), "start State(\n  count: 1\n)"),
  ])
  func `of a command equals the one that its text parses to`(line: Line, text: String) throws {
    let parsed = try Line(parsing: text)
    #expect(line.text == text && line == parsed)
    #expect(line.command == parsed.command && line.verb == parsed.verb)
    #expect(line.verbRange == parsed.verbRange && line.arguments.range == parsed.arguments.range)
    #expect(line.arguments.text == parsed.arguments.text)
  }

  @Test(arguments: ["! ! send a", "[linux send a", "\u{FEFF}send a"])
  func `that does not parse fails when it runs, as its text`(text: String) {
    #expect(throws: Diagnostic.self) { try Line(parsing: text) }
    let line = Line(text)
    #expect(line.text == text && line.command == nil)
    let outcome = Session(catalog: [], receiveMode: .immediate).run(line)
    #expect(outcome.text == text && outcome.line == nil && outcome.failure != nil)
  }

  @Test func `of 'feature' opens a feature, and no other line does`() throws {
    for text in ["feature lamp", "feature\tlamp", "feature lamp as left", "[linux] feature lamp"] {
      #expect(Line(text).openedFeatureName == "lamp")
    }
    for text in ["start lamp", "feature", "reset lamp", "context lamp", "futur lamp"] {
      #expect(Line(text).openedFeatureName == nil)
    }
  }

  @Test func `names the variables that a text uses`() {
    #expect(
      Line.variableNames(in: "send a($row, $rows.count) $état $größe_2 $_ $3 $")
        == ["row", "rows", "état", "größe_2", "_"])
  }

  @Test func `reads the files that '@file' names`() {
    #expect(
      Line.fileNames(in: #"stub a(@file( "x.json" )) -> @file("\u{79}\"z")  @file(w) file("v")"#)
        == ["x.json", "y\"z"])
    #expect(
      Line.fileNames(in: #"send `@file("a")`(["@file(\#u{22}b\#u{22})", @file("c")]) "#)
        == ["c"])
    #expect(Line.fileNames(in: ##"send f(#"@file("a")"#, `"`: @file("b"))"##) == ["b"])
  }

  @Test func `is split outside of names in backticks`() {
    let arguments = Arguments("receive unordered `a,\"(`, `)`(1, 2), c", from: 17)
    #expect(arguments.split(at: ",").map(\.text) == ["`a,\"(`", "`)`(1, 2)", "c"])
    #expect(arguments.firstSeparator(of: ["("])?.start == 11)
  }

  @Test(arguments: [
    ("send add(3)", ["add(3)"]), ("receive unordered added, ad", ["added", "ad"]),
    ("start State(count: 1)", ["State(count: 1)"]), ("replay 2 on State()", ["State()"]),
    ("replay 2", []), ("expect count == 1", ["count == 1"]),
    ("modify a = 1, b = 2", ["a = 1, b = 2"]),
    ("let x = count", ["count"]), ("after added count > 1", ["added", "count > 1"]),
    ("stub uuid pending", []), ("stub uuid -> 1, then incrementing", ["1", "incrementing"]),
    (
      "stub library.search(1, _) -> [\"a\"] after 1s, then throws error(\"x\")",
      ["(1, _)", "[\"a\"]", "error(\"x\")"]
    ),
    ("answer if pending library.search(_, 2) #2 -> .pending", ["(_, 2) #2", ".pending"]),
    ("echo add(3)", []), ("nonsense add(3)", []),
  ])
  func `has parts that contain values`(text: String, parts: [String]) {
    let found = Line(text).valueParts(in: TallyFeature()).map {
      String(decoding: Array(text.utf8)[$0.range], as: UTF8.self)
    }
    #expect(found == parts)
  }

  @Test func `opens or selects the feature of the lines after it`() {
    var opened = OpenedFeatures(catalog: [TallyFeature()])
    var names: [String?] = []
    for text in ["send add(3)", "feature tally as one", "feature other", "use one", "use three"] {
      opened.follow(Line(text))
      names.append(opened.current?.name)
    }
    #expect(names == [nil, "tally", nil, "tally", "tally"])
  }

  @Test func `is encoded as its text`() throws {
    let lines = [Line(.send, "a"), Line("[linux] ! [no-feature] state"), Line("[linux")]
    let data = try JSONEncoder().encode(lines)
    #expect(
      String(decoding: data, as: UTF8.self)
        == #"["send a","[linux] ! [no-feature] state","[linux"]"#)
    let decoded = try JSONDecoder().decode([Line].self, from: data)
    #expect(decoded == lines && decoded.map(\.command) == lines.map(\.command))
    #expect(decoded[1].expectedFailure == .code("no-feature"))
  }

  @Test func `equals no line of other bytes`() {
    #expect(Line("echo \u{E9}") != Line("echo e\u{301}"))
  }

  @Test(
    arguments: [
      ("replay", nil), ("replay 0 3", nil), ("replay on State(count: 1)", "State(count: 1)"),
      ("replay a b on [1]", "[1]"),
    ] as [(String, String?)])
  func `has the state of a replay`(text: String, state: String?) {
    #expect(Line(text).replayStart.map { String($0.text) } == state)
  }
}
