import Foundation
import Testing

@Suite struct `A feature that crashes or exits` {
  private func sandbox(_ actions: [String: String]) throws -> Sandbox {
    try Sandbox(
      actions.mapValues { "feature traps\n\n## into it\nsend increment\nsend \($0)\nstate\n" })
  }

  private static let fine = "feature traps\nsend increment\nexpect count == 1\n"

  @Test func `fails only its own script`() throws {
    let sandbox = try sandbox(["b-trap.macho": "unwrapNil", "d-exit.macho": "exit(status: 3)"])
    for name in ["a-fine.macho", "c-fine.macho", "e-fine.macho"] {
      try sandbox.write(Self.fine, to: name)
    }
    let test = try sandbox.run(.externalWorkDriver, "test", "--jobs", "2", ".")
    #expect(test.status == 4)
    #expect(
      test.verdicts == [
        "PASS a-fine.macho", "CRASH b-trap.macho", "PASS c-fine.macho", "CRASH d-exit.macho",
        "PASS e-fine.macho",
      ])
    #expect(test.output.contains("\n3 passed, 2 crashed"))
  }

  @Test func `is reported with script, line, signal and message`() throws {
    let test = try sandbox(["trap.macho": "unwrapNil"]).run(
      .externalWorkDriver, "test", "trap.macho")
    #expect(test.status == 4)
    let lines = test.output.split(separator: "\n").map(String.init)
    try #require(lines.count > 1)
    #expect(
      try lines[0].wholeMatch(
        of: Regex("CRASH trap.macho: signal (4, Illegal instruction|5, Trace.*)")) != nil)
    #expect(lines[1] == "  trap.macho:5  ## into it")
    #expect(lines[2] == "  send unwrapNil")
    #expect(
      test.output.contains(
        "Traps.swift:34: Fatal error: Unexpectedly found nil while unwrapping an Optional value"))
  }

  @Test func `is reported with the frames of its own code and without addresses`() throws {
    // A sanitizer handles the signal too, and then the backtrace never ends.
    guard !Sanitizer.isOn else { return }
    let sandbox = try sandbox(["trap.macho": "unwrapNil"])
    sandbox.environment = ["SWIFT_BACKTRACE": ""]
    // On a busy machine, a backtrace takes longer than the default limit.
    let test = try sandbox.run(
      .externalWorkDriver, "test", "--backtrace-timeout", "300", "trap.macho")
    let lines = test.output.split(separator: "\n").map(String.init)
    try #require(lines.count == 6)
    #expect(lines[3].contains("Fatal error"))
    #expect(lines[4].hasPrefix("  at closure #1 in Traps.body.getter, "))
    #expect(lines[4].contains("Tests/Acceptance/ExternalWork/Driver/Traps.swift:34:"))
    #expect(!test.output.contains("0x"))
  }

  @Test func `is ended when its effects send actions without end`() throws {
    let test = try sandbox(["endless.macho": "sendAgain"]).run(
      .externalWorkDriver, "test", "endless.macho")
    #expect(test.status == 4)
    #expect(
      test.output.contains(
        "endless: more than 100000 actions or jobs ran while no time passed; the last action: sendAgain"
      ))
  }

  @Test func `is killed when its backtrace takes too long`() throws {
    let sandbox = try sandbox(["trap.macho": "unwrapNil"])
    try sandbox.write("#!/bin/sh\nexec sleep 1000\n", to: "backtrace")
    try sandbox.allowRunning("backtrace")
    let tool = sandbox.url.appendingPathComponent("backtrace").path
    sandbox.environment = ["SWIFT_BACKTRACE": "enable=yes,swift-backtrace=\(tool)"]
    let test = try sandbox.run(
      .externalWorkDriver, "test", "--backtrace-timeout", "1", "trap.macho")
    #expect(test.status == 4)
    #expect(test.output.hasPrefix("CRASH trap.macho: signal "))
    #expect(test.output.contains("Fatal error: Unexpectedly found nil"))
    #expect(test.output.contains("\n  no backtrace: the runtime began one and did not finish it\n"))
  }

  @Test func `is reported if it aborts or closes all descriptors`() throws {
    let sandbox = try sandbox(["a.macho": "abort", "b.macho": "closeDescriptors"])
    let test = try sandbox.run(.externalWorkDriver, "test", ".")
    #expect(test.status == 4)
    #expect(test.verdicts == ["CRASH a.macho", "CRASH b.macho"])
    #expect(test.output.contains("CRASH a.macho: signal 6, Aborted"))
    #expect(test.output.contains("\n  b.macho:5"))
  }

  @Test func `is not delayed by a process that it has left behind`() throws {
    let sandbox = try sandbox(["a.macho": "leaveProcess"])
    let test = try sandbox.run(.externalWorkDriver, "test", "--timeout", "20", "a.macho")
    #expect(test.status == 0)
    #expect(test.output.hasPrefix("PASS a.macho (4 commands)\n"))
  }

  @Test(arguments: ["exit", "exitImmediately"], [0, 3])
  func `is reported if it exits`(action: String, status: Int) throws {
    let sandbox = try sandbox(["exit.macho": "\(action)(status: \(status))"])
    let test = try sandbox.run(.externalWorkDriver, "test", "exit.macho")
    #expect(test.status == 4)
    #expect(
      test.output.hasPrefix(
        "CRASH exit.macho: the feature exited the process with status \(status)\n  exit.macho:5"))
  }

  @Test func `is killed when it takes too long`() throws {
    let sandbox = try Sandbox([
      "a-loop.macho": "timeout 1s\nfeature traps\nsend loopForEver\n", "b-fine.macho": Self.fine,
    ])
    let test = try sandbox.run(.externalWorkDriver, "test", "--jobs", "2", ".")
    #expect(test.status == 4)
    #expect(test.verdicts == ["TIMEOUT a-loop.macho", "PASS b-fine.macho"])
    #expect(test.output.contains("\n1 passed, 1 timed out"))
  }

  @Test func `is killed when it prints endlessly`() throws {
    let sandbox = try sandbox(["loud.macho": "flood(lines: 1000000000)"])
    let test = try sandbox.run(.externalWorkDriver, "test", "--timeout", "1", "loud.macho")
    #expect(test.status == 4)
    #expect(test.output.hasPrefix("TIMEOUT loud.macho\n  loud.macho:5  ## into it\n"))
    #expect(test.output.contains("last output: line "))
  }

  @Test(.withoutSanitizer, .onLinux) func `is reported with a backtrace when it takes too long`()
    throws
  {
    let sandbox = try sandbox(["loop.macho": "loopForEver"])
    sandbox.environment = ["SWIFT_BACKTRACE": ""]
    let test = try sandbox.run(
      .externalWorkDriver, "test", "--timeout", "1", "--backtrace-timeout", "300", "loop.macho")
    #expect(test.output.contains("  at closure #1 in Traps.body.getter, "))
  }

  @Test func `is reported with its line when it takes too long`() throws {
    let sandbox = try sandbox(["loop.macho": "loopForEver"])
    let test = try sandbox.run(.externalWorkDriver, "test", "--timeout", "1", "loop.macho")
    #expect(
      test.output == """
        TIMEOUT loop.macho
          loop.macho:5  ## into it
          send loopForEver
          timed-out: not finished within 1s
        1 timed out

        """)
  }

  @Test func `has the time limit of its script, not of the command line`() throws {
    let sandbox = try Sandbox(["loop.macho": "timeout 300ms\nfeature traps\nsend loopForEver\n"])
    let test = try sandbox.run(
      .externalWorkDriver, "test", "--timeout", "500", "--backtrace-timeout", "0", "loop.macho")
    #expect(
      test.output == """
        TIMEOUT loop.macho
          loop.macho:3
          send loopForEver
          timed-out: not finished within 300ms
        1 timed out

        """)
    #expect(test.status == 4)
  }

  @Test func `is reported with its location in a sourced script`() throws {
    let sandbox = try Sandbox([
      "a.macho": "feature traps\nsource end\n-- end --\n# here\nsend exit(status: 7)\n"
    ])
    let test = try sandbox.run(.externalWorkDriver, "test", "a.macho")
    #expect(test.output.contains("  a.macho:2\n  source end\n  in end:2  send exit(status: 7)\n"))
  }

  @Test func `is reported as a stack overflow`() throws {
    let test = try sandbox(["deep.macho": "overflowStack"]).run(
      .externalWorkDriver, "test", "deep.macho")
    #expect(test.status == 4)
    // The thread sanitizer needs stack to handle the signal, and may wait for ever.
    guard !Sanitizer.isOn else { return }
    #expect(test.verdicts == ["CRASH deep.macho"])
    #expect(
      test.output.hasPrefix("CRASH deep.macho: signal 11, Segmentation fault: stack overflow")
    )
    #expect(test.output.contains("\n  deep.macho:5"))
  }

  @Test func `takes precedence over a failure, and a parse error over it`() throws {
    let sandbox = try sandbox(["exit.macho": "exit(status: 0)"])
    try sandbox.write("feature traps\nexpect count == 1\n", to: "wrong.macho")
    try sandbox.write("send (\n", to: "broken.macho")
    let both = try sandbox.run(.externalWorkDriver, "test", "wrong.macho", "exit.macho")
    #expect(both.status == 4)
    let all = try sandbox.run(
      .externalWorkDriver, "test", "wrong.macho", "exit.macho", "broken.macho")
    #expect(all.status == 2)
    #expect(all.output.hasSuffix("1 failed, 1 not parsed, 1 crashed\n"))
  }

  @Test func `does not disturb the report when it prints`() throws {
    let script = """
      feature traps
      send flood(lines: 20000)
      |...
      | + Traps.State(count: 20000)
      expect count == 20000

      """
    let sandbox = try Sandbox(["loud.macho": script])
    let test = try sandbox.run(.externalWorkDriver, "test", "--strict", "loud.macho")
    #expect(test.status == 0)
    #expect(test.output == "PASS loud.macho (3 commands)\n1 passed\n")
  }

  @Test func `does not disturb the report when it writes to descriptor 1`() throws {
    let script = "feature traps\nsend write(megabytes: 64)\n|...\nexpect count == 64\n"
    let sandbox = try Sandbox(["loud.macho": script, "quiet.macho": Self.fine])
    let test = try sandbox.run(.externalWorkDriver, "test", "--strict", "loud.macho")
    #expect(test.output == "PASS loud.macho (3 commands)\n1 passed\n")
    try sandbox.write(script + "send unwrapNil\n", to: "loud.macho")
    let crash = try sandbox.run(.externalWorkDriver, "test", ".")
    #expect(crash.output.contains("total output: 64 MB\nPASS quiet.macho"))
  }

  @Test func `does not disturb a transcript when it prints`() throws {
    let sandbox = try Sandbox(["loud.macho": "feature traps\nsend flood(lines: 2)\n"])
    let run = try sandbox.run(.externalWorkDriver, "run", "loud.macho")
    #expect(run.status == 0)
    try sandbox.write(run.output, to: "transcript.macho")
    #expect(
      try sandbox.run(.externalWorkDriver, "test", "--strict", "transcript.macho").status == 0)
  }
}

extension Sandbox.Finished {
  /// The verdicts and paths of the report's lines for scripts.
  fileprivate var verdicts: [String] {
    output.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      guard words.count > 1, ["PASS", "FAIL", "CRASH", "TIMEOUT"].contains(words[0]) else {
        return nil
      }
      let path = words[1].prefix { $0 != ":" }
      return "\(words[0]) \(path)"
    }
  }
}
