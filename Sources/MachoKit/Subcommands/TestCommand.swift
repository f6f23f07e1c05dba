import ArgumentParser
import Foundation
import MachoScripting

struct TestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test", abstract: "Run scripts as tests, each in a process of its own.",
    discussion: """
      Exit status: 0 all passed; 1 a script failed; 2 usage, or a script that does not parse; \
      4 a crash or a time-out; 5 nothing selected.
      """)

  @Argument(help: "Scripts, or directories that hold some; the working directory without any.")
  var paths: [String] = []

  @Option(
    help: ArgumentHelp(
      "Write the expected output: of commands that have none, of those that differ, or of all.",
      discussion: """
        '--update' alone means 'all': output that still matches is kept as it is. A script is run twice and left alone if its output \
        differs, if a command fails in it or if it crashes.
        """,
      valueName: "missing|failed|all"))
  var update: UpdateMode?

  @Option(help: "Run only scripts whose path matches this regular expression.")
  var filter: String?

  @Option(help: "How many scripts run at once; one for each processor without it.")
  var jobs: Int?

  @Flag(help: "Fail commands that print something and have no '|' lines.")
  var strict = false

  @Option(name: .customLong("repeat"), help: "Run each script so often; all runs must agree.")
  var repetitions = 1

  @Option(help: "Seconds after which a script is killed.")
  var timeout = 60

  func validate() throws {
    if let filter, (try? Regex(filter)) == nil {
      throw ValidationError("'\(filter)' is no regular expression")
    }
    if jobs.map({ $0 < 1 }) ?? false { throw ValidationError("--jobs is at least 1") }
    if repetitions < 1 { throw ValidationError("--repeat is at least 1") }
    if timeout < 1 { throw ValidationError("--timeout is at least 1") }
  }

  func run() throws {
    var selection = try ScriptSelection(paths)
    let files = try selected(from: selection.files)
    if files.isEmpty, !selection.files.isEmpty {
      standardError("no script matches --filter")
      selection.add(.nothingSelected)
    }
    let child = ScriptChild(
      isStrict: strict, repetitions: repetitions, limit: .seconds(timeout), update: update)
    var results: [ScriptResult] = []
    ParallelRuns(jobs: jobs ?? ProcessInfo.processInfo.activeProcessorCount).run(
      files, work: { child.result(of: $0) },
      take: { result in
        results.append(result)
        for line in PrettyReport.lines(for: result) { print(line) }
      })
    if !results.isEmpty { print(PrettyReport.summary(results)) }
    for result in results { selection.add(result.status.exitStatus) }
    try selection.end()
  }

  private func selected(from files: [String]) throws -> [String] {
    guard let filter else { return files }
    let pattern = try Regex(filter)
    return files.filter { $0.firstMatch(of: pattern) != nil }
  }
}

/// Which gutters `--update` writes.
enum UpdateMode: String, CaseIterable, ExpressibleByArgument {
  case missing, failed, all

  var rewriting: ScriptRewriter.Mode {
    switch self {
    case .missing: .missing
    case .failed: .failed
    case .all: .all
    }
  }

  /// Makes `--update` alone, which no parser of options with values knows, `--update=all`.
  static func spelledOut(_ arguments: [String]) -> [String] {
    arguments.map { $0 == "--update" ? "--update=\(Self.all.rawValue)" : $0 }
  }
}

extension ScriptResult.Status {
  fileprivate var exitStatus: ExitStatus {
    switch self {
    case .passed, .skipped, .updated: .passed
    case .failed: .failed
    case .unparsable, .unreadable: .usage
    case .crashed, .timedOut: .crashed
    }
  }
}
