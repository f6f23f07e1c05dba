import Foundation
import Testing

@Suite struct `test --review` {
  private let files = ["counter.macho": Scripts.wrong]

  @Test func `writes a pending file, which accept applies to the script`() throws {
    let sandbox = try Sandbox(files)
    let review = try sandbox.run(.macho, "test", "--review")
    #expect(review.status == 3)
    #expect(
      review.output == "PENDING counter.macho (3 expectations in counter.macho.new)\n1 pending\n")
    #expect(try sandbox.read("counter.macho") == Scripts.wrong)
    // A pending file is not a script of the directory.
    #expect(try sandbox.run(.macho, "check").output == "1 script checked\n")

    let accept = try sandbox.run(.macho, "accept")
    #expect(accept.status == 0)
    #expect(accept.output == "ACCEPTED counter.macho\n")
    #expect(try sandbox.read("counter.macho") == Scripts.corrected)
    #expect(throws: (any Error).self) { try sandbox.read("counter.macho.new") }
    #expect(try sandbox.run(.macho, "test").status == 0)
    let again = try sandbox.run(.macho, "accept")
    #expect(again.status == 5)
    #expect(again.errors == "nothing is pending\n")
  }

  @Test func `is shown by review, expectation by expectation`() throws {
    let sandbox = try Sandbox(files)
    #expect(try sandbox.run(.macho, "review").output == "nothing is pending\n")
    _ = try sandbox.run(.macho, "test", "--review")
    let review = try sandbox.run(.macho, "review")
    #expect(review.status == 3)
    #expect(
      review.output == """
        PENDING counter.macho (3 expectations in counter.macho.new)
          counter.macho:8  ## up
          send incrementButtonTapped
             |   CounterFeature.State(
             | -   count: 0,
            E| +   count: 2,
            A| +   count: 1,
             |     fact: nil,
             |     failure: nil,
             |     isLoading: false

          counter.macho:17  ## up
          send incrementButtonTapped
             |...
            E| +   count: 3,
            A| +   count: 2,
             |...

          counter.macho:20  ## up
          state
            A| CounterFeature.State(
            A|   count: 2,
            A|   fact: nil,
            A|   failure: nil,
            A|   isLoading: false
            A| )

        """)
    #expect(try sandbox.run(.macho, "test").status == 1)
  }

  @Test func `is removed by reject`() throws {
    let sandbox = try Sandbox(files)
    _ = try sandbox.run(.macho, "test", "--review")
    let reject = try sandbox.run(.macho, "reject", "counter.macho")
    #expect(reject.status == 0)
    #expect(reject.output == "REJECTED counter.macho.new\n")
    #expect(try sandbox.read("counter.macho") == Scripts.wrong)
    #expect(try sandbox.run(.macho, "review").status == 0)
    let named = try sandbox.run(.macho, "reject", "counter.macho")
    #expect(named.status == 5)
    #expect(named.errors == "nothing-pending: no pending expectations for counter.macho\n")
  }

  @Test func `supports the modes of --update`() throws {
    for arguments in [["--review=missing"], ["--update=missing", "--review"]] {
      let sandbox = try Sandbox(files)
      let review = try sandbox.run(.macho, ["test"] + arguments, input: .text(""))
      #expect(review.status == 1)
      #expect(
        review.output.hasPrefix(
          "FAIL counter.macho (1 expectation in counter.macho.new, the rest differs)\n"))
      #expect(try sandbox.run(.macho, "accept", "counter.macho.new").status == 0)
      #expect(try sandbox.read("counter.macho").hasPrefix(Scripts.wrong))
    }
  }

  @Test func `keeps a stale pending file, which test reports`() throws {
    let sandbox = try Sandbox(files)
    _ = try sandbox.run(.macho, "test", "--review")
    try sandbox.write(Scripts.corrected, to: "counter.macho")
    // As if accepted by hand: only the file remains to be removed.
    #expect(try sandbox.run(.macho, "test").output.hasPrefix("PENDING counter.macho ("))
    try sandbox.write(Scripts.fine, to: "counter.macho")
    let test = try sandbox.run(.macho, "test")
    #expect(test.status == 3)
    #expect(
      test.output == """
        STALE counter.macho (3 commands)
          counter.macho:1
          counter.macho.new
          pending-stale: counter.macho changed after counter.macho.new was created
          'macho test --review counter.macho' recreates it; 'macho reject counter.macho' removes it
        1 stale

        """)
    let review = try sandbox.run(.macho, "review")
    #expect(review.status == 3)
    #expect(review.output.hasPrefix("STALE counter.macho.new\n  pending-stale: "))
    let accept = try sandbox.run(.macho, "accept")
    #expect(accept.status == 3)
    #expect(accept.errors.hasPrefix("pending-stale: counter.macho changed after"))
    #expect(try sandbox.read("counter.macho") == Scripts.fine)
  }

  @Test func `keeps an orphaned pending file, which test reports`() throws {
    let sandbox = try Sandbox([
      "fine.macho": Scripts.fine, "gone.macho.new": "#!pending 1 0 0\n",
    ])
    let test = try sandbox.run(.macho, "test")
    #expect(test.status == 3)
    #expect(
      test.output.contains(
        "\n  pending-orphaned: gone.macho.new has no script: gone.macho does not exist\n"))
    #expect(test.output.hasSuffix("\n1 passed, 1 stale\n"))
    #expect(try sandbox.run(.macho, "test", "--filter", "fine").status == 0)
    #expect(try sandbox.run(.macho, "accept", "gone.macho").status == 3)
    #expect(try sandbox.run(.macho, "reject", "gone.macho.new").status == 0)
    #expect(try sandbox.run(.macho, "test").status == 0)
  }

  @Test func `is not accepted if its file is damaged`() throws {
    let sandbox = try Sandbox(["a.macho": Scripts.fine, "a.macho.new": "state\n"])
    let accept = try sandbox.run(.macho, "accept", "a.macho")
    #expect(accept.status == 2)
    #expect(accept.errors.hasPrefix("pending-damaged: a.macho.new was modified after "))
    #expect(try sandbox.read("a.macho") == Scripts.fine)
    #expect(try sandbox.run(.macho, "review").status == 2)
    #expect(try sandbox.run(.macho, "reject").status == 0)
  }

  @Test(arguments: ["accept", "reject", "review"])
  func `fails for a missing file`(subcommand: String) throws {
    let run = try Sandbox().run(.macho, subcommand, "no.macho")
    #expect(run.status == 2)
    #expect(run.errors == "cannot find no.macho: No such file or directory\n")
  }

  @Test func `reports an unused section`() throws {
    let sandbox = try Sandbox([
      "a.macho": "feature counter\nexpect count == 0\n\n-- old.json --\n{}\n"
    ])
    let test = try sandbox.run(.macho, "test")
    #expect(test.status == 3)
    #expect(
      test.output == """
        STALE a.macho (2 commands)
          a.macho:4
          -- old.json --
          stale: no @file or 'source' reads this section
        1 stale

        """)
    #expect(try sandbox.run(.macho, "test", "--update").status == 3)
    #expect(try sandbox.read("a.macho").hasSuffix("-- old.json --\n{}\n"))
  }
}

