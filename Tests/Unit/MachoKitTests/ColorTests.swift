import Foundation
import Testing

@Suite struct `--color` {
  private let input = "send incrementButtonTapped\nsend oops\nsend setTitle\n"

  @Test func `does not affect pipes and files unless it is 'always'`() throws {
    let sandbox = try Sandbox(["a.macho": Scripts.wrong])
    sandbox.environment = ["TERM": "xterm-256color"]
    for arguments in [["repl", "counter"], ["run", "a.macho"], ["test", "a.macho"]] {
      let plain = try sandbox.run(.macho, arguments, input: .text(input))
      #expect(!plain.output.contains("\u{1B}"), "\(arguments)")
      let colored = try sandbox.run(
        .macho, arguments + ["--color", "always"], input: .text(input))
      #expect(colored.status == plain.status)
      #expect(colored.output.contains("\u{1B}[31m"), "\(arguments)")
      #expect(colored.output.withoutColors == plain.output)
      let never = try sandbox.run(.macho, arguments + ["--color=never"], input: .text(input))
      #expect(never.output == plain.output)
    }
  }

  @Test func `takes precedence over environment variables`() throws {
    let sandbox = try Sandbox()
    func isColored(_ environment: [String: String], _ arguments: String...) throws -> Bool {
      sandbox.environment = environment
      let run = try sandbox.run(
        .macho, ["repl", "counter"] + arguments, input: .text("send incrementButtonTapped\n"))
      return run.output.contains("\u{1B}[32m+   count: 1,\u{1B}[0m")
    }
    #expect(try isColored(["CLICOLOR_FORCE": "1"]))
    #expect(try !isColored(["CLICOLOR_FORCE": "1", "NO_COLOR": "1"]))
    #expect(try isColored(["NO_COLOR": "1"], "--color", "always"))
    #expect(try !isColored(["CLICOLOR_FORCE": "1"], "--color", "never"))
  }

  @Test func `escapes control characters of a state`() throws {
    let sandbox = try Sandbox()
    let run = try sandbox.run(
      .macho, ["repl", "counter", "--color", "always"],
      input: .text(#"send factResponse(.success("\u{1B}[5m"))"# + "\n"))
    #expect(!run.output.contains("\u{1B}[5m"))
    #expect(run.output.contains("[5m"))
  }

  @Test func `does not affect recordings and reports for programs`() throws {
    let sandbox = try Sandbox(["a.macho": Scripts.wrong])
    _ = try sandbox.run(
      .macho, ["repl", "counter", "--color", "always", "--record", "r.macho"],
      input: .text("send incrementButtonTapped\n"))
    #expect(try !sandbox.read("r.macho").contains("\u{1B}"))
    for format in ["tap", "junit", "jsonl"] {
      let run = try sandbox.run(.macho, "test", "--format", format, "--color", "always")
      #expect(!run.output.contains("\u{1B}"), "\(format)")
    }
    _ = try sandbox.run(
      .macho, "test", "--format", "spec", "--output", "r.txt", "--color", "always")
    #expect(try !sandbox.read("r.txt").contains("\u{1B}"))
  }

  @Test func `colours the output of review`() throws {
    let sandbox = try Sandbox(["a.macho": Scripts.wrong])
    _ = try sandbox.run(.macho, "test", "--review")
    let run = try sandbox.run(.macho, "review", "--color", "always")
    // The digit that differs is inverse.
    #expect(run.output.contains("\u{1B}[31m    E| +   count: \u{1B}[7m2\u{1B}[27m,\u{1B}[0m"))
    #expect(run.output.contains("\u{1B}[32m    A| +   count: \u{1B}[7m1\u{1B}[27m,\u{1B}[0m"))
  }

  @Test func `rejects other values`() throws {
    let run = try Sandbox().run(.macho, "repl", "--color", "sometimes")
    #expect(run.status == 2)
    #expect(run.errors.contains("auto, always, never") || run.errors.contains("'auto'"))
  }
}

extension String {
  fileprivate var withoutColors: String { replacing(/\u{1B}\[[0-9;]*m/, with: "") }
}
