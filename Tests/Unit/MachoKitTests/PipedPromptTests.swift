import Foundation
import Testing

@Suite struct `A prompt that reads a pipe` {
  private static let immediateExits =
    noticesImmediateExit ? ["send exitImmediately(status: 0)"] : []
  private static let input =
    (["send increment", "send unwrapNil", "# between", "send increment", "sned"]
    + ["send exit(status: 0)"] + immediateExits + ["send increment", "state count"])
    .joined(separator: "\n")

  @Test func `loses only the line that traps or exits, names it, and ends with status 4`() throws {
    let sandbox = try Sandbox(["input": Self.input])
    for input in [Sandbox.Input.pipe("input"), .file("input")] {
      let repl = try sandbox.run(.externalWorkDriver, ["repl", "traps"], input: input)
      #expect(repl.status == 4)
      #expect(repl.output.hasSuffix("- Traps.State(count: 2)\n+ Traps.State(count: 3)\n3\n"))
      #expect(repl.output.contains("\ncrashed: signal "))
      #expect(repl.output.contains("\nthis line is lost:  send unwrapNil\n"))
      #expect(
        repl.output.contains(
          """

          crashed: the feature exited the process
          this line is lost:  send exit(status: 0)
          the state before this line is back

          """))
      let lost = repl.errors.split(separator: "\n").map(String.init).filter {
        $0.hasPrefix("macho: ")
      }
      #expect(
        lost
          == (["send unwrapNil", "send exit(status: 0)"] + Self.immediateExits)
          .map { "macho: the process crashed at this line:  " + $0 })
    }
  }

  @Test func `reads on behind a line that traps, whatever it had read ahead`() throws {
    let lines = [String](repeating: "send increment", count: 5_000).joined(separator: "\n")
    let sandbox = try Sandbox(["input": "\(lines)\nsend unwrapNil\n\(lines)\nstate count"])
    let repl = try sandbox.run(.externalWorkDriver, ["repl", "traps"], input: .pipe("input"))
    #expect(repl.output.hasSuffix("\n10000\n"))
    #expect(repl.status == 4)
  }

  @Test func `records the lines behind a line that traps`() throws {
    let sandbox = try Sandbox()
    _ = try sandbox.run(
      .externalWorkDriver, "repl", "traps", "--record", "r.macho", input: .text(Self.input))
    let recording = try sandbox.read("r.macho")
    #expect(recording.contains("\n# send unwrapNil\n# between\nsend increment\n"))
    let exits = ["send exit(status: 0)"] + Self.immediateExits
    let lost = exits.map { "# crashed: the feature exited the process\n# \($0)\n" }.joined()
    #expect(recording.contains("\n\(lost)send increment\n"))
    #expect(try sandbox.run(.externalWorkDriver, "test", "r.macho").status == 0)
  }
}

@Suite struct `A feature that exits with status 0` {
  private static func script(_ action: String) -> String {
    "feature traps\nsend increment\nsend \(action)(status: 0)\nstate\n"
  }

  @Test(
    arguments: [
      ["run", "s.macho"], ["export", "json", "s.macho"], ["export", "html", "s.macho"],
      ["repl", "--after", "s.macho"], ["test", "--debug", "s.macho"], ["import", "s.macho"],
      ["explore", "traps", "--from", "s.macho", "--runs", "1"],
    ], noticesImmediateExit ? ["exit", "exitImmediately"] : ["exit"])
  func `is a crash in each subcommand`(arguments: [String], action: String) throws {
    let sandbox = try Sandbox(["s.macho": Self.script(action)])
    let run = try sandbox.run(.externalWorkDriver, arguments, input: .text(""))
    #expect(run.status == 4)
    #expect(run.errors.contains("the feature exited the process"))
    let names = ["import", "explore"].contains(arguments[0])
    #expect(names || run.errors.contains("crashed at s.macho:3:  send \(action)(status: 0)\n"))
  }

  @Test func `leaves no file of an export`() throws {
    let sandbox = try Sandbox(["s.macho": Self.script("exit")])
    _ = try sandbox.run(.externalWorkDriver, "export", "json", "s.macho", "--output", "out.json")
    #expect(throws: (any Error).self) { try sandbox.read("out.json") }
  }
}
