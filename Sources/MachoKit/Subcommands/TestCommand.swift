import ArgumentParser
import Foundation
import MachoScripting

struct TestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test", abstract: "Run scripts as tests, each in a process of its own.",
    discussion: """
      Exit status: 0 all passed; 1 a script failed; 2 usage, or a script that does not parse; \
      3 expectations are pending or stale; 4 a crash or a time-out; 5 nothing selected. Where several \
      hold, the first of 2, 4, 1, 3, 5 counts. \
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
        differs, if a command fails in it or if it crashes. Where CI is set, '--update' and '--review' alone write nothing; with a value \
        they do.
        """,
      valueName: "missing|failed|all"))
  var update: UpdateOptions?

  @Option(
    help: ArgumentHelp(
      "Do the same to FILE.macho.new beside a script, for 'macho review', 'accept' and 'reject'.",
      valueName: "missing|failed|all"))
  var review: UpdateOptions?

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

  @Flag(
    help: ArgumentHelp(
      "Go on, and run again what changes.",
      discussion: """
        A script runs when it or a file that it reads is saved, all of them when the driver is another one. In a SwiftPM package the \
        driver is built when something below Sources is saved. Ctrl-C ends with the status that the scripts have then.
        """))
  var watch = false

  @Flag(
    help: ArgumentHelp(
      "Stop at the first line that fails, and open a prompt there.",
      discussion: """
        For one script, which runs in this process. At the prompt one looks, goes back and tries; 'again' runs the line again, 'step' the \
        next one, 'continue' the rest. The status is that of the script then.
        """))
  var debug = false

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

  @OptionGroup var colors: ColorOptions

  func validate() throws {
    if let update, let review, update.isExplicit, review.isExplicit, update != review {
      throw ValidationError("--update and --review name different modes")
    }
    if update ?? review != nil, let file = paths.first(where: { $0.hasSuffix(".macho.new") }) {
      throw ValidationError("\(file) is a pending file: name its script")
    }
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
    if across != nil, update != nil || review != nil || watch {
      throw ValidationError(
        "--across only compares: it goes with none of --update, --review and --watch")
    }
    try validateDebugging()
    if output?.hasSuffix(".macho") ?? false {
      throw ValidationError("--output would replace a script")
    }
  }

  func run() throws {
    let environment = ProcessInfo.processInfo.environment
    let failures = FailureList(environment: environment)
    let variants = try variantNames()
    var selection = try selection(failures)
    if debug { return try debug(selection) }
    if !variants.isEmpty { try keepScripts(of: variants, in: &selection) }
    SpawnedProcess.resetChildSignal()
    let interruption = InterruptSignal.install()
    let updater = updater(environment)
    let test: ([String]) throws -> [ScriptResult] = { scripts in
      // For each run, as the driver may be another one by the next.
      let processes = ScriptLauncher(explainsCrashes: backtrace > 0, interruption: interruption)
      processes.prepare()
      defer { processes.stop() }
      let child = IsolatedScriptRun(
        isStrict: strict, repetitions: repetitions, limit: .seconds(timeout),
        backtraceLimit: .seconds(backtrace), updater: updater, interruption: interruption,
        launcher: processes, variants: variants)
      let run = TestRun(
        scripts: VariantRun.all(scripts, across: variants), child: child,
        jobs: jobs ?? ProcessInfo.processInfo.activeProcessorCount, seed: shuffle,
        environment: environment)
      let results = try run.run(outputs(environment))
      if !variants.isEmpty, format == .pretty || output != nil {
        printMatrix(results, scripts, variants)
      }
      // Where nobody reruns anything, nothing is written; nor of what failed with one feature only.
      if environment["CI", default: ""].isEmpty, variants.isEmpty { failures.update(results) }
      return results
    }
    do {
      if watch, selection.status != .usage {
        let find = try watchedScripts(selection)
        var watch = ScriptWatcher(find: find, run: test, interruption: interruption)
        // The Ctrl-C that ended it is no reason to end by a signal.
        let status = try watch.watch(find())
        if status != .passed { throw status }
        return
      }
      for result in try test(selection.files) { selection.add(result.exitStatus) }
    } catch let failure as ReportOutput.Failure {
      printError("\(failure)")
      selection.add(.usage)
    }
    interruption?.reraise()
    try selection.finish()
  }

  /// Finds the selected scripts, also those that are not there yet, and says nothing.
  private func watchedScripts(_ selection: ScriptSelection) throws -> () -> [String] {
    if failed { return { selection.files.filter(ScriptFiles.exists) } }
    let (paths, shard) = (paths.isEmpty ? ["."] : paths, shard)
    let pattern = try filter.map { try Regex($0) }
    return {
      ScriptFiles.find(paths).files.filter { path in
        pattern.map { path.firstMatch(of: $0) != nil } ?? true
          && shard?.contains(ScriptName(path)) ?? true
      }
    }
  }

  /// What writes new expectations; nil where nothing is to be written.
  private func updater(_ environment: [String: String]) -> ExpectationUpdater? {
    let option = review == nil ? "--update" : "--review"
    let asked = [review, update].compactMap(\.self)
    guard let request = asked.first(where: \.isExplicit) ?? asked.first else { return nil }
    guard request.isExplicit || environment["CI", default: ""].isEmpty else {
      printError(
        "CI is set, so '\(option)' alone writes nothing and the scripts are compared; "
          + "'\(option)=all' writes here too")
      return nil
    }
    return ExpectationUpdater(
      mode: request.mode, destination: review == nil ? .script : .pendingFile)
  }

  private func selection(_ failures: FailureList) throws -> ScriptSelection {
    var selection: ScriptSelection
    if failed {
      let known = failures.paths
      selection = paths.isEmpty ? ScriptSelection(files: known) : ScriptSelection(paths)
      let identities = Set(known.map(ScriptName.init))
      let none = "no script that failed is known here"
      if known.isEmpty, paths.isEmpty {
        printError(none)
        selection.add(.nothingSelected)
      }
      selection.keep(orSay: none) { identities.contains(ScriptName($0)) }
    } else {
      selection = ScriptSelection(paths)
    }
    selection.addOrphans(of: failed && paths.isEmpty ? [] : paths.isEmpty ? ["."] : paths)
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
    report: any Reporter, output: ReportOutput
  )] {
    let standard = ReportOutput(STDOUT_FILENO)
    let isProved = environment["HARNESS_ACTIVE"] != nil && format == .tap
    let report = (isProved ? .tap13 : format).reporter
    guard let output else { return [(colored(report, as: format), standard)] }
    do {
      return [
        (colored(ReportFormat.pretty.reporter, as: .pretty), standard),
        (report, try ReportOutput(path: output)),
      ]
    } catch {
      printError("\(error)")
      throw ExitStatus.usage
    }
  }
}

extension TestCommand {
  /// A report for people with its colours; what a program reads has none.
  private func colored(_ report: any Reporter, as format: ReportFormat) -> any Reporter {
    guard [.pretty, .spec].contains(format) else { return report }
    return ColoredReporter(report, colors.palette(for: STDOUT_FILENO))
  }
}

extension ReportFormat: ExpressibleByArgument {}

extension ScriptResult {
  /// What the script alone would end the process with.
  var exitStatus: ExitStatus {
    let isLeft = pending != nil || failures.contains { $0.kind == .stale }
    return min(status.exitStatus, isLeft ? .pending : .passed)
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