@Suite struct `Reviewing at a terminal` {
  private func terminal(_ sandbox: Sandbox) throws -> Terminal {
    for name in ["a", "b", "c", "d"] { try sandbox.write(Scripts.wrong, to: "\(name).macho") }
    #expect(try sandbox.run(.macho, "test", "--review").status == 3)
    return try Terminal(.macho, "review", in: sandbox)
  }

  private let question = "accept, reject, skip, "

  private func answer(_ keys: String, _ number: Int, _ terminal: Terminal) throws {
    try terminal.waitUntil("question \(number)") { screen in
      screen.texts.last?.hasPrefix(question) ?? false && screen.texts.last?.last == "]"
        && screen.texts.count { $0.hasPrefix(question) } == number
    }
    terminal.type(keys)
  }

  @Test func `reads one key for each change`() throws {
    let sandbox = try Sandbox()
    let terminal = try terminal(sandbox)
    // An arrow key, Return or another letter is no answer.
    try answer("\u{1B}[Ax\rA", 1, terminal)
    for number in 2...4 { try answer("r", number, terminal) }
    try answer("a", 5, terminal)
    #expect(terminal.screen.texts.last == "accept, reject, skip, all, quit? [a/r/s/A/q]")
    try answer("r", 6, terminal)
    #expect(terminal.screen.texts.last == "accept, reject, skip, all, quit? [a/r/s/A/q]")
    try answer("s", 7, terminal)
    #expect(terminal.screen.texts.last == "accept, reject, skip, quit? [a/r/s/q]")
    try answer("q", 8, terminal)
    #expect(try terminal.waitForExit() == 3)
    #expect(terminal.screen.texts.contains("ACCEPTED a.macho"))
    #expect(terminal.screen.texts.contains("REJECTED b.macho.new"))
    #expect(terminal.screen.texts.contains("ACCEPTED c.macho (1 of 3 changes)"))
    #expect(terminal.screen.texts.contains("REJECTED c.macho.new (1 of 3 changes)"))
    #expect(try sandbox.read("a.macho") == Scripts.corrected)
    #expect(try sandbox.read("b.macho") == Scripts.wrong)
    let partial = try sandbox.read("c.macho")
    #expect(partial.contains("| +   count: 1,") && partial.contains("| +   count: 3,"))
    #expect(!partial.contains("| CounterFeature.State("))
    let rest = try sandbox.run(.macho, "review", "c.macho")
    #expect(rest.output.hasPrefix("PENDING c.macho (1 expectation in c.macho.new)\n"))
    #expect(try sandbox.run(.macho, "accept").output == "ACCEPTED c.macho\nACCEPTED d.macho\n")
  }

