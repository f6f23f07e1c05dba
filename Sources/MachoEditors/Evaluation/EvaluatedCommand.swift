import MachoReporting
import MachoScripting
import MachoSessions

/// What a run found out about one command of a script.
struct EvaluatedCommand {
  /// The command.
  let step: Script.Step
  /// The first line that the command changed in the state. `nil` if it changed nothing.
  var change: String?
  /// The actual output. `nil` if the command failed or was skipped.
  var output: [OutputLine]?
  /// The source locations of the effects that the command started, or whose actions it received.
  var origins: [(effect: Int, location: CodeLocation)] = []
  /// The state and types after the command.
  var context: JournalContext?
  /// The texts of the variables after the command.
  var variables: [String: String] = [:]

  init(_ step: Script.Step) { self.step = step }
}

/// A failure with its position in the script.
struct EvaluatedFailure {
  var code: String
  var message: String
  /// The line, counted from 1, and its UTF-8 columns. `nil` for the whole line.
  var line: Int
  var columns: Range<Int>?
  var candidates: [String] = []
  var notes: [String] = []
  /// Lines that prevent the failure if they are inserted at `insertionLine`.
  var missingLines: [Line] = []
  var insertionLine: Int
  /// Whether the actual output of the command can be accepted.
  var isMismatch = false
  /// Whether `xfail` declares that the script fails.
  var isExpected = false
}

extension EvaluatedFailure {
  /// A failure of a run.
  init(_ failure: ScriptResult.Failure, _ diagnostic: Diagnostic?, in script: Script) {
    let step = failure.step.map { script.steps[$0] }
    line = failure.differingLine ?? failure.line
    insertionLine = step?.lines.lowerBound ?? failure.line
    code = failure.code ?? failure.kind.rawValue
    isMismatch = failure.kind == .mismatch || failure.kind == .uncompared
    message = failure.message ?? ""
    if let step, let diagnostic {
      code = diagnostic.code.rawValue
      message = diagnostic.message
      candidates = diagnostic.candidates
      notes = diagnostic.notes
      missingLines = diagnostic.missingLines
      let range = diagnostic.range ?? step.line.verbRange
      let start = step.position(ofOffset: range.lowerBound)
      let end = step.position(ofOffset: range.upperBound)
      line = start.line
      columns = start.column..<(end.line == start.line ? end.column : .max)
    } else {
      notes = failure.report.filter { $0.role != .problem }.map(\.text)
    }
    switch failure.kind {
    case .mismatch: message = "the output differs from the expected output"
    case .uncompared: message = "the output is not compared, and the script is strict"
    default: break
    }
  }

  /// A failure of a line that was not run.
  init(_ diagnostic: Diagnostic, of step: Script.Step) {
    code = diagnostic.code.rawValue
    message = diagnostic.message
    candidates = diagnostic.candidates
    notes = diagnostic.notes
    let range = diagnostic.range ?? step.line.verbRange
    let start = step.position(ofOffset: range.lowerBound)
    let end = step.position(ofOffset: range.upperBound)
    line = start.line
    columns = start.column..<(end.line == start.line ? end.column : .max)
    insertionLine = step.lines.lowerBound
  }
}
