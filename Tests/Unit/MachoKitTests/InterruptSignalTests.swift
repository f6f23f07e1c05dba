import Foundation
import Testing

@Suite struct `Running scripts at a terminal` {
  private func sandbox() throws -> Sandbox {
    try Sandbox([
      "a-fine.macho": "feature traps\nsend increment\n",
      "b-loop.macho": "feature traps\nsend loopForEver\n",
      "c-fine.macho": "feature traps\nsend increment\n",
    ])
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `shows progress, and reports the results when a signal stops it`(signal: Int32) throws {
    let sandbox = try sandbox()
    let terminal = try Terminal(
      .externalWorkDriver, "test", "--jobs", "1", "--output", "report.jsonl", "--format", "jsonl",
      in: sandbox)
    try terminal.waitUntil("the second runs") { screen in
      screen.texts.last == "1 of 3  b-loop.macho"
    }
    #expect(terminal.screen.texts.first == "PASS a-fine.macho (2 commands)")
    terminal.signal(signal)
    #expect(try terminal.waitForSignal() == signal)
    let name = signal == SIGINT ? "SIGINT" : "SIGTERM"
    #expect(
      terminal.screen.texts.filter { !$0.isEmpty && !$0.hasPrefix("in ") } == [
        "PASS a-fine.macho (2 commands)", "1 passed, 1 command not compared",
        "interrupted by \(name): 2 scripts did not finish",
      ])
    let lines = try sandbox.read("report.jsonl").split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines.last?.contains(#""interruption":"\#(name)""#) == true)
  }

  @Test func `counts failures and erases the progress line`() throws {
    let sandbox = try Sandbox([
      "a.macho": "feature traps\nexpect count == 1\n", "b.macho": "feature traps\n",
      "c.macho": "feature traps\n",
    ])
    let terminal = try Terminal(.externalWorkDriver, "test", "--jobs", "1", in: sandbox)
    #expect(try terminal.waitForExit() == 1)
    #expect(terminal.screen.texts.filter { $0.contains(" of 3") } == [])
    #expect(terminal.screen.texts.contains("2 passed, 1 failed"))
  }
}
