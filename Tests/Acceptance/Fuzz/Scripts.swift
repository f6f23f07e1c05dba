import MachoScripting
import MachoSessions

enum Scripts {
  /// Whatever the bytes are, they are a script or have errors that can be told; a script's text is kept.
  static func read(_ bytes: [UInt8]) {
    do throws(ScriptParseErrors) {
      let script = try ScriptParser.parse(bytes)
      require(Array(script.source.text.utf8) == bytes, "the text of a script is not kept")
      for error in ScriptCheck.errors(in: script) { _ = error.text(path: "fuzz.macho") }
    } catch {
      require(!error.errors.isEmpty, "a script that does not parse has no error")
      _ = error.text(path: "fuzz.macho")
    }
  }

  /// Runs a script twice, which gives one result, and writes its expectations: then nothing differs.
  static func run(_ bytes: [UInt8]) {
    guard let script = try? ScriptCheck.parse(bytes), script.isQuick else { return }
    let runner = Runner(catalog: [Lamp()])
    let first = runner.run(script, path: "fuzz.macho")
    let second = runner.run(script, path: "fuzz.macho")
    require(first.outputs == second.outputs, "two runs of a script differ")
    require(first.result.failures == second.result.failures, "two runs of a script differ")
    rewrite(script, first, runner)
    transcribe(script, runner)
  }

  private static func rewrite(_ script: Script, _ run: ScriptRun, _ runner: Runner) {
    guard run.result.failures.allSatisfy({ $0.kind == .mismatch && $0.step != nil }) else { return }
    let text = ScriptRewriter.rewrite(script, outputs: run.outputs, mode: .all).text
    guard let rewritten = try? ScriptCheck.parse(Array(text.utf8)) else {
      fatalError("a script that was rewritten does not parse")
    }
    // What a matcher caught may be caught by another line then; but no output is without its lines.
    let again = runner.run(rewritten, path: "fuzz.macho")
    require(
      again.result.failures.allSatisfy { $0.kind != .uncompared },
      "a script that was rewritten has output that is not compared")
  }

  /// A transcript parses, whatever the script is.
  private static func transcribe(_ script: Script, _ runner: Runner) {
    var text = ""
    var run = TranscriptRun(script, path: "-", catalog: [Lamp()], write: { text += $0 })
    _ = run.run()
    require((try? ScriptParser.parse(text)) != nil, "a transcript does not parse:\n\(text)")
  }

  /// Renames `state`, and renames it back.
  static func migrate(_ bytes: [UInt8]) {
    guard let script = try? ScriptParser.parse(bytes) else { return }
    guard let renaming = try? Renaming(parsing: "toggle=zwitch") else { return }
    let text = ScriptMigration([renaming]).rewrite(script).text
    require((try? ScriptParser.parse(text)) != nil, "a migrated script does not parse")
  }
}

extension Script {
  /// Whether nothing in it may wait for real time.
  fileprivate var isQuick: Bool {
    let texts = steps.map(\.text) + sections.map(\.contents)
    return steps.count < 50
      && !texts.contains { $0.contains("settle") || $0.contains("timeout") }
  }
}
