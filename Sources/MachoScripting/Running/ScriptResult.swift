/// What came of one script; it crosses from a child process to its parent as JSON.
package struct ScriptResult: Codable, Hashable, Sendable {
  /// How a script ended.
  package enum Status: Codable, Hashable, Sendable {
    /// Everything was as the script says.
    case passed
    /// Something was not; `failures` tell what.
    case failed
    /// The script said so, and why.
    case skipped(String)
    /// Something was not as it says, which the script said of itself, and why.
    case failedAsExpected(String)
    /// Its expectations were rewritten.
    case updated
    /// Expectations of it wait in a file beside it for somebody's word.
    case pending
    /// It passed, and has expectations that no run compares.
    case stale
    /// It does not parse.
    case unparsable([ScriptParseError])
    /// It cannot be read; the text says why.
    case unreadable(String)
    /// Its process ended by a signal, which the text names.
    case crashed(String)
    /// It took too long.
    case timedOut
  }

  /// One thing that is not as the script says.
  package struct Failure: Codable, Hashable, Sendable {
    /// What kind of thing it is.
    package enum Kind: String, Codable, Sendable {
      /// The output differs from the gutter.
      case mismatch
      /// The command failed; nothing below it was run.
      case diagnostic
      /// There is output and no gutter, and the script is strict.
      case uncompared
      /// The `finish` that the end of a file stands for failed.
      case endOfFile
      /// An expectation that no run compares.
      case stale
      /// Two runs gave different output.
      case notDeterministic
      /// The script says that it fails, and does not.
      case unexpectedPass
      /// The command ended the process.
      case crash
      /// The command took too long.
      case timeOut
    }

    /// What kind of thing it is.
    package var kind: Kind
    /// The number of the step, counted from 0; nil when no step is to blame.
    package var step: Int?
    /// The file of the line, where it is another than the script: one that it sources.
    package var file: String?
    /// The line of the file, counted from 1.
    package var line: Int
    /// The title of the phase that the line belongs to.
    package var phase: String?
    /// The command.
    package var command: String
    /// The stable code of the failure, where it has one.
    package var code: String?
    /// The report: E| and A| blocks, or the diagnostic.
    package var report: [String]

    /// Makes a failure.
    package init(
      kind: Kind, step: Int?, file: String? = nil, line: Int, phase: String?, command: String,
      code: String? = nil,
      report: [String]
    ) {
      self.kind = kind
      self.step = step
      self.file = file
      self.line = line
      self.phase = phase
      self.command = command
      self.code = code
      self.report = report
    }
  }

  /// How many commands there were.
  package struct Counts: Codable, Hashable, Sendable {
    /// Commands that were run.
    package var steps = 0
    /// Commands whose output was not compared.
    package var uncompared = 0
    /// Commands that a condition left out.
    package var skipped = 0
    /// Commands whose gutter was rewritten, in the script or in its pending file.
    package var updated = 0
  }

  /// A `##` line that the script came to.
  package struct Phase: Codable, Hashable, Sendable {
    /// The title; it may be empty.
    package var title: String
    /// The line of the file, counted from 1.
    package var line: Int

    /// Makes a phase.
    package init(title: String, line: Int) {
      self.title = title
      self.line = line
    }
  }

  /// The script's path.
  package var path: String
  /// How it ended.
  package var status: Status
  /// What was not as the script says, in its order.
  package var failures: [Failure] = []
  /// How many commands there were.
  package var counts = Counts()
  /// The file in which new expectations of the script wait, if they do.
  package var pending: String?
  /// The files beside the script that it read.
  package var reads: [String] = []
  /// The wall-clock time that it took.
  package var duration = Duration.zero
  /// The phases that it came to.
  package var phases: [Phase] = []
  /// A hash of all output: where two runs have the same one, they printed the same.
  package var transcript: String?

  /// Makes a result.
  package init(path: String, status: Status) {
    self.path = path
    self.status = status
  }
}

/// A result with the output of each step, which an update needs.
package struct ScriptRun: Codable, Hashable, Sendable {
  /// The result.
  package var result: ScriptResult
  /// The lines of each step's output; nil where it was not run or failed.
  package var outputs: [[String]?] = []
  /// The same for the steps of scripts that it sources.
  package var sourcedOutputs: [[String]?] = []

  /// Makes a run of which nothing but the result is known.
  package init(result: ScriptResult) { self.result = result }
}

extension ScriptRun {
  /// A hash of the output of each step and of what failed.
  package var transcriptHash: String {
    var hash = FNV1aHasher()
    for lines in outputs + sourcedOutputs {
      hash.combine(lines == nil ? "-" : "+")
      for line in lines ?? [] { hash.combine("| " + line) }
    }
    for failure in result.failures {
      for line in [failure.command] + failure.report { hash.combine("! " + line) }
    }
    return hash.text
  }
}

extension Script {
  /// The phases that begin above a line.
  package func phases(before line: Int) -> [ScriptResult.Phase] {
    items.compactMap { item in
      guard case .phase(let phase) = item, phase.line < line else { return nil }
      return ScriptResult.Phase(title: phase.title, line: phase.line)
    }
  }
}
