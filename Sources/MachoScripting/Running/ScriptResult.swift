import MachoReporting
import MachoSessions

/// The result of running one script. A child process sends it to its parent as JSON.
package struct ScriptResult: Codable, Hashable, Sendable {
  /// The status of a script.
  package enum Status: Codable, Hashable, Sendable {
    /// All commands and expectations passed.
    case passed
    /// A command or expectation failed. See `failures`.
    case failed
    /// The script skipped itself, with its reason.
    case skipped(String)
    /// The script failed as `xfail` declared, with its reason.
    case failedAsExpected(String)
    /// The expectations in the script were updated.
    case updated
    /// Updated expectations in a pending file await review.
    case pending
    /// The script passed but has stale expectations.
    case stale
    /// The script has syntax errors.
    case unparsable([ScriptParseError])
    /// The file cannot be read, with the reason.
    case unreadable(String)
    /// A signal ended the script's process, with the signal's name.
    case crashed(String)
    /// The script exceeded its time limit.
    case timedOut
  }

  /// A failure of a script.
  package struct Failure: Codable, Hashable, Sendable {
    /// The kind of a failure.
    package enum Kind: String, Codable, Sendable {
      /// The output differs from the expected output.
      case mismatch
      /// A command failed. The commands below it were not run.
      case diagnostic
      /// Output of a strict script has no expected output.
      case uncompared
      /// The implicit `finish` at the end of the file failed.
      case endOfFile
      /// An expectation is unused or unreachable.
      case stale
      /// Two runs printed different output.
      case notDeterministic
      /// The script passes in one order of its ready jobs, and fails in another.
      case order
      /// A script with `xfail` passed.
      case unexpectedPass
      /// A command crashed the process.
      case crash
      /// A command exceeded the time limit.
      case timeOut
    }

    /// The kind of the failure.
    package var kind: Kind
    /// The index of the step. `nil` if the failure does not belong to a step of the script.
    package var step: Int?
    /// The sourced file that contains the line. `nil` if the script itself does.
    package var file: String?
    /// The line of the file, counted from 1.
    package var line: Int
    /// The title of the phase that contains the line.
    package var phase: String?
    /// The command.
    package var command: String
    /// The stable code of the failure, if it has one.
    package var code: String?
    /// The reason in one line, without the code. `nil` if the kind says everything.
    package var message: String?
    /// The lines of the report: expected and actual output, or the diagnostic.
    package var report: [StyledLine]
    /// The ordinal of the command among all that the session ran, from 1. `nil` if it is not known.
    package var commandNumber: Int?
    /// The expected and the actual output. `nil` unless they differ.
    package var mismatch: Mismatch?
    /// The number of commands below that were not run because of the failure.
    package var commandsNotRun = 0
    /// The line of expected output at which the actual output differs. Only of a mismatch.
    package var differingLine: Int?
    /// Changes of the feature that may be the reason. Default: none.
    package var hints: [MigrationHint] = []

    /// Creates a failure.
    package init(
      kind: Kind, step: Int?, file: String? = nil, line: Int, phase: String?, command: String,
      code: String? = nil, message: String? = nil, report: [StyledLine]
    ) {
      self.kind = kind
      self.step = step
      self.file = file
      self.line = line
      self.phase = phase
      self.command = command
      self.code = code
      self.message = message
      self.report = report
    }
  }

  /// Numbers of commands.
  package struct Counts: Codable, Hashable, Sendable {
    /// Commands that were run.
    package var steps = 0
    /// Commands whose output was not compared.
    package var uncompared = 0
    /// Commands that a condition skipped.
    package var skipped = 0
    /// Commands whose expected output was updated, in the script or in its pending file.
    package var updated = 0
  }

  /// A sourced file in which an update wrote expectations.
  package struct UpdatedFile: Codable, Hashable, Sendable {
    /// The path of the file.
    package var path: String
    /// The number of commands whose expected output was updated.
    package var count: Int
    /// The pending file, if the expectations were written to one.
    package var pending: String?
  }

  /// A `##` line that the run reached.
  package struct Phase: Codable, Hashable, Sendable {
    /// The title. May be empty.
    package var title: String
    /// The line of the file, counted from 1.
    package var line: Int

    /// Creates a phase.
    package init(title: String, line: Int) {
      self.title = title
      self.line = line
    }
  }

  /// The script's path.
  package var path: String
  /// The case that ran. `nil` unless the script is a specification.
  package var specCase: ScriptCase?
  /// The status.
  package var status: Status
  /// The failures, in the order of the script.
  package var failures: [Failure] = []
  /// The numbers of commands.
  package var counts = Counts()
  /// The path of the pending file, if there is one.
  package var pending: String?
  /// What an update left as it is, and why. `nil` if it left nothing.
  package var notUpdated: String?
  /// The sourced files in which an update wrote expectations that failed in this script. Default: none.
  package var updatedFiles: [UpdatedFile] = []
  /// The outputs of the commands of sourced files. Empty unless the script was updated.
  package var sourcedOutputs: [SourcedOutput] = []
  /// The paths of the files that the script requested.
  package var reads: [String] = []
  /// The wall-clock duration.
  package var duration = Duration.zero
  /// The phases that the run reached.
  package var phases: [Phase] = []
  /// In how many orders of its ready jobs the script passed. `nil` if only one was tried.
  package var schedules: ScheduleSummary?
  /// What the run reached. `nil` if that was not requested.
  package var coverage: CoverageReport?
  /// A hash of all output. Runs with equal output have equal hashes.
  package var transcript: String?
  /// The events of the session, each as JSON on one line. Empty unless they were requested.
  package var timeline: [String] = []

  /// Creates a result.
  package init(path: String, status: Status) {
    self.path = path
    self.status = status
  }
}

