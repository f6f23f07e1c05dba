import ArgumentParser
import Foundation
import MachoExploration
import MachoReporting
import MachoScripting
import MachoSessions
import MachoSystem
import MachoValues

struct CompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Say what a feature does differently from another version of it.",
    discussion: """
      Drives two builds of a driver with the same lines: first the scripts that open the feature, then random \
      runs that one side draws and the other repeats. Compares the states after each action, the actions that \
      effects send and their order, the calls of endpoints, what is in flight, errors, crashes and hangs. Each \
      difference becomes the shortest script that shows it; those of one cause are counted together. Types that \
      changed are listed once, and only what both sides have is compared.

      The base is a revision of the package's repository, which is built in a worktree of its own, an archive of \
      'macho bundle', another build of the driver, or another feature of this one. Two features may have \
      different architectures: then their states are compared after each step. \
      Exit status: 0 no difference was found; 1 differences; 2 the sides cannot be compared.
      """)

  @Argument(help: "The features. Default: all that both sides have.")
  var features: [String] = []

  @Option(
    help: ArgumentHelp(
      "The revision of the base, whose driver is built in .build/macho-compare, or an archive of 'macho bundle'.",
      valueName: "revision"))
  var base: String?

  @Option(
    help: ArgumentHelp(
      "The base is this executable: a driver, or 'run' of an extracted bundle.", valueName: "path"))
  var baseDriver: String?

  @Option(
    help: ArgumentHelp(
      "Compare the feature with another one of this driver, the base.", valueName: "feature"))
  var with: String?

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp(
      "How long to make runs of each feature. Default: 20s.", valueName: "duration"))
  var time: String?

  @Option(help: "The number of runs of each feature. Default: no limit.")
  var runs: Int?

  @Option(help: "The maximum number of steps of a run. Default: 50.")
  var depth: Int?

  @Option(help: "The seed of the random choices. Default: 1.")
  var seed: UInt64 = 1

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Scripts or directories whose scripts run first. Repeat the option for more. Default: the working directory.",
      valueName: "path"))
  var scripts: [String] = []

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp("A property to check, as for 'macho explore'.", valueName: "line"))
  var property: [String] = []

  @Option(help: "The format of the report: pretty, markdown, html or jsonl. Default: pretty.")
  var format = ComparisonReport.Format.pretty

  @Option(
    help: ArgumentHelp(
      "Write the report in all formats, and a script for each difference, to this directory.",
      valueName: "directory"))
  var output: String?

  @Option(
    help: ArgumentHelp(
      "A file of intended differences, which are only counted.", valueName: "file"))
  var accept: String?

  @Option(
    name: .customLong("rename"), parsing: .singleValue,
    help: ArgumentHelp(
      "The old and the new name of an action, a property, a type or an endpoint, as for 'macho migrate'. Repeat the option for more.",
      valueName: "old=new"))
  var renamings: [String] = []

  @Flag(help: "Add the differences to the file of --accept.")
  var update = false

  @OptionGroup var colors: ColorOptions

  func validate() throws {
    let bases = [base, baseDriver, with].compactMap(\.self)
    guard bases.count == 1 else {
      throw ValidationError("name one base: --base REVISION, --base-driver PATH or --with FEATURE")
    }
    if with != nil, features.count != 1 {
      throw ValidationError("--with compares one feature: name it")
    }
    if with != nil, !scripts.isEmpty {
      throw ValidationError(
        "--scripts requires two builds, and --with compares two features of one")
    }
    if update, accept == nil { throw ValidationError("--update requires --accept") }
    if let runs, runs < 1 { throw ValidationError("--runs must be at least 1") }
    if let depth, !(1...10_000).contains(depth) {
      throw ValidationError("--depth must be at least 1 and at most 10000")
    }
    _ = try limit()
    _ = try parsedRenamings()
  }

  private func parsedRenamings() throws -> [Renaming] {
    try renamings.map { text in
      do { return try Renaming(parsing: text) } catch { throw ValidationError("\(error)") }
    }
  }

  /// How long to make runs. `nil`: as long as `--runs` takes.
  private func limit() throws -> Duration? {
    guard let time else { return runs == nil ? .seconds(20) : nil }
    guard let limit = try? ValueSyntax().read(time[...], as: Duration.self), limit > .zero else {
      throw ValidationError("--for takes a duration such as 60s, not '\(time)'")
    }
    return limit
  }

  func run() throws {
    for name in features { _ = try Catalog.feature(named: name) }
    if let with { _ = try Catalog.feature(named: with) }
    SpawnedProcess.resetChildSignal()
    // A side may end before it reads a request.
    ignoreBrokenPipes()
    let interruption = InterruptSignal.install()
    do {
      let status = try compare(interruption)
      interruption?.reraise()
      if status != .passed { throw status }
    } catch let status as ExitStatus {
      throw status
    } catch {
      // Status 1 would be that of differences.
      printError("cannot compare: \(error)")
      interruption?.reraise()
      throw ExitStatus.usage
    }
  }

  private func compare(_ interruption: InterruptSignal?) throws -> ExitStatus {
    var accepted = try accept.map { try AcceptedDifferences($0) }
    let suite = try suite()
    let unpacked = try TemporaryDirectory()
    defer { unpacked.remove() }
    let executable = try baseExecutable(unpacked, interruption)
    var report = ComparisonReport(
      base: base ?? with ?? "base", head: with == nil ? "head" : features[0], seed: seed)
    var progress = StatusLine()
    for name in try names(executable) {
      var settings = ExplorationSettings()
      settings.seed = seed
      settings.properties = property
      if let depth { settings.depth = depth }
      settings.scriptLines = UserScripts(feature: name).lines
      let renamings = try parsedRenamings()
      let comparison = VersionComparison(
        base: ComparedDriver(
          "base", executable: executable, feature: with ?? name, settings,
          renamings: renamings, interruption),
        head: ComparedDriver(
          "head", executable: ScriptLauncher.executable, feature: name, settings, interruption),
        seed: seed)
      comparison.onProgress = { numbers, count in
        progress.show(
          "\(name): \(numbers.runs.grouped) runs, \(numbers.steps.grouped) steps"
            + (count > 0 ? ", \(counted(count, "difference"))" : ""))
      }
      try comparison.run(
        scripts: scripts(suite, of: name), for: limit(), runs: runs ?? .max)
      progress.clear()
      let new = comparison.groups.filter { !(accepted?.contains($0.difference, name) ?? false) }
      report.features.append(
        ComparisonReport.Feature(
          name: name, other: with, groups: new.arranged,
          accepted: comparison.groups.count - new.count, types: comparison.types,
          unsent: comparison.unsent, comparesReceived: comparison.comparesReceived,
          numbers: comparison.numbers))
      if comparison.numbers.isInterrupted { break }
    }
    StandardOutput.print(
      report.text(format, colors.palette(for: STDOUT_FILENO)), terminator: "")
    if let output { try write(report, to: output) }
    let found = report.features.flatMap { feature in
      feature.groups.flatMap(\.all).map { ($0.difference, feature.name) }
    }
    if update, !found.isEmpty {
      try accepted?.add(found)
      return .passed
    }
    for feature in report.features
    where feature.numbers.runs == 0 && !feature.numbers.isInterrupted && feature.groups.isEmpty {
      throw ComparisonError(
        feature.numbers.unstable > 0
          ? "no run of \(feature.name) can be compared"
          : "no run of \(feature.name) ended within --for \(time ?? "20s")")
    }
    return found.isEmpty ? .passed : .failed
  }

  /// The executable of the base.
  private func baseExecutable(
    _ unpacked: TemporaryDirectory, _ interruption: InterruptSignal?
  ) throws -> String {
    if let baseDriver {
      guard FileManager.default.isExecutableFile(atPath: baseDriver) else {
        throw ComparisonError("--base-driver: \(baseDriver) is not an executable file")
      }
      return URL(fileURLWithPath: baseDriver).path
    }
    guard let base else { return ScriptLauncher.executable }
    if base.hasSuffix(BundleArchive.suffix) {
      return try BundleArchive.unpack(base, to: unpacked.path)
    }
    return try BaseDriver(revision: base, interruption).build()
  }

  /// The features that are compared.
  private func names(_ executable: String) throws -> [String] {
    guard features.isEmpty else { return features }
    let listed = try BaseDriver.features(of: executable)
    let names = Catalog.listed.map(\.name).filter(listed.contains)
    guard !names.isEmpty else {
      throw ComparisonError("the two drivers have no feature of the same name")
    }
    return names
  }

  /// The scripts at the paths of `--scripts`. Those that cannot be parsed are named on standard error.
  private func suite() throws -> [(path: String, script: Script)] {
    guard with == nil else { return [] }
    let found = ScriptFiles.find(scripts.isEmpty ? ["."] : scripts)
    if let error = found.errors.first { throw error }
    return try found.files.compactMap { path in
      let bytes = try ScriptFiles.read(path)
      do { return (path, try ScriptParser.parse(bytes)) } catch {
        printError("left out: \(path) cannot be parsed")
        return nil
      }
    }
  }

  /// The scripts that open a feature and no other one.
  private func scripts(
    _ suite: [(path: String, script: Script)], of name: String
  ) -> [ComparedScript] {
    suite.compactMap { path, script in
      let lines = script.steps.map(\.line)
      guard Set(lines.compactMap(\.openedFeatureName)) == [name] else { return nil }
      return ComparedScript(path: path, lines: lines.map(\.text), sections: script.files)
    }
  }

  private func write(_ report: ComparisonReport, to directory: String) throws {
    do {
      try FileManager.default.createDirectory(
        atPath: directory, withIntermediateDirectories: true)
    } catch { throw FileError("create", directory, error) }
    for (name, format) in [
      ("comparison.md", ComparisonReport.Format.markdown), ("comparison.html", .html),
      ("comparison.jsonl", .jsonl),
    ] {
      try AtomicFile.write(
        Array(report.text(format, Palette.plain).utf8), to: "\(directory)/\(name)")
    }
    for feature in report.features {
      for (index, group) in feature.groups.enumerated() {
        try AtomicFile.write(
          Array(group.scriptText(feature.name).utf8),
          to: "\(directory)/\(feature.name)-\(index + 1).macho")
      }
    }
  }
}