  @Test func `keeps what was decided before it quits`() throws {
    let sandbox = try Sandbox(["a.macho": Scripts.wrong])
    #expect(try sandbox.run(.macho, "test", "--review").status == 3)
    let terminal = try Terminal(.macho, "review", in: sandbox)
    try answer("a", 1, terminal)
    try answer("q", 2, terminal)
    #expect(try terminal.waitForExit() == 3)
    #expect(try sandbox.read("a.macho").contains("| +   count: 1,"))
    #expect(
      try sandbox.run(.macho, "review").output.hasPrefix(
        "PENDING a.macho (2 expectations in a.macho.new)\n"))
  }

  @Test(arguments: ["\u{3}", "\u{4}"])
  func `exits on Ctrl-C and Ctrl-D without changes`(key: String) throws {
    let sandbox = try Sandbox()
    let terminal = try terminal(sandbox)
    let before = terminal.modes
    try answer("A", 1, terminal)
    try answer(key, 2, terminal)
    #expect(try terminal.waitForExit() == 3)
    #expect(terminal.modes == before)
    #expect(try sandbox.run(.macho, "review", "a.macho").status == 5)
    #expect(try sandbox.run(.macho, "review", "b.macho").status == 3)
  }

  @Test func `continues after test --review, which then exits with the status of the review`()
    throws
  {
    for (key, status) in [("A", 0), ("q", 3)] {
      let sandbox = try Sandbox(["fine.macho": Scripts.fine, "wrong.macho": Scripts.wrong])
      let terminal = try Terminal(.macho, "test", "--review", in: sandbox)
      try answer(key, 1, terminal)
      #expect(try terminal.waitForExit() == status)
      #expect(
        try sandbox.read("wrong.macho") == (status == 0 ? Scripts.corrected : Scripts.wrong))
    }
  }

  @Test func `shows the changes of a script that fails at a later line`() throws {
    let sandbox = try Sandbox([
      "wrong.macho": "feature counter\nstate count\n| 1\nexpect count == 2\nstate count\n"
    ])
    let terminal = try Terminal(.macho, "test", "--review", in: sandbox)
    try answer("a", 1, terminal)
    #expect(try terminal.waitForExit() == 1)
    #expect(
      try sandbox.read("wrong.macho")
        == "feature counter\nstate count\n| 0\nexpect count == 2\nstate count\n")
  }

  @Test func `keeps the status of a script that cannot be parsed`()
    throws
  {
    let sandbox = try Sandbox(["broken.macho": "send (\n", "wrong.macho": Scripts.wrong])
    let terminal = try Terminal(.macho, "test", "--review", in: sandbox)
    try answer("A", 1, terminal)
    #expect(try terminal.waitForExit() == 2)
  }

  @Test func `exits with 0 if every file was accepted`() throws {
    let sandbox = try Sandbox()
    let terminal = try terminal(sandbox)
    for number in 1...4 { try answer("A", number, terminal) }
    #expect(try terminal.waitForExit() == 0)
  }
}
