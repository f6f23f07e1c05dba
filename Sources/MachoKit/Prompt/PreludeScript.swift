import Foundation
import MachoScripting
import MachoSessions
import MachoTerminal

/// A script whose lines are run before a prompt is opened in the same session.
struct PreludeScript {
  let script: Script
  let path: String

  /// Reads a script; what does not parse ends the process with `usage`.
  init(path: String) throws(ExitStatus) {
    do {
      script = try ScriptValidator.parse(try ScriptFiles.read(path))
    } catch let errors as ScriptParseErrors {
      printError(errors.text(path: path))
      throw .usage
    } catch {
      printError("\(error)")
      throw .usage
    }
    self.path = path
  }

  /// The script in a session of its own; `didRun` is told what comes of each line.
  func makeStepper(isStrict: Bool, didRun: @escaping (Outcome) -> Void) -> ScriptStepper {
    let (path, script) = (path, script)
    let watcher = ScriptRunner.Observer(
      willRun: { line in
        let step = script.steps.first { $0.lines.lowerBound == line }
        let excerpt = CrashBreadcrumb.excerpt(of: step?.text ?? "finish")
        CrashBreadcrumb.set(errors: "macho: the process crashed at \(path):\(line):  \(excerpt)\n")
      },
      didRun: didRun)
    return ScriptStepper(
      script, path: path, catalog: Catalog.all, environment: ProcessInfo.processInfo.environment,
      isStrict: isStrict, watcher: watcher)
  }

  /// The lines of a path, where one stands behind it: `search.macho:12`.
  static func parseLocation(_ text: String) -> (path: String, line: Int?) {
    guard !FileManager.default.fileExists(atPath: text), let colon = text.lastIndex(of: ":"),
      let line = Int(text[text.index(after: colon)...]), line > 0
    else { return (text, nil) }
    return (String(text[..<colon]), line)
  }
}

/// What came of lines before somebody kept a record.
final class OutcomeLog {
  private(set) var outcomes: [Outcome] = []
  /// Who is told from now on.
  var onOutcome: ((Outcome) -> Void)?

  func record(_ outcome: Outcome) {
    if let onOutcome { onOutcome(outcome) } else { outcomes.append(outcome) }
  }
}
