import Testing

@testable import MachoScripting

@Suite struct ScriptParserTests {
  static let example = #"""
    #!macho 1
    # a comment
    feature search
    start @file("initial.json")
    stub gitHub.searchRepositories(_) throws error("offline")

    ## typing debounces
    send queryChanged("ca")
    |   Search.State(
    | -   query: "",
    | +   query: "ca",
    |...
    |
    |~ \w+
    |= id: <id:/[0-9]+/>
    ! [no-such-case] send querryChanged("x")
    [linux] [!env:CI] ! expect query == "ca"
    send note(.import(
      id: UUID(1),
      text: """
        one
        | not expected output (

        # three
        """
    ))
    finish

    -- initial.json --
    {"query": "", "results": []}
    \-- not a header --
    \\-- nor this
    -- empty --
    """#

  @Test func `The language's example parses into its steps, phases and sections`() throws {
    let script = try ScriptParser.parse(Self.example)
    let steps = script.steps
    #expect(
      steps.map(\.text).filter { !$0.contains("\n") } == [
        "feature search", #"start @file("initial.json")"#,
        #"stub gitHub.searchRepositories(_) throws error("offline")"#, #"send queryChanged("ca")"#,
        #"! [no-such-case] send querryChanged("x")"#,
        #"[linux] [!env:CI] ! expect query == "ca""#, "finish",
      ])
    #expect(steps[3].lines == 8..<9)
    #expect(steps[3].expectedOutput?.firstLine == 9)
    #expect(
      steps[3].expectedOutput?.lines.map(\.kind) == [
        .literal("  Search.State("), .literal("-   query: \"\","), .literal("+   query: \"ca\","),
        .anyLines, .blank, .regex(#"\w+"#),
        .capture(CapturePattern(parts: [.text("id: "), .capture(name: "id", pattern: "[0-9]+")])),
      ])
    #expect(steps[4].line.expectedFailure == .code("no-such-case"))
    #expect(steps[5].line.conditions.map(\.name) == ["linux", "env"])
    #expect(steps[5].line.expectedFailure == .any)
    #expect(steps[6].lines == 18..<27)
    #expect(steps[6].text.hasSuffix("# three\n    \"\"\"\n))"))
    #expect(steps[6].expectedOutput == nil)
    #expect(script.items[3] == .phase(.init(title: "typing debounces", line: 7)))
    #expect(
      script.files == [
        "initial.json": "{\"query\": \"\", \"results\": []}\n-- not a header --\n\\-- nor this\n",
        "empty": "",
      ])
  }

  @Test func `A file with CRLF line endings parses the same`() throws {
    let text = Self.example
    let lines = linesIgnoringCR(of: text).joined(separator: "\r\n")
    let (plain, other) = (try ScriptParser.parse(text), try ScriptParser.parse(lines))
    #expect(plain.steps.map(\.text) == other.steps.map(\.text))
    #expect(plain.steps.map(\.expectedOutput) == other.steps.map(\.expectedOutput))
    #expect(plain.files == other.files)
    #expect(other.source.text == lines)
  }

  @Test func `A command's file offset is right for all line endings`() throws {
    for text in [Self.example, linesIgnoringCR(of: Self.example).joined(separator: "\r\n")] {
      let script = try ScriptParser.parse(text)
      for command in script.steps {
        let first = linesIgnoringCR(of: command.text)[0]
        #expect(
          Array(bytes(text)[command.offset..<command.offset + first.utf8.count]) == bytes(first))
      }
    }
  }

  @Test func `An offset in a command has a line and column in the file`() throws {
    let step = try #require(
      try ScriptParser.parse("\n  ! [a] send foo(\n  bar)\n").steps.first)
    #expect(step.position(ofOffset: 0) == (2, 2))
    #expect(step.position(ofOffset: 6) == (2, 8))
    #expect(step.position(ofOffset: 18) == (3, 2))
  }

  @Test func `Scripts without commands have no steps`() throws {
    for text in ["", "\n", "# only\n", "  \t\n", "#!macho 1", "#", "##", "-- a --\nx"] {
      #expect(try ScriptParser.parse(text).steps.isEmpty)
    }
  }

  @Test func `A rule of hashes and a shebang are comments, not phases`() throws {
    let script = try ScriptParser.parse("#!/usr/bin/env macho\n#####\n##x\n## y\n##\n")
    #expect(
      script.items == [.phase(.init(title: "y", line: 4)), .phase(.init(title: "", line: 5))])
  }

  @Test(arguments: [
    ("#!macho 2\nsend x", "1:0-9 unknown-version"),
    ("#!macho", "1:0-7 unknown-version"),
    ("send x\n#!macho 1", "2:0-9 misplaced-header"),
    ("| x", "1:0-1 stray-output"),
    ("send x\n\n| x\n| y", "3:0-1 stray-output"),
    ("send x\n# c\n| x", "3:0-1 stray-output"),
    ("send x\n|x", "2:1-2 bad-output-line"),
    ("send x\n|....", "2:1-5 bad-output-line"),
    ("send x\n|é", "2:1-3 bad-output-line"),
    ("send x\n|~ (", "2:1-4 bad-regex"),
    ("send x\n|~", "2:1-2 bad-regex"),
    ("send x\n|= no capture", "2:1-13 bad-capture"),
    ("send x\n|= a <b:/x", "2:5-10 bad-capture"),
    ("send x\n|= a <b:/(/>", "2:5-12 bad-regex"),
    ("[windows] send x", "1:0-9 unknown-condition"),
    ("[linux] [!Env:CI] send x", "1:8-17 unknown-condition"),
    ("[] send x", "1:0-2 unknown-condition"),
    ("[linux send x", "1:0-1 bad-line"),
    ("! [linux] send x", "1:0-10 bad-line"),
    ("[linux] ", "1:0-8 bad-line"),
    ("!", "1:0-1 bad-line"),
    ("send f(\n  [1,\n  2\nfinish", "2:2-3 unclosed"),
    ("send \"\"\"\nabc\n", "1:5-8 unclosed"),
    ("send \"abc\nfinish", "1:5-9 unclosed"),
    ("send #\"abc\"\nfinish", "1:5-11 unclosed"),
    ("send f(1]\nfinish", "1:8-9 mismatched-bracket"),
    ("-- x\nsend y", "1:0-4 bad-section"),
    ("-- a --\n-- b", "2:0-4 bad-section"),
    ("-- a --\n-- b --\n-- a --", "3:0-7 duplicate-section"),
  ])
  func `An error has a code and a position`(text: String, position: String) {
    #expect(errorPositions(text) == [position])
  }

  @Test func `One bad line does not hide the next`() {
    #expect(
      errorPositions("[x] a\n| out\n|y\nsend \"\n| z\n|~ [\n| ok\n") == [
        "1:0-3 unknown-condition", "3:1-2 bad-output-line", "4:5-6 unclosed", "6:1-4 bad-regex",
      ])
  }

  @Test func `A command that is never closed does not hide the next verb`() {
    #expect(
      errorPositions("send (\n  1\nexpect \"\nsend [\n| out\n|y\n") == [
        "1:5-6 unclosed", "3:7-8 unclosed", "4:5-6 unclosed", "6:1-2 bad-output-line",
      ])
    #expect(errorPositions("send (\n  1\n# ]\nfinish\n") == ["1:5-6 unclosed"])
    // Each time, the rest is scanned again.
    let lines = errorPositions(String(repeating: "send (\n", count: 1000))
    #expect(lines.count == 11)
  }

  @Test func `A command that must fail can have an unclosed string`() throws {
    let script = try ScriptParser.parse("! [unclosed] send f(\"abc\n| error\nfinish\n")
    #expect(script.steps.map(\.text) == ["! [unclosed] send f(\"abc", "finish"])
  }

  @Test func `An error's text has a position, the line, a caret and a suggestion`() throws {
    let error = try #require(errors("# 日\n\n[linux] [linus] x\n").first)
    #expect(
      error.text(path: "a.macho") == """
        a.macho:3:9
        [linux] [linus] x
                ^^^^^^^ unknown-condition: unknown condition 'linus'
        did you mean linux?
        conditions: [linux] [macos] [env:NAME] [feature:NAME], each negated by [!...]
        """)
  }

  @Test func `The excerpt of a long line is short`() throws {
    let long = String(repeating: "x", count: 5000)
    let error = try #require(errors("send \(long) \"y\(long)").first)
    #expect(error.text().utf8.count < 1_000)
  }

  @Test func `The validator finds unknown verbs and codes`() throws {
    let text = "send x\n  sned x\n! [no-such-cas] send x\n! sned x\n! [unknown-verb] sned x\n"
    let found = ScriptValidator.errors(in: try ScriptParser.parse(text))
    #expect(found.map(\.code) == [.unknownVerb, .unknownCode])
    #expect(found.map(\.line) == [2, 3])
    #expect(found.map(\.columns) == [2..<6, 0..<16])
    #expect(found.map(\.candidates.first) == ["send", "no-such-case"])
  }

  @Test func `The validator suggests lines for actions and paths, in sections too`() throws {
    let text = """
      toggle
      feature lamp
      toggle
      [linux] isOn == true
      source more
      -- more --
      togle
      """
    let found = ScriptValidator.errors(
      in: try ScriptParser.parse(text), catalog: [LampFeature()])
    #expect(found.map(\.code) == [.unknownVerb, .unknownVerb, .unknownVerb, .unknownVerb])
    #expect(found.map(\.line) == [1, 3, 4, 7])
    #expect(
      found.map(\.candidates) == [
        [], ["send toggle"], ["expect isOn == true"],
        ["send toggle", "send toggled"],
      ])
    #expect(found.map(\.columns) == [0..<6, 0..<6, 8..<20, 0..<5])
  }
}
