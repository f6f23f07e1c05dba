import Testing

@testable import MachoScripting

@Suite struct StaleExpectationsTests {
  private func result(_ text: String, strict: Bool = false) throws -> ScriptResult {
    let script = try ScriptParser.parse(bytes(text))
    return ScriptRunner(catalog: [LampFeature()], environment: ["YES": "1"], isStrict: strict)
      .run(script, path: "a.macho").result
  }

  private func stale(_ text: String) throws -> [String] {
    let result = try result(text)
    let failures = result.failures.filter { $0.kind == .stale }
    if !failures.isEmpty, result.failures.count == failures.count {
      #expect(result.status == .stale)
    }
    return failures.map { "\($0.line): \($0.report.map(\.text).joined())" }
  }

  @Test func `An unused section is stale`() throws {
    let script = "feature lamp\n## on\nstate\n\n-- a.json --\n\"x\"\n-- b.json --\n\"y\"\n"
    #expect(
      try stale(script) == [
        "5: stale: no @file or 'source' reads this section",
        "7: stale: no @file or 'source' reads this section",
      ])
    #expect(try result(script).failures.map(\.phase) == [nil, nil])
  }

  @Test func `A section that was read is not stale`() throws {
    #expect(
      try stale("feature lamp\nsend note(@file(\"a.json\"))\n\n-- a.json --\n\"x\"\n") == [])
  }

  @Test func `A section that was sourced is not stale`() throws {
    #expect(try stale("feature lamp\nsource on\n\n-- on --\nsend toggle\n") == [])
  }

  @Test(arguments: [
    "# a.json\nsend note(\"a.json\")\n", "[env:NO] send note(\"a.json\")\n",
    "! send a.json\n", "[env:NO] send note(@file(\"aa.json\"))\n",
  ])
  func `A section name in a comment or another text is no read`(lines: String) throws {
    #expect(try stale("feature lamp\n" + lines + "\n-- a.json --\n\"x\"\n").count == 1)
  }

  @Test(arguments: [
    "[env:NO] send note(@file(\"a.json\"))\n",
    "! [no-such-case] send nothing(@file(\"a.json\"))\n",
    "quit\nsend note(@file(\"a.json\"))\n",
    "skip \"later\"\nsend note(@file(\"a.json\"))\n",
    "skip \"later\"\n",
    "send nothing\n",
  ])
  func `A section named by a command that did not run or read it is not stale`(commands: String)
    throws
  {
    #expect(try stale("feature lamp\n" + commands + "\n-- a.json --\n\"x\"\n") == [])
  }

  @Test func `Expected output below a quit is stale`() throws {
    let script = "feature lamp\nquit\nstate\n| off\n## more\nstate\nstate\n| on\n"
    #expect(
      try stale(script) == [
        "4: stale: unreachable after the 'quit' in line 2",
        "8: stale: unreachable after the 'quit' in line 2",
      ])
    #expect(try result(script).failures.map(\.phase) == [nil, "more"])
  }

  @Test(arguments: [
    "[env:YES] quit\nstate\n| on\n", "[env:NO] quit\nstate\n| off\n",
    "skip \"later\"\nstate\n| on\n", "[env:NO] state\n| on\n", "quit\nstate\n",
  ])
  func `Expected output that another run can reach is not stale`(commands: String) throws {
    #expect(try stale("feature lamp\n" + commands) == [])
  }

  @Test func `A script can have both mismatches and stale expectations`() throws {
    let result = try result("feature lamp\nstate\n| on\n\n-- a.json --\n\"x\"\n")
    #expect(result.status == .failed)
    #expect(result.failures.map(\.kind) == [.mismatch, .stale])
  }

  @Test func `An update writes expectations and keeps an unused section`() throws {
    try withDirectory { directory in
      let path = directory + "/a.macho"
      try write("feature lamp\nstate\n\n-- a.json --\n\"x\"\n", path)
      let runner = ScriptRunner(catalog: [LampFeature()])
      let result = ExpectationUpdater(mode: .all).update(path: path) { _ in runner.run(path: path)
      }[0]
      #expect(result.status == .updated)
      #expect(!result.isSuccess)
      #expect(result.failures.map(\.kind) == [.stale])
      #expect(try contents(path) == "feature lamp\nstate\n| off\n\n-- a.json --\n\"x\"\n")
    }
  }

  @Test func `The result lists the files that a script requested`() throws {
    let result = try result("feature lamp\n! send note(@file(\"b.json\"))\n")
    #expect(result.reads.map { $0.hasSuffix("/b.json") } == [true])
  }
}
