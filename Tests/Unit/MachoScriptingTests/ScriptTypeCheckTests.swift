import Foundation
import MachoSessions
import Testing

@testable import MachoScripting

@Suite struct `The type check of a script` {
  private func errors(_ text: String, path: String = "a.macho") throws -> [String] {
    let (script, errors) = try ScriptValidator.parsePartly(Array(text.utf8))
    let typeErrors = ScriptTypeCheck.errors(
      in: script, path: path, catalog: [LedgerFeature()], excluding: Set(errors.map(\.line)))
    return errors.map { "\($0.line):\($0.columns.lowerBound + 1) \($0.code.rawValue)" }
      + typeErrors.map {
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

  @Test func `reads durations, files and modifications`() throws {
    let found = try errors(
      """
      timeout 0s
      feature ledger
      advance banana
      settle within -1s
      source nope.macho
      start @file("nope.json")
      modify page = 1
      modify page
      """)
    #expect(
      found == [
        "8:8 usage", "1:9 out-of-range", "3:9 wrong-type", "4:15 out-of-range", "5:8 no-such-file",
        "6:7 no-such-file", "7:8 wrong-type",
      ])
  }

  @Test func `knows the files only of a script that opens a feature`() throws {
    let lines = "source setup\nstart @file(\"state.json\")\nadvance banana\n"
    #expect(try errors(lines) == ["3:9 wrong-type"])
    #expect(
      try errors(lines + "\n-- setup --\nfeature ledger\n")
        == ["2:7 no-such-file", "3:9 wrong-type"])
  }

  @Test func `finds the errors of lines below one that does not parse`() throws {
    let found = try errors(
      """
      feature ledger
      send ad(3)
      sned x
      expect "
      finish it
      send add(
        .init(title: 1)
      expect pag == 1
      source more

      -- more --
      send ad(
      send ad(3)
      """)
    #expect(
      found == [
        "3:1 unknown-verb", "4:8 unclosed", "5:8 usage", "6:9 unclosed", "12:8 unclosed",
        "2:6 no-such-case", "8:8 no-such-property", "13:6 no-such-case",
      ])
  }

  @Test func `leaves out what may continue a command that is not closed`() throws {
    #expect(
      try errors("feature ledger\nsend add(.init(title: \"tea\n  amount: 2,\n  true))\n")
        == ["2:23 unclosed"])
  }

  @Test func `includes the files that a script sources, at its command`() throws {
    try withDirectory { directory in
      try write("# one\nsend ad(3)\nsource inner.macho\n", directory + "/outer.macho")
      try write("expect page == 0\nexpect pag == 0\n", directory + "/inner.macho")
      try write("sned x\n", directory + "/broken.macho")
      let path = directory + "/a.macho"
      let script = try ScriptValidator.parse(
        Array("feature ledger\nsource outer.macho\nsource broken.macho\n".utf8))
      let found = ScriptTypeCheck.errors(in: script, path: path, catalog: [LedgerFeature()])
      #expect(
        found.map { "\($0.line) \($0.diagnostic.code) \($0.diagnostic.message)" } == [
          "2 no-such-case outer.macho:2: Ledger.Action has no case 'ad'",
          "2 no-such-property inner.macho:2: Ledger.State has no property 'pag'",
          "3 unknown-verb broken.macho:1: unknown verb 'sned'",
        ])
      #expect(found.allSatisfy { $0.diagnostic.range?.lowerBound == 7 })
    }
  }

  @Test func `compares a file of properties with its feature`() throws {
    let found = try errors(
      "always page >= 0\nalways pag >= 0\nsend clear\n", path: "x/ledger.properties.macho")
    #expect(found == ["2:8 no-such-property", "3:1 usage"])
    #expect(try errors("always pag >= 0\n", path: "other.properties.macho") == [])
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
