import MachoSessions
import Testing

@testable import MachoScripting

@Suite struct `The type check of a script` {
  private func errors(_ text: String) throws -> [String] {
    let script = try ScriptValidator.parse(Array(text.utf8))
    return ScriptTypeCheck.errors(in: script, path: "a.macho", catalog: [LedgerFeature()]).map {
      "\($0.line):\(($0.diagnostic.range?.lowerBound ?? -1) + 1) \($0.diagnostic.code)"
    }
  }

  @Test func `finds all errors of a script, with their places`() throws {
    let found = try errors(
      """
      feature ledger
      send ad(3)
      ! [no-such-case] send ad(3)
      stub api.lod -> []
      send add(.init(title: "tea",
        amount: "2", isRecurring: false))
      expect page == 0 and pag == 1
      start Ledger.State(page: 1)
      receive loaded(_, isCached: _)
      feature leger
      """)
    #expect(
      found == [
        "2:6 no-such-case", "4:6 no-such-endpoint", "6:11 wrong-type", "7:22 no-such-property",
        "10:9 no-such-feature",
      ])
  }

  @Test func `ends where a script needs a feature of another driver`() throws {
    let lines = "send ad(3)\nfeature leger"
    #expect(try errors("feature ledger\nrequires feature:leger !env:CI\n" + lines) == [])
    #expect(
      try errors("feature ledger\nrequires feature:ledger env:CI\n" + lines)
        == ["3:6 no-such-case", "4:9 no-such-feature"])
  }

  @Test func `includes the sections that a script sources, each once`() throws {
    let found = try errors(
      """
      feature ledger
      source more
      source more
      send clear

      -- more --
      # a comment
      send ad(3)

      -- unused --
      send ad(3)
      """)
    #expect(found == ["4:6 no-such-case", "8:6 no-such-case"])
  }

  @Test func `follows the features that sourced commands open`() throws {
    let found = try errors(
      """
      source setup
      send ad(3)

      -- setup --
      feature ledger
      """)
    #expect(found == ["2:6 no-such-case"])
    #expect(try errors("send ad(3)\n") == [])
  }

  @Test func `checks each case of a specification once`() throws {
    let found = try errors(
      """
      feature ledger

      ## describe the ledger
      ## before each
      send ad(3)
      ## it adds
      send add(3)
      ## cases of pages
      - number
      - 1
      - 2
      expect page == $number
      send ad(4)
      """)
    #expect(found == ["5:6 no-such-case", "7:10 wrong-type", "13:6 no-such-case"])
  }

  @Test func `leaves out scripts that are known to fail, and lines with conditions`() throws {
    #expect(try errors("feature ledger\nxfail \"later\"\nsend ad(3)\n") == [])
    #expect(try errors("[linux] feature leger\n[linux] send ad(3)\n") == [])
    // Which of the two is open is not known.
    #expect(try errors("feature ledger\n[linux] feature other\nsend ad(3)\n") == [])
  }

  @Test func `prints an error as that of the syntax`() throws {
    let script = try ScriptValidator.parse(Array("feature ledger\nsend claer(3)\n".utf8))
    let error = try #require(
      ScriptTypeCheck.errors(in: script, path: "a.macho", catalog: [LedgerFeature()]).first)
    #expect(
      error.text(path: "a.macho").hasPrefix(
        "a.macho:2:6\nsend claer(3)\n     ^^^^^ no-such-case: Ledger.Action has no case 'claer'"))
  }
}