extension ScriptResult {
  /// Creates the result of a script that is not run, because it is only a part of another one.
  package init(path: String, sourcedBy whole: String) {
    self.init(path: path, status: .skipped("it opens no feature, and \(whole) sources it"))
  }

  /// The name of the script or of the case in reports.
  package var name: String { ScriptCase.name(of: specCase, in: path) }
}

/// A result with the output of each step, which an update needs.
package struct ScriptRun: Codable, Hashable, Sendable {
  /// The result.
  package var result: ScriptResult
  /// The output of each step. `nil` for a step that failed or was not run.
  package var outputs: [[OutputLine]?] = []
  /// The outputs of the steps of sourced scripts.
  package var sourcedOutputs: [SourcedOutput] = []

  /// Creates a run without outputs.
  package init(result: ScriptResult) { self.result = result }
}

/// The output of a command of a sourced script.
package struct SourcedOutput: Codable, Hashable, Sendable {
  /// The path of the sourced file. `nil` for a section of the script.
  package var file: String?
  /// The line of the command in the file, counted from 1.
  package var line: Int
  /// The command.
  package var command: String
  /// The output. `nil` if the command failed or was skipped.
  package var output: [OutputLine]?
}

extension ScriptRun {
  /// A hash of the output of all steps and of all failures.
  package var transcriptHash: String {
    var hash = FNV1aHasher()
    for lines in outputs + sourcedOutputs.map(\.output) {
      hash.combine(lines == nil ? "-" : "+")
      for line in lines ?? [] { hash.combine(line.text, after: "| ") }
    }
    for failure in result.failures {
      for line in [failure.command] + failure.report.map(\.text) {
        hash.combine(line, after: "! ")
      }
    }
    return hash.text
  }
}

extension Script {
  /// Returns the phases that start above a line.
  package func phases(before line: Int) -> [ScriptResult.Phase] {
    items.compactMap { item in
      guard case .phase(let phase) = item, phase.line < line else { return nil }
      return ScriptResult.Phase(title: phase.title, line: phase.line)
    }
  }
}
