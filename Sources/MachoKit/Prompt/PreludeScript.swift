import Foundation
import MachoScripting
import MachoSessions
import MachoSystem

/// A script that runs before a prompt opens in the same session.
struct PreludeScript {
  /// The script, or a case of a specification.
  let script: Script
  let path: String

  /// Reads and parses a script. Prints errors and throws `usage` if that fails.
  ///
  /// - Parameters:
  ///   - location: The script. Its line selects a case of a specification, and is ignored otherwise.
  ///   - text: The text, instead of the file's.
  init(_ location: ScriptLocation, text: String? = nil) throws(ExitStatus) {
    path = location.path
    let whole: Script
    do {
      let bytes = try text.map { Array($0.utf8) } ?? ScriptFiles.read(path)
      whole = try ScriptValidator.parse(bytes, catalog: Catalog.all)
    } catch let errors as ScriptParseErrors {
      printError(errors.text(path: path))
      throw .usage
    } catch {
      printError("\(error)")
      throw .usage
    }
    guard whole.spec != nil else {
      script = whole
      return
    }
    let choice = CaseChoice(whole, at: location)
    guard let run = choice.run else {
      printError(choice.problem)
      throw .usage
    }
    script = run
  }

  /// Creates a stepper that runs the script in a new session. Calls `didRun` with the outcome of
  /// each line.
  func makeStepper(isStrict: Bool, didRun: @escaping (Outcome) -> Void) -> ScriptStepper {
    let (path, script) = (path, script)
    let observer = ScriptRunner.Observer(
      willRunLine: { line in
        let step = script.steps.first { $0.lines.lowerBound == line }
        CrashNote.set(path: path, line: line, text: step?.text ?? "finish")
      },
      didRun: didRun)
    return ScriptStepper(
      script, path: path, catalog: Catalog.all, environment: ProcessInfo.processInfo.environment,
      isStrict: isStrict, observer: observer)
  }
}

/// Collects the outcomes of lines that ran before recording starts.
final class OutcomeLog {
  private(set) var outcomes: [Outcome] = []
  /// Receives the outcomes from now on, instead of `outcomes`.
  var onOutcome: ((Outcome) -> Void)?

  func record(_ outcome: Outcome) {
    if let onOutcome { onOutcome(outcome) } else { outcomes.append(outcome) }
  }
}
