import ArgumentParser
import Foundation
import MachoExploration
import MachoReporting
import MachoScripting
import MachoSessions
import MachoSystem

struct ExploreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explore",
    abstract: "Search for a sequence of actions that breaks a feature, and write it as a script.",
    discussion: """
      Sends random actions with values from the state, from the scripts below the working directory and \
      from lists of unusual values, completes pending calls and advances the clock. Reports crashes, \
      hangs, endless effects, reported issues, uncaught errors of effects and invariants that do not \
      hold. Each failure becomes a short script that fails under 'macho test'. Then reports suspicions: what \
      is odd and may be intended, such as a flag that stays after an error or a second equal call. \
      Exit status: 0 nothing was found; 1 a failure; 2 usage; 4 a crash or a hang; 5 nothing was sent, or no property was evaluated. A suspicion is a failure only with --suspicions fail. The same seed finds \
      the same failures, whatever the number of jobs.
      """)

  @OptionGroup var options: ExploreOptions

  func run() throws {
    let start = ProcessStart.instant()
    _ = try Catalog.feature(named: options.feature)
    let directory = options.output ?? options.corpus ?? "."
    try requireWritable(directory, "--output")
    if let corpus = options.corpus { try requireWritable(corpus, "--corpus") }
    let seed = options.seed ?? UInt64.random(in: 0..<1_000_000)
    let request = try options.request(seed)
    SpawnedProcess.resetChildSignal()
    let interruption = InterruptSignal.install()
    let work = try TemporaryDirectory()
    defer { work.remove() }
    let limit = try options.limit()
    // The children end before the limit, because their ends and the report take time too.
    let grace = (limit ?? .zero) / 20
    let deadline = limit.map { start + $0 - grace }
    let campaign = ExplorationCampaign(
      request: request,
      child: ExplorationChild(
        directory: work.path, stepLimit: .seconds(10), interruption: interruption,
        deadline: deadline, grace: grace),
      jobs: options.jobs ?? ProcessInfo.processInfo.activeProcessorCount,
      deadline: deadline,
      keepsGoing: options.keepGoing || !options.finding.isEmpty)
    var exploration = Exploration(
      options: options, campaign: campaign,
      files: CounterexampleFiles(
        directory: directory, feature: options.feature,
        prefix: RunPrefix([Line(.feature, options.feature)]),
        command: options.commandLine(request.settings)),
      coverageFile: try options.coverageFile(),
      report: ExplorationReport(
        format: options.format, palette: options.colors.palette(for: STDOUT_FILENO),
        feature: options.feature, seed: seed))
    do {
      try exploration.run()
    } catch let error as ExplorationError {
      printRejection(error)
      throw error.code == "nothing-to-send" ? ExitStatus.nothingSelected : .usage
    } catch let failure as ExplorationCampaign.StartFailure {
      printError("the feature '\(options.feature)' cannot be opened: \(failure.finding.message)")
      throw ExitStatus.crashed
    } catch let error as FileError {
      printError("\(error)")
      throw ExitStatus.usage
    } catch let error as ReportOutput.Failure {
      printError("\(error)")
      throw ExitStatus.usage
    }
    if interruption?.signal != nil { work.remove() }
    interruption?.reraise()
    if exploration.status != .passed { throw exploration.status }
  }

  private func requireWritable(_ directory: String, _ option: String) throws {
    var isDirectory: ObjCBool = false
    guard FileManager.default.fileExists(atPath: directory, isDirectory: &isDirectory) else {
      do {
        try FileManager.default.createDirectory(
          atPath: directory, withIntermediateDirectories: true)
      } catch {
        printError("\(option): \(FileError("create", directory, error))")
        throw ExitStatus.usage
      }
      return
    }
    if isDirectory.boolValue, canCreateFile(in: directory) { return }
    let error =
      isDirectory.boolValue
      ? FileError("write to", directory)
      : FileError("write to", directory, reason: "it is not a directory")
    printError("\(option): \(error)")
    throw ExitStatus.usage
  }

  /// Creates a file and removes it. Permissions alone do not tell: a file system may be read-only.
  private func canCreateFile(in directory: String) -> Bool {
    guard let (file, path) = makeTemporaryFile(directory + "/.macho-") else { return false }
    close(file)
    unlink(path)
    return true
  }

  private func printRejection(_ error: ExplorationError) {
    let lines = DiagnosticFormatter.styledLines(
      for: error.diagnostic, in: error.text.map { $0[...] } ?? "", 0)
    printError(lines.map(\.text).joined(separator: "\n"))
  }
}
