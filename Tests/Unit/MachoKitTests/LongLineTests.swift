import Foundation
import Testing

@Suite struct `A line of 300 kilobytes` {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var line: String
    var code: String
    /// The exit status of `run` and `test`; that of the prompt is 1.
    var status: Int32
  }

  // Work that is quadratic in the length would time out.
  private static let length = 300_000

  static let cases = [
    Case(
      testDescription: "in an unclosed string",
      line: "send factResponse(\"" + String(repeating: "x", count: length), code: "unclosed",
      status: 2),
    Case(
      testDescription: "of an unknown case",
      line: "send " + String(repeating: "x", count: length), code: "no-such-case", status: 1),
    Case(
      testDescription: "of parentheses",
      line: "send " + String(repeating: "(", count: length) + String(repeating: ")", count: length),
      code: "too-deep", status: 1),
  ]

  @Test(arguments: cases)
  func `fails once with a code, in run, test and repl`(_ long: Case) throws {
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

  @Test func `is read completely if it is valid`() throws {
    let padding = String(repeating: " ", count: Self.length)
    let script = "feature counter\nsend \(padding) incrementButtonTapped\nexpect count == 1\n"
    let sandbox = try Sandbox(["long.macho": script])
    #expect(try sandbox.run(.macho, "test", "long.macho").status == 0)
    let repl = try sandbox.run(.macho, "repl", input: .pipe("long.macho"))
    #expect(repl.status == 0)
    #expect(repl.output.contains("+   count: 1,"))
  }
}
