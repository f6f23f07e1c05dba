import MachoSessions
import Testing

@testable import MachoScripting

@Suite struct `The hint at a migration` {
  /// Returns the commands for the type errors of scripts.
  private func lines(_ scripts: (path: String, text: String)...) throws -> [String] {
    let catalog: [any DrivenFeature] = [LedgerFeature()]
    var hints: [MigrationHint] = []
    for (path, text) in scripts {
      let script = try ScriptValidator.parse(Array("feature ledger\n\(text)\n".utf8))
      hints += ScriptTypeCheck.errors(in: script, path: path, catalog: catalog).flatMap(\.hints)
    }
    return MigrationHint.lines(for: MigrationHint.possible(hints, with: catalog)).map(\.text)
  }

  @Test func `is one command for each change, though several scripts need it`() throws {
    let found = try lines(
      ("a/x.macho", "send add(Expense(title: \"tea\", amount: 2))\nsend selct(id: 3)"),
      ("a/b/y.macho", "send add(.init(title: \"rent\", amount: 9))\nreceive clear"))
    #expect(
      found == [
        "if Ledger.Expense changed:  macho migrate --add Ledger.Expense.isRecurring=false a",
        "if Ledger.Action.selct was renamed:  macho migrate --rename Ledger.Action.selct=select a/x.macho",
        "if Ledger.Action.selct was removed:  macho migrate --remove Ledger.Action.selct a/x.macho",
        "if Ledger.Action.clear was removed:  macho migrate --remove Ledger.Action.clear a/b/y.macho",
      ])
  }

  @Test func `joins what several scripts show of one declaration`() throws {
    let found = try lines(
      ("x.macho", "send add(Expense(amount: 2, isRecurring: true, note: 7))"),
      ("y.macho", "send add(Expense(title: \"tea\", amount: 2, note: 7))"))
    #expect(
      found == [
        "if Ledger.Expense changed:  macho migrate --remove Ledger.Expense.note"
          + " --add 'Ledger.Expense.title=\"\"' --add Ledger.Expense.isRecurring=false ."
      ])
  }

  @Test func `prefers what arguments show to a name in a path`() throws {
    let found = try lines(
      (
        "/a/x.macho",
        "expect expenses[0].name == \"tea\"\nsend add(Expense(name: \"tea\", amount: 2, isRecurring: true))"
      ))
    #expect(
      found == [
        "if Ledger.Expense changed:  macho migrate --rename Ledger.Expense.name=title /a/x.macho"
      ])
  }

  @Test func `names the values of a payload by label and position`() throws {
    let found = try lines(
      ("x.macho", "send select(3)\nsend loaded(rows: [], isCached: true)\nsend refresh"))
    #expect(
      found == [
        "if Ledger.Action.select changed:  macho migrate --rename Ledger.Action.select.0=id x.macho",
        "if Ledger.Action.loaded changed:  macho migrate --rename Ledger.Action.loaded.rows=0 x.macho",
        "if Ledger.Action.refresh changed:  macho migrate --add Ledger.Action.refresh.isForced=false x.macho",
      ])
  }

  @Test func `is quoted for a shell`() throws {
    let found = try lines(
      ("it's x.macho", "send add(Expense(amount: 2, isRecurring: true))"))
    #expect(
      found == [
        #"if Ledger.Expense changed:  macho migrate --add 'Ledger.Expense.title=""' 'it'\''s x.macho'"#
      ])
  }

  @Test func `is printed once, at the end of a report`() throws {
    let script = try ScriptValidator.parse(Array("feature lamp\nsend togle\n".utf8))
    let results = ["a.macho", "b.macho"].map {
      ScriptRunner(catalog: [LampFeature()]).run(script, path: $0).result
    }
    for format in [ReportFormat.pretty, .spec] {
      var reporter = format.reporter()
      _ = results.flatMap { reporter.report($0) }
      let last = reporter.finish(RunSummary(results: results, duration: .zero)).map(\.text)
      #expect(
        last.filter { $0.contains("migrate") } == [
          "if LampStore.Action.togle was renamed:  macho migrate --rename LampStore.Action.togle=toggle .",
          "if LampStore.Action.togle was removed:  macho migrate --remove LampStore.Action.togle .",
        ])
    }
  }

  @Test func `concerns the file of properties that fails`() throws {
    let script = try ScriptValidator.parse(
      Array(
        "feature lamp\n-- lamp.properties.macho --\nalways not isOnn\n".utf8))
    let result = ScriptRunner(catalog: [LampFeature()]).run(script, path: "a.macho").result
    #expect(
      MigrationHint.lines(for: result.failures.flatMap(\.hints)).first?.text
        == "if LampStore.State.isOnn was renamed:  macho migrate --rename LampStore.State.isOnn=isOn a.macho"
    )
  }

  @Test func `does not concern a line that must fail in another way`() throws {
    let script = try ScriptValidator.parse(
      Array("feature lamp\n! [wrong-type] send togle\n".utf8))
    let result = ScriptRunner(catalog: [LampFeature()]).run(script, path: "a.macho").result
    #expect(result.failures.map(\.code) == ["wrong-failure"])
    #expect(result.failures.flatMap(\.hints) == [])
  }
}
