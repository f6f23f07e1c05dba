import Foundation
import Testing

@Suite struct `A line of three megabytes` {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var line: String
    var code: String
    /// What `run` and `test` end with; the prompt ends with 1.
    var status: Int32
  }

  // A sanitizer makes the work so slow that a script would be ended for taking too long.
  private static let length = Sanitizer.isOn ? 300_000 : 3_000_000

  static let cases = [
    Case(
      testDescription: "in an unclosed string",
      line: "send factResponse(\"" + String(repeating: "x", count: length), code: "unclosed",
      status: 2),
    Case(
      testDescription: "of a case that is none",
      line: "send " + String(repeating: "x", count: length), code: "no-such-case", status: 1),
    Case(
      testDescription: "of parentheses",
      line: "send " + String(repeating: "(", count: length) + String(repeating: ")", count: length),
      code: "too-deep", status: 1),
  ]

  @Test(arguments: cases)
  func `fails once, with a code, wherever it comes from`(_ long: Case) throws {
    let sandbox = try Sandbox(["long.macho": "feature counter\n\(long.line)\n"])
    let run = try sandbox.run(.macho, "run", "long.macho")
    #expect(run.status == long.status)
    #expect((run.output + run.errors).mentions(of: long.code) == 1)

    let test = try sandbox.run(.macho, "test", "long.macho")
    #expect(test.status == long.status)
    #expect(test.output.mentions(of: long.code) == 1)

    let repl = try sandbox.run(.macho, "repl", input: .pipe("long.macho"))
    #expect(repl.status == 1)
    #expect(repl.output.mentions(of: long.code) == 1)
  }

  @Test func `is read whole where nothing is wrong with it`() throws {
    let padding = String(repeating: " ", count: Self.length)
    let script = "feature counter\nsend \(padding) incrementButtonTapped\nexpect count == 1\n"
    let sandbox = try Sandbox(["long.macho": script])
    #expect(try sandbox.run(.macho, "test", "long.macho").status == 0)
    let repl = try sandbox.run(.macho, "repl", input: .pipe("long.macho"))
    #expect(repl.status == 0)
    #expect(repl.output.contains("+   count: 1,"))
  }
}
