import Foundation
import Testing

@Suite struct `A wrong script` {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var script: String
    /// The location that `test` reports.
    var place: String
    var code: String
    /// The start of the message after the code, if the code alone occurs more than once.
    var message = ""
    /// Whether the script does not parse.
    var isUnparsable = false
    /// Whether `check`, which does not run the script, reports it.
    var isChecked = false
    /// Whether `check` compares it with the types of features.
    var isTyped = false
  }

  static let cases = [
    Case(
      testDescription: "an unknown verb", script: "feature counter\nsned x\n", place: "2:1",
      code: "unknown-verb", isUnparsable: true, isChecked: true),
    Case(
      testDescription: "an unknown code", script: "feature counter\n! [nonsuch] send x\n",
      place: "2:1", code: "unknown-code", isUnparsable: true, isChecked: true),
    Case(
      testDescription: "an unknown feature", script: "feature countr\n", place: "1",
      code: "no-such-feature", isTyped: true),
    Case(
      testDescription: "no feature", script: "send incrementButtonTapped\n", place: "1",
      code: "no-feature"),
    Case(
      testDescription: "no argument for the verb", script: "feature counter\nsend\n",
      place: "2:1", code: "usage", message: "an action is missing", isUnparsable: true,
      isChecked: true),
    Case(
      testDescription: "an argument of a verb too many", script: "feature counter\nfinish it\n",
      place: "2:8", code: "usage", message: "'finish' takes no further", isUnparsable: true,
      isChecked: true),
    Case(
      testDescription: "no argument for the action",
      script: "feature counter\nsend factResponse\n", place: "2", code: "missing-argument",
      isTyped: true),
    Case(
      testDescription: "an argument too many",
      script: "feature counter\nsend incrementButtonTapped(1)\n", place: "2",
      code: "unexpected-argument", isTyped: true),
    Case(
      testDescription: "a wrong type", script: "feature counter\nsend factResponse(.success(3))\n",
      place: "2", code: "wrong-type", isTyped: true),
    Case(
      testDescription: "no such property", script: "feature counter\nexpect conut == 1\n",
      place: "2", code: "no-such-property", isTyped: true),
    Case(
      testDescription: "a wrong expectation", script: "feature counter\nexpect count == 1\n",
      place: "2", code: "expect-failed"),
    Case(
      testDescription: "a NUL", script: "feature counter\nsend \0\n", place: "2", code: "syntax",
      isTyped: true),
    Case(
      testDescription: "an unclosed string",
      script: "feature counter\nsend factResponse(.success(\"x\n", place: "2:28",
      code: "unclosed", isUnparsable: true, isChecked: true),
    Case(
      testDescription: "an unclosed parenthesis", script: "feature counter\nsend factResponse(\n\n",
      place: "2:18", code: "unclosed", isUnparsable: true, isChecked: true),
    Case(
      testDescription: "a broken regular expression", script: "feature counter\nstate\n|~ (\n",
      place: "3:2", code: "bad-regex", isUnparsable: true, isChecked: true),
    Case(
      testDescription: "stray expected output", script: "| x\nfeature counter\n", place: "1:1",
      code: "stray-output", isUnparsable: true, isChecked: true),
    Case(
      testDescription: "an invalid expected-output line", script: "feature counter\n|x\n",
      place: "2:2",
      code: "bad-output-line", isUnparsable: true, isChecked: true),
    Case(
      testDescription: "an unknown condition", script: "[lunux] feature counter\n", place: "1:1",
      code: "unknown-condition", isUnparsable: true, isChecked: true),
    Case(
      testDescription: "another version", script: "#!macho 99\n", place: "1:1",
      code: "unknown-version", isUnparsable: true, isChecked: true),
    Case(
      testDescription: "carriage returns alone", script: "# one\rfeature counter\r",
      place: "1:6", code: "carriage-return", isUnparsable: true, isChecked: true),
    Case(
      testDescription: "a byte-order mark", script: "\u{FEFF}feature counter\n", place: "1:1",
      code: "byte-order-mark", isUnparsable: true, isChecked: true),
  ]

  /// The codes that `run` reports as a prompt does. It still exits with 2.
  static let answered = ["unknown-verb", "unknown-code", "usage"]

  @Test(arguments: cases)
  func `fails at one location with one code`(_ wrong: Case) throws {
    let sandbox = try Sandbox(["wrong.macho": wrong.script])
    let test = try sandbox.run(.macho, "test", "wrong.macho")
    #expect(test.status == (wrong.isUnparsable ? 2 : 1))
    #expect(test.locations(in: "wrong.macho") == [wrong.place])
    #expect(test.output.mentions(of: wrong.code, wrong.message) == 1)
    #expect(test.output.contains(wrong.isUnparsable ? "\n1 not parsed\n" : "\n1 failed\n"))
    #expect(test.errors == "")

    let run = try sandbox.run(.macho, "run", "wrong.macho")
    #expect(run.status == (wrong.isUnparsable ? 2 : 1))
    if wrong.isUnparsable, Self.answered.contains(wrong.code) {
      #expect(run.output.contains("\n! ["))
      #expect(run.errors == "")
    } else if wrong.isUnparsable {
      #expect(run.output == "")
      #expect(run.errors.hasPrefix("wrong.macho:\(wrong.place)\n"))
      #expect(run.errors.mentions(of: wrong.code, wrong.message) == 1)
    } else {
      #expect(run.output.contains("\n! [\(wrong.code)] "))
      #expect(run.output.mentions(of: wrong.code, wrong.message) <= 1)
    }

    let check = try sandbox.run(.macho, "check", "wrong.macho")
    #expect(check.status == (wrong.isChecked ? 2 : wrong.isTyped ? 1 : 0))
    #expect(
      check.errors.mentions(of: wrong.code, wrong.message)
        == (wrong.isChecked || wrong.isTyped ? 1 : 0))
  }

  @Test func `is checked with all errors of its lines, and of the files that it uses`() throws {
    let sandbox = try Sandbox([
      "counter.properties.macho": "always conut >= 0\n", "more.macho": "expect conut == 1\n",
      "wrong.macho": """
      feature counter
      advance banana
      sned x
      source more.macho
      send (
      modify count = 1
      send factButtonTaped

      """,
    ])
    let check = try sandbox.run(.macho, "check")
    #expect(check.status == 2)
    let places = check.errors.split(separator: "\n").filter {
      $0.wholeMatch(of: #/[a-z.]+:\d+:\d+/#) != nil
    }
    #expect(
      places == [
        "counter.properties.macho:1:8", "wrong.macho:2:9", "wrong.macho:3:1", "wrong.macho:4:8",
        "wrong.macho:5:6", "wrong.macho:6:8", "wrong.macho:7:6",
      ])
    #expect(check.errors.contains("no-such-property: more.macho:1: CounterFeature.State has no"))
  }

  @Test func `may contain lines that must fail`() throws {
    let script = """
      feature counter
      ! [unknown-verb] sned incrementButtonTapped
      ! [usage] send
      ! frobnicate
      ! [usage] undo x

      """
    let sandbox = try Sandbox(["mistyped.macho": script])
    for subcommand in ["check", "test", "run"] {
      #expect(try sandbox.run(.macho, subcommand, "mistyped.macho").status == 0)
    }
  }

  @Test func `reports how many commands did not run`() throws {
    let sandbox = try Sandbox([
      "two.macho": "feature counter\nsend x\nstate\n\n## more\nfinish\n",
      "one.macho": "feature counter\nsend x\nstate\n", "none.macho": "feature counter\nsend x\n",
    ])
    func output(_ name: String) throws -> String { try sandbox.run(.macho, "test", name).output }
    #expect(try output("two.macho").contains("\n  2 commands below were not run\n"))
    #expect(try output("one.macho").contains("\n  1 command below was not run\n"))
    #expect(try !output("none.macho").contains("not run"))
  }

  @Test func `that is not UTF-8 fails at the invalid byte`() throws {
    let sandbox = try Sandbox()
    try sandbox.write(
      Data("feature counter\nsend \u{3042}".utf8) + [0xFF, 0x0A], to: "wrong.macho")
    let test = try sandbox.run(.macho, "test", "wrong.macho")
    #expect(test.status == 2)
    #expect(test.locations(in: "wrong.macho") == ["2:9"])
    #expect(test.output.contains("invalid-utf8: invalid UTF-8 byte 0xFF"))
    #expect(test.output.unicodeScalars.count { $0 == "\u{FFFD}" } == 1)

    let repl = try sandbox.run(.macho, "repl", input: .file("wrong.macho"))
    #expect(repl.status == 1)
    #expect(repl.output == "invalid-utf8: the line is not UTF-8: byte 9 is invalid\n")
  }

  @Test func `may have CRLF`() throws {
    let script = "feature counter\r\nsend incrementButtonTapped\r\n|...\r\nexpect count == 1\r\n"
    let sandbox = try Sandbox(["crlf.macho": script])
    #expect(try sandbox.run(.macho, "test", "crlf.macho").status == 0)
    #expect(try sandbox.run(.macho, "run", "crlf.macho").status == 0)
    #expect(try sandbox.run(.macho, "repl", input: .file("crlf.macho")).status == 0)
  }

  @Test(arguments: ["", "\n", "# nothing to do\n\n", "#!macho 1\n## a phase\n"])
  func `may be empty`(script: String) throws {
    let sandbox = try Sandbox(["empty.macho": script])
    let test = try sandbox.run(.macho, "test", "--strict", "empty.macho")
    #expect(test.status == 0)
    #expect(test.output == "PASS empty.macho (no commands)\n1 passed\n")
    #expect(try sandbox.run(.macho, "run", "empty.macho").status == 0)
    #expect(try sandbox.run(.macho, "repl", input: .file("empty.macho")).output == "")
  }
}

extension Sandbox.Finished {
  /// Returns the locations in a file that the output contains: `2`, or `2:18`.
  func locations(in file: String) -> [String] {
    output.split(separator: "\n").compactMap { line in
      guard let range = line.range(of: "  \(file):"), range.lowerBound == line.startIndex else {
        return nil
      }
      return String(line[range.upperBound...].prefix { $0 == ":" || $0.isNumber })
    }
  }
}

extension String {
  /// Returns how often a code precedes a message.
  func mentions(of code: String, _ message: String = "") -> Int {
    components(separatedBy: "\(code): \(message)").count - 1
  }
}
