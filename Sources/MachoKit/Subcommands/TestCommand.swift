import ArgumentParser
import Foundation
import MachoScripting

struct TestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test", abstract: "Run scripts as tests, each in a process of its own.",
    discussion: """
      Exit status: 0 all passed; 1 a script failed; 2 usage, or a script that does not parse; \
      4 a crash or a time-out; 5 nothing selected. Where several hold, the first of 2, 4, 1, 5 counts. \
      Ctrl-C ends the scripts that run, and the report tells of those that ended before; then the \
      signal ends this process.
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

  @Option(
    help: ArgumentHelp(
      "Run scripts with each of some features, which have to do the same, and print a matrix.",
      discussion: """
        A script that opens one of them is run once for each, with that one in the place of all. Scripts that open none \
        are left out.
        """,
      valueName: "a,b,..."))
  var across: String?

  @Option(help: "Run only scripts whose path matches this regular expression.")
  var filter: String?

  @Flag(help: "Run only the scripts that failed when they last ran in this directory.")
  var failed = false

  @Option(
    help: ArgumentHelp(
      "Run one of N parts of the scripts; a path always belongs to the same one.",
      valueName: "i/n"))
  var shard: Shard?

  @Option(help: "How many scripts run at once; one for each processor without it.")
  var jobs: Int?

  @Option(help: "Start the scripts in an order that this number shuffles; the report keeps theirs.")
  var shuffle: UInt64?

  @Flag(help: "Fail commands that print something and have no '|' lines.")
  var strict = false

  @Option(name: .customLong("repeat"), help: "Run each script so often; all runs must agree.")
  var repetitions = 1

  @Option(help: "Seconds after which a script is killed.")
  var timeout = 60

  @Option(help: "Seconds that a crash may take to say where it was; none with 0.")
  var backtrace = 15

  @Option(
    help: ArgumentHelp(
      "What the report looks like; 'pretty' without it.",
      discussion:
        "'tap' is version 14, and 13 where Perl's harness runs macho: 'prove' may know no other.",
      valueName: "format"))
  var format = ReportFormat.pretty

  @Option(
    help: ArgumentHelp(
      "Write that report to a file; standard output gets the pretty one then.", valueName: "file"))
  var output: String?

  func validate() throws {
    if let filter, (try? Regex(filter)) == nil {
      throw ValidationError("'\(filter)' is no regular expression")
    }
    if jobs.map({ $0 < 1 }) ?? false { throw ValidationError("--jobs is at least 1") }
    if repetitions < 1 { throw ValidationError("--repeat is at least 1") }
    if !(1...1_000_000).contains(timeout) {
      throw ValidationError("--timeout is at least 1 and at most 1000000")
    }
    if !(0...1_000_000).contains(backtrace) {
      throw ValidationError("--backtrace is at least 0 and at most 1000000")
    }
    if across != nil, update != nil {
      throw ValidationError(
        "--across writes nothing: output that holds for one may not for another")
    }
    if output?.hasSuffix(".macho") ?? false {
      throw ValidationError("--output would replace a script")
    }
  }

  func run() throws {
    let environment = ProcessInfo.processInfo.environment
    let failures = FailureList(environment: environment)
    let variants = try variants()
    var selection = try selection(failures)
    if !variants.isEmpty { try keepScripts(of: variants, in: &selection) }
    let reports = try outputs(environment)
    Spawn.prepare()
    let interruption = Interruption.install()
    let child = ScriptChild(
      isStrict: strict, repetitions: repetitions, limit: .seconds(timeout),
      backtraceLimit: .seconds(backtrace), update: update, interruption: interruption,
      across: variants)
    let run = TestRun(
      scripts: AcrossRun.all(selection.files, across: variants), child: child,
      jobs: jobs ?? ProcessInfo.processInfo.activeProcessorCount, seed: shuffle,
      environment: environment)
    do {
      let results = try run.run(reports)
      for result in results { selection.add(result.status.exitStatus) }
      if !variants.isEmpty, format == .pretty || output != nil {
        printMatrix(results, selection.files, variants)
      }
      // Where nobody reruns anything, nothing is written; nor of what failed with one feature only.
      if environment["CI", default: ""].isEmpty, variants.isEmpty { failures.update(results) }
    } catch {
      standardError("\(error)")
      selection.add(.usage)
    }
    interruption?.endProcess()
    try selection.end()
  }

  /// The features that have to do the same; each has to be there.
  private func variants() throws -> [String] {
    let names = (across ?? "").split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    guard across == nil || !names.isEmpty else {
      throw ValidationError("--across names no feature")
    }
    for name in names { _ = try Catalog.feature(named: name) }
    guard Set(names).count == names.count else {
      throw ValidationError("--across names a feature twice")
    }
    return names
  }

  private func keepScripts(of variants: [String], in selection: inout ScriptSelection) throws {
    let variants = Variants(variants)
    let none = "no script opens any of \(variants.names.joined(separator: ", "))"
    selection.keep(orSay: none) { path in
      // What cannot be read or does not parse is reported by its run.
      guard let script = (try? ScriptFiles.read(path)).flatMap({ try? ScriptParser.parse($0) })
      else {
        return true
      }
      return variants.concerns(script)
    }
  }

  private func printMatrix(_ results: [ScriptResult], _ scripts: [String], _ variants: [String]) {
    let found = Dictionary(results.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    let matrix = MatrixText(scripts: scripts, variants: variants) { script, variant in
      found[AcrossRun(path: script, variant: variant).label]
    }
    print("")
    for line in matrix.lines { print(line) }
  }

  private func selection(_ failures: FailureList) throws -> ScriptSelection {
    var selection: ScriptSelection
    if failed {
      let known = failures.paths
      selection = paths.isEmpty ? ScriptSelection(files: known) : ScriptSelection(paths)
      let identities = Set(known.map(ScriptName.init))
      let none = "no script that failed is known here"
      if known.isEmpty, paths.isEmpty {
        standardError(none)
        selection.add(.nothingSelected)
      }
      selection.keep(orSay: none) { identities.contains(ScriptName($0)) }
    } else {
      selection = ScriptSelection(paths)
    }
    if let filter {
      let pattern = try Regex(filter)
      selection.keep(orSay: "no script matches --filter") { $0.firstMatch(of: pattern) != nil }
    }
    if let shard {
      // Small suites leave parts empty, and the others run what there is.
      let none = "no script belongs to shard \(shard.index) of \(shard.count)"
      selection.keep(orSay: none, .passed) { shard.contains(ScriptName($0)) }
    }
    return selection
  }

  /// Where the reports go. A file that cannot be written is found before anything runs.
  private func outputs(_ environment: [String: String]) throws -> [(
    report: any Report, output: Output
  )] {
    let standard = Output(STDOUT_FILENO)
    let isProved = environment["HARNESS_ACTIVE"] != nil && format == .tap
    let report = (isProved ? .tap13 : format).report
    guard let output else { return [(report, standard)] }
    do {
      return [
        (ReportFormat.pretty.report, standard), (report, try Output(path: output)),
      ]
    } catch {
      standardError("\(error)")
      throw ExitStatus.usage
    }
  }
}

extension ReportFormat: ExpressibleByArgument {}

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
    case .passed, .skipped, .failedAsExpected, .updated: .passed
    case .failed: .failed
    case .unparsable, .unreadable: .usage
    case .crashed, .timedOut: .crashed
    }
  }
}
