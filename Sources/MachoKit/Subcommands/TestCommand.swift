import ArgumentParser
import Foundation
import MachoReporting
import MachoScripting
import MachoSessions
import MachoSystem

struct TestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test", abstract: "Run scripts as tests, each in its own process.",
    discussion: """
      Exit status: 0 all passed; 1 a script failed; 2 usage, or a script that does not parse; \
      3 expectations are pending or stale; 4 a crash or a timeout; 5 nothing selected. If several \
      apply, the first of 2, 4, 1, 3, 5 wins. \
      Ctrl-C kills the running scripts and prints the report of the finished ones; then the signal \
      terminates this process.
      """)

  @Argument(
    help: ArgumentHelp(
      "Scripts, directories, or FILE:LINE. Default: the working directory.",
      discussion: """
        FILE:LINE selects the case of a specification that contains the line. A script that opens no feature is skipped if another \
        one of these sources it.
        """))
  var paths: [String] = []

  @Option(
    help: ArgumentHelp(
      "Write expected output that is missing, that failed to match, or both.",
      discussion: """
        '--update' alone means 'all'. Expected output that still matches is kept; 'compact' also removes what is not compared from it. Each script is run twice; it is not changed if the \
        two runs differ or if it crashes. A command that fails and those that depend on it are left; a phase that begins with 'feature' does not depend on those before it. If CI is set, '--update' and '--review' write only with an explicit value.
        """,
      valueName: "missing|failed|all|compact"))
  var update: UpdateOptions?

  @Option(
    help: ArgumentHelp(
      "Like --update, but write to FILE.macho.new, for 'accept' and 'reject'. At a terminal, continue with 'macho review'.",
      valueName: "missing|failed|all|compact"))
  var review: UpdateOptions?

  @Option(
    help: ArgumentHelp(
      "Run scripts with each of these interchangeable features and print a matrix.",
      discussion: """
        A script that opens one of them is run once for each, with that feature in place of all of them. Scripts that open none \
        are skipped.
        """,
      valueName: "a,b,..."))
  var variants: String?

  @Option(
    help: ArgumentHelp(
      "Run only scripts and cases whose name matches this regular expression.",
      discussion: "The name of a script is its path; that of a case is 'PATH > CONTEXT / CASE'."))
  var filter: String?

  @Flag(help: "Run only the scripts and cases that failed when they last ran in this directory.")
  var failed = false

  @OptionGroup var sharding: ShardOptions

  @Option(help: "How many scripts run in parallel. Default: one for each processor.")
  var jobs: Int?

  @Option(help: "Shuffle the start order with this seed. The report keeps the original order.")
  var shuffle: UInt64?

  @Flag(
    help: ArgumentHelp(
      "Keep running, and rerun scripts when files change.",
      discussion: """
        A script reruns when it or a file that it reads is saved; all rerun when the driver has changed. In a SwiftPM package the \
        driver is rebuilt when a file below Sources is saved. Ctrl-C exits with the current status of the scripts. At a terminal \
        keys are read: a runs all scripts, f those that failed, u updates those that failed, p or / filters, Enter runs again, q quits, \
        ? lists the keys.
        """))
  var watch = false

  @Flag(
    help: ArgumentHelp(
      "Stop at the first failing line and open a prompt there.",
      discussion: """
        Runs a single script in this process. At the prompt you can inspect, undo and send; 'retry' runs the line again, 'step' the \
        next one, 'continue' the rest. The exit status is that of the script.
        """))
  var debug = false

  @Flag(help: "Fail commands that print output and have no '|' lines.")
  var strict = false

  @Option(
    name: .customLong("repeat"), help: "Run each script this many times; all runs must agree.")
  var repetitions = 1

  @Option(
    help: ArgumentHelp(
      "Run each script in up to N orders of the jobs that are ready together.",
      discussion: """
        The first order is that of a normal run. The others are random, or 'pct:D[:N]' for bugs of depth D, or 'dfs:B[:N]' for all \
        orders with at most B preemptions. A script that fails in another order fails with the 'schedule' line of that order.
        """,
      valueName: "n"))
  var schedules: SchedulePlan?

  @Option(
    help: ArgumentHelp(
      "Report which actions, states, effects and stub outcomes the scripts reach.",
      discussion: "'--coverage=FILE.json' also writes the report as JSON.", valueName: "file.json"))
  var coverage: CoverageOption?

  @Option(help: "Seconds after which a script is killed. Default: 60.")
  var timeout = 60

  @Option(help: "Seconds to wait for the backtrace of a crash; 0 disables it. Default: 15.")
  var backtraceTimeout = 15

  @Option(
    help: ArgumentHelp(
      "The format of the report. Default: pretty.",
      discussion:
        "'tap' is version 14, or 13 under Perl's harness, because 'prove' may not support 14.",
      valueName: "format"))
  var format = ReportFormat.pretty

  @Option(
    help: ArgumentHelp(
      "Write the report to a file; standard output then gets the pretty format.", valueName: "file")
  )
  var output: String?

  @Option(
    name: .customLong("report"),
    help: ArgumentHelp(
      "Also write a page for a browser, with the timeline and the states of each script.",
      discussion:
        "May be repeated. A file that ends in .jsonl gets the page's data, which 'macho report' reads.",
      valueName: "file.html"))
  var reports: [String] = []

  @Option(
    name: .customLong("redact"),
    help: "Redact matches of this regular expression in --report. May be repeated.")
  var redactions: [String] = []

  @OptionGroup var colors: ColorOptions

  func validate() throws {
    if let update, let review, update.isExplicit, review.isExplicit, update != review {
      throw ValidationError("--update and --review name different modes")
    }
    if update ?? review != nil, let file = paths.first(where: { $0.hasSuffix(".macho.new") }) {
      throw ValidationError("\(file) is a pending file: name its script")
    }
    if let filter, (try? UserRegex(filter)) == nil {
      throw ValidationError("invalid regular expression '\(filter)'")
    }
    if jobs.map({ $0 < 1 }) ?? false { throw ValidationError("--jobs must be at least 1") }
    if repetitions < 1 { throw ValidationError("--repeat must be at least 1") }
    if !(1...1_000_000).contains(timeout) {
      throw ValidationError("--timeout must be at least 1 and at most 1000000")
    }
    if !(0...1_000_000).contains(backtraceTimeout) {
      throw ValidationError("--backtrace-timeout must be at least 0 and at most 1000000")
    }
    if variants != nil, update != nil || review != nil || watch {
      throw ValidationError(
        "--variants cannot be combined with --update, --review or --watch")
    }
    if schedules != nil, update != nil || review != nil {
      throw ValidationError("--schedules cannot be combined with --update or --review")
    }
    if schedules != nil, !reports.isEmpty {
      throw ValidationError("--schedules cannot be combined with --report")
    }
    if coverage != nil, watch {
      throw ValidationError("--coverage cannot be combined with --watch")
    }
    try validateDebugging()
    if output?.hasSuffix(".macho") ?? false {
      throw ValidationError("--output would replace a script")
    }
    for (index, report) in reports.enumerated() {
      guard report.hasSuffix(".html") || report.hasSuffix(".jsonl") else {
        throw ValidationError("--report must end in .html or .jsonl")
      }
      if report == output { throw ValidationError("--report and --output name the same file") }
      if reports[..<index].contains(report) {
        throw ValidationError("--report names \(report) twice")
      }
    }
    if reports.isEmpty, !redactions.isEmpty { throw ValidationError("--redact requires --report") }
  }

  func run() throws {
    let environment = ProcessInfo.processInfo.environment
    let bazel = BazelTest(environment)
    if let problem = bazel?.start() {
      printError(problem)
      throw ExitStatus.usage
    }
    defer { bazel?.finish() }
    let failures = FailureList(environment: environment)
    let variants = try variantNames()
    let shard = debug ? nil : try sharding.selection(environment)
    let filter = try pattern(bazel)
    var selection = try selection(failures, filter, shard)
    if debug { return try debug(selection) }
    if !variants.isEmpty { try keepScripts(of: variants, in: &selection) }
    let coverageOutput = try CoverageOption.file(of: coverage)
    SpawnedProcess.resetChildSignal()
    let interruption = InterruptSignal.install()
    let updater = updater(environment)
    let test: ([SelectedScript], ExpectationUpdater?) throws -> [ScriptResult] = {
      scripts, updater in
      // Created for each run, because the driver's executable may change between runs.
      let processes = ScriptLauncher(
        explainsCrashes: backtraceTimeout > 0, interruption: interruption)
      processes.prepare()
      defer { processes.stop() }
      var child = IsolatedScriptRun(
        isStrict: strict, repetitions: repetitions, limit: .seconds(timeout),
        backtraceLimit: .seconds(backtraceTimeout), updater: updater, interruption: interruption,
        launcher: processes, wantsTimeline: !reports.isEmpty, schedules: schedules,
        wantsCoverage: coverage != nil, variants: variants)
      child.sourcedScripts = sourcedScripts
      let run = TestRun(
        scripts: SelectedRun.all(scripts, with: variants), child: child,
        jobs: jobs ?? ProcessInfo.processInfo.activeProcessorCount, seed: shuffle,
        environment: environment, listedFeatures: coverage.map { _ in listedFeatures })
      let start = ContinuousClock.now
      let results = try run.run(outputs(environment, bazel, shard?.reported))
      if isatty(STDOUT_FILENO) == 1, format.isReadable || output != nil {
        let palette = colors.palette(for: STDOUT_FILENO)
        let lines = NextSteps(results, start.duration(to: .now)).lines
        StandardOutput.print(palette.escapedText(of: lines.map { StyledLine($0, .unchanged) }))
      }
      if !variants.isEmpty, format == .pretty || output != nil {
        printMatrix(results, scripts, variants)
      }
      try reportCoverage(results, to: coverageOutput)
      // Under CI and Bazel no list is written. Nor with variants: a script may fail with only one of them.
      if environment["CI", default: ""].isEmpty, bazel == nil, variants.isEmpty {
        failures.update(results)
      }
      return results
    }
    do {
      if watch, selection.status != .usage {
        var watch = ScriptWatcher(
          find: watchedScripts(selection, filter, shard),
          run: { try test($0, $1 ? ExpectationUpdater(mode: .all) : updater) },
          interruption: interruption, palette: colors.palette(for: STDOUT_FILENO))
        // Ctrl-C is the normal way to end --watch, so the signal is not raised again.
        let status = try watch.watch()
        if status != .passed { throw status }
        return
      }
      let results = try test(selection.scripts, updater)
      finish(results, updater, isInterrupted: interruption?.signal != nil, in: &selection)
    } catch let failure as ReportOutput.Failure {
      printError("\(failure)")
      selection.add(.usage)
    }
    interruption?.reraise()
    try selection.finish()
  }

  /// Returns the updater, or `nil` if nothing may be written.
  private func updater(_ environment: [String: String]) -> ExpectationUpdater? {
    let option = review == nil ? "--update" : "--review"
    let requests = [review, update].compactMap(\.self)
    guard let request = requests.first(where: \.isExplicit) ?? requests.first else { return nil }
    guard request.isExplicit || environment["CI", default: ""].isEmpty else {
      printError(
        "CI is set, so '\(option)' alone writes nothing and scripts are only compared; "
          + "use '\(option)=all' to write")
      return nil
    }
    return ExpectationUpdater(
      mode: request.mode, destination: review == nil ? .script : .pendingFile)
  }
}

extension ReportFormat: ExpressibleByArgument {}

extension SchedulePlan: ExpressibleByArgument {
  package init?(argument: String) { self.init(argument) }
}

extension ScriptResult {
  /// The exit status of a run of this script alone.
  var exitStatus: ExitStatus {
    let isPending = pending != nil || failures.contains { $0.kind == .stale }
    return min(status.exitStatus, isPending ? .pending : .passed)
  }
}

extension ScriptResult.Status {
  fileprivate var exitStatus: ExitStatus {
    switch self {
    case .passed, .skipped, .failedAsExpected, .updated: .passed
    case .failed: .failed
    case .pending, .stale: .pending
    case .unparsable, .unreadable: .usage
    case .crashed, .timedOut: .crashed
    }
  }
}
