import Foundation
import MachoScripting
import MachoSessions
import MachoTerminal

/// A script whose lines are run before a prompt is opened in the same session.
struct ScriptBehindPrompt {
  let script: Script
  let path: String

  /// Reads a script; what does not parse ends the process with `usage`.
  init(path: String) throws(ExitStatus) {
    do {
      script = try ScriptCheck.parse(try ScriptFiles.read(path))
    } catch let errors as ScriptErrors {
      standardError(errors.text(path: path))
      throw .usage
    } catch {
      standardError("\(error)")
      throw .usage
    }
    self.path = path
  }

  /// The script in a session of its own; `didRun` is told what comes of each line.
  func walk(isStrict: Bool, didRun: @escaping (Outcome) -> Void) -> ScriptWalk {
    let (path, script) = (path, script)
    let watcher = Runner.Watcher(
      willRun: { line in
        let step = script.steps.first { $0.lines.lowerBound == line }
        let excerpt = CrashNotes.excerpt(of: step?.text ?? "finish")
        CrashNotes.set(errors: "macho: the process crashed at \(path):\(line):  \(excerpt)\n")
      },
      didRun: didRun)
    return ScriptWalk(
      script, path: path, catalog: Catalog.all, environment: ProcessInfo.processInfo.environment,
      isStrict: isStrict, watcher: watcher)
  }

  /// The lines of a path, where one stands behind it: `search.macho:12`.
  static func place(_ text: String) -> (path: String, line: Int?) {
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
  var record: ((Outcome) -> Void)?

  func take(_ outcome: Outcome) {
    if let record { record(outcome) } else { outcomes.append(outcome) }
  }
}
