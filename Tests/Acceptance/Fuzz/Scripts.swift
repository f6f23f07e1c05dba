import MachoScripting
import MachoSessions
import MachoValues

enum Scripts {
  /// Expects that any bytes either parse as a script with the same text, or have errors that can be
  /// printed.
  static func read(_ bytes: [UInt8]) {
    do throws(ScriptParseErrors) {
      let script = try ScriptParser.parse(bytes)
      require(Array(script.source.text.utf8) == bytes, "the script's text differs from its source")
      for error in ScriptValidator.errors(in: script) { _ = error.text(path: "fuzz.macho") }
    } catch {
      require(!error.errors.isEmpty, "a script that does not parse has no error")
      _ = error.text(path: "fuzz.macho")
    }
  }

  /// Expects that two runs of a script have the same result, and that a script with updated
  /// expectations passes.
  static func run(_ bytes: [UInt8]) {
    guard let script = try? ScriptValidator.parse(bytes), script.isQuick else { return }
    let runner = ScriptRunner(catalog: [Lamp()])
    let first = runner.run(script, path: "fuzz.macho")
    let second = runner.run(script, path: "fuzz.macho")
    require(first.outputs == second.outputs, "two runs of a script have different outputs")
    require(
      first.result.failures == second.result.failures,
      "two runs of a script have different failures"
    )
    rewrite(script, first, runner)
    transcribe(script, runner)
  }

  private static func rewrite(_ script: Script, _ run: ScriptRun, _ runner: ScriptRunner) {
    guard run.result.failures.allSatisfy({ $0.kind == .mismatch && $0.step != nil }) else { return }
    let text = ScriptRewriter.rewrite(script, outputs: run.outputs, mode: .all).text
    guard let rewritten = try? ScriptValidator.parse(Array(text.utf8)) else {
      fatalError("a rewritten script does not parse")
    }
    // A matcher may then match another line, but every output must have its expected lines.
    let rerun = runner.run(rewritten, path: "fuzz.macho")
    require(
      rerun.result.failures.allSatisfy { $0.kind != .uncompared },
      "a rewritten script has output without expected lines")
  }

  /// Expects that the transcript of any script parses.
  private static func transcribe(_ script: Script, _ runner: ScriptRunner) {
    var text = ""
    var transcript = TranscriptRunner(
      script, path: "-", catalog: [Lamp()], write: { text += $0.text })
    _ = transcript.run()
    require((try? ScriptParser.parse(text)) != nil, "a transcript does not parse:\n\(text)")
  }

  /// Changes whose result the types of `Lamp` are.
  private static let migration = try? Migration(
    changes: [
      MemberChange(adding: "Lamp.State.level=3"), MemberChange(removing: "Lamp.State.color"),
      MemberChange(renaming: "Lamp.Action.dim.by=to"),
      MemberChange(adding: "Lamp.Action.rename.from=nil"),
      MemberChange(removing: "Lamp.Action.blink"), MemberChange(adding: "Lamp.Problem.code=1"),
    ], catalog: [Lamp()])

  /// Expects that a script parses after an action was renamed, and that any script can be migrated.
  static func migrate(_ bytes: [UInt8]) {
    guard let script = try? ScriptParser.parse(bytes) else { return }
    guard let renaming = try? Renaming(parsing: "toggle=zwitch") else { return }
    let text = ScriptMigration([renaming]).rewrite(script).text
    require((try? ScriptParser.parse(text)) != nil, "a migrated script does not parse")
    require(migration != nil, "the lamp has no such types")
    _ = try? migration?.migrate(bytes, path: "fuzz.macho")
  }
}

extension Script {
  /// Whether no step can wait by the wall clock.
  fileprivate var isQuick: Bool {
    let texts = steps.map(\.text) + sections.map(\.contents)
    return steps.count < 50
      && !texts.contains { $0.contains("settle") || $0.contains("timeout") }
  }
}
