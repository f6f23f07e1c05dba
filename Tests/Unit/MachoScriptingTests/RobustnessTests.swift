import Testing

@testable import MachoScripting

@Suite struct RobustnessTests {
  @Test func `Sources that double at each depth terminate`() throws {
    // The count limit is necessary: at the maximum depth of 16 the last line would run 65,536 times.
    let script = try ScriptParser.parse(
      "source a\n\n-- a --\nsource a\nsend x\nsource a\n")
    var count = 0
    var runner = TranscriptRunner(script, path: "-", catalog: [], write: { _ in count += 1 })
    let hasPassed = runner.run()
    #expect(!hasPassed)
    #expect(count < 10_000)
  }

  @Test func `Random bytes never trap`() {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<3_000 {
      let noise = generator.many(0...200) { $0.pick([UInt8.random(in: 0...255, using: &$0), 10]) }
      _ = try? ScriptParser.parse(noise)
    }
  }

  @Test func `A corrupted script never traps, and its errors have valid positions`() {
    var generator = SeededGenerator(seed: 8)
    let alphabet = bytes("|~=.#-\\!<>/[](){}\"' \n\r:x19é")
    for _ in 0..<4_000 {
      var text = bytes(ScriptParserTests.example)
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        let index = Int.random(in: 0..<text.count, using: &generator)
        switch Int.random(in: 0...2, using: &generator) {
        case 0: text[index] = generator.pick(alphabet)
        case 1: text.insert(generator.pick(alphabet), at: index)
        default: text.remove(at: index)
        }
      }
      let lines = text.split(separator: 10, omittingEmptySubsequences: false)
      for error in errors(bytes: text) {
        #expect((1...lines.count).contains(error.line))
        #expect(error.columns.upperBound <= lines[error.line - 1].count)
        #expect(!error.text(path: "x").isEmpty)
      }
    }
  }

  @Test func `Random scripts round-trip`() throws {
    var generator = SeededGenerator(seed: 9)
    let parts = [
      "send x", "send f(\n  1\n)", "# c", "## p", "", "  ", "[linux] ! [a] b",
      "send \"\"\"\n(\n\"\"\"",
    ]
    for _ in 0..<2_000 {
      var text = ""
      for part in generator.many(0...8, { $0.pick(parts) }) {
        text += part + "\n"
        if part.hasSuffix("x") || part.hasSuffix("b") {
          text += ExpectedOutput(literal: generator.many(0...3) { $0.hostileLine() }).lines
            .map { $0.raw + "\n" }.joined()
        }
      }
      for index in 0..<Int.random(in: 0...2, using: &generator) {
        text += Section(name: "s\(index)", contents: "\\-- x\n-- y --\n").text
      }
      let script = try ScriptParser.parse(text)
      #expect(bytes(script.source.text) == bytes(text))
      #expect(try ScriptParser.parse(script.source.text) == script)
    }
  }

  @Test(arguments: ["x", "(", "#\"\"\""])
  func `A line of three megabytes is parsed in one pass`(unit: String) {
    let long = String(repeating: unit, count: 3_000_000 / unit.utf8.count)
    _ = try? ScriptParser.parse("send \(long)\nfinish\n| \(long)\n")
  }

  @Test func `Many prefixes are parsed in one pass`() {
    let long = String(repeating: "[linux]", count: 50_000)
    #expect(errors("\(long)[x] send y").map(\.code) == [.unknownCondition])
  }

  @Test(
    arguments: ["(", "[", "a|", "a*", "\\", "<x:/", "<x:/a/>", "(?<a>"])
  func `A long pattern is rejected or parsed without a crash`(unit: String) {
    let long = String(repeating: unit, count: 200_000 / unit.utf8.count)
    _ = try? ScriptParser.parse("send x\n|~ \(long)\n|= \(long)\n")
  }

  @Test func `Many short lines of each kind are parsed in one pass`() {
    for line in ["send x", "| x", "# x", "-- x --", "(", "|~ x", "", "[", "\u{0}"] {
      let text = String(repeating: line + "\n", count: 50_000)
      _ = try? ScriptParser.parse("send x\n" + text)
    }
  }
}
