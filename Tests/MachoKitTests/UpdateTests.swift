import Testing

@Suite struct `test --update` {
  @Test func `writes what came, keeps comments and matchers, and has nothing more to do`() throws {
    let sandbox = try Sandbox(["counter.macho": Scripts.wrong])
    let update = try sandbox.run(.macho, "test", "--update", "counter.macho")
    #expect(update.status == 0)
    #expect(update.output.hasPrefix("UPDATED counter.macho (3 gutters)\n1 updated"))
    #expect(try sandbox.read("counter.macho") == Scripts.corrected)

    let again = try sandbox.run(.macho, "test", "--update", "counter.macho")
    #expect(again.status == 0)
    #expect(again.output == "PASS counter.macho (5 commands)\n1 passed\n")
    #expect(try sandbox.read("counter.macho") == Scripts.corrected)
    #expect(try sandbox.run(.macho, "test", "--strict", "counter.macho").status == 0)
  }

  @Test func `counts nothing as not compared that it has just written`() throws {
    let sandbox = try Sandbox(["counter.macho": "feature counter\nstate\n"])
    let update = try sandbox.run(.macho, "test", "--update", "counter.macho")
    #expect(update.output == "UPDATED counter.macho (1 gutter)\n1 updated\n")
  }

  @Test func `fills only what is missing, or mends only what differs`() throws {
    let sandbox = try Sandbox(["missing.macho": Scripts.wrong, "failed.macho": Scripts.wrong])
    let missing = try sandbox.run(.macho, "test", "--update=missing", "missing.macho")
    #expect(missing.status == 1)
    let filled = try sandbox.read("missing.macho")
    #expect(filled == Scripts.wrong + Scripts.corrected.split(after: "state\n"))

    let failed = try sandbox.run(.macho, "test", "--update=failed", "failed.macho")
    #expect(failed.status == 0)
    #expect(failed.output.hasPrefix("UPDATED failed.macho (2 gutters)\n"))
    let mended = try sandbox.read("failed.macho")
    #expect(mended + Scripts.corrected.split(after: "state\n") == Scripts.corrected)
  }

  @Test(arguments: [
    "feature counter\nsend incrementButtonTapped\nexpect count == 2\nstate\n",
    "feature counter\nsend incrementButtonTapped\nsned x\n",
    "feature counter\nstate\nsend factButtonTapped\n",
    "feature counter\nstate\nsend factResponse(\n",
  ])
  func `leaves a script alone that fails otherwise`(script: String) throws {
    let sandbox = try Sandbox(["wrong.macho": script])
    let update = try sandbox.run(.macho, "test", "--update", "wrong.macho")
    #expect([1, 2].contains(update.status))
    #expect(update.output.hasPrefix("FAIL wrong.macho"))
    #expect(try sandbox.read("wrong.macho") == script)
  }

  @Test func `leaves a script alone that crashes`() throws {
    let script = "feature traps\nsend increment\nsend unwrapNil\n"
    let sandbox = try Sandbox(["trap.macho": script])
    let update = try sandbox.run(.hops, "test", "--update", "trap.macho")
    #expect(update.status == 4)
    #expect(try sandbox.read("trap.macho") == script)
  }

  @Test func `keeps CRLF where a script has it`() throws {
    let sandbox = try Sandbox(["counter.macho": "feature counter\r\nstate\r\n"])
    #expect(try sandbox.run(.macho, "test", "--update", "counter.macho").status == 0)
    let lines = try sandbox.read("counter.macho").split(separator: "\r\n")
    #expect(lines.count == 8)
    #expect(lines.last == "| )")
  }
}

extension String {
  fileprivate func split(after text: String) -> String {
    components(separatedBy: text).dropFirst().joined(separator: text)
  }
}
