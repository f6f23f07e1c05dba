import ArgumentParser
import Composable
import Foundation

/// Measures macho against baselines in the same run, and prints the ratios.
@main
struct Bench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "MachoBench",
    abstract: "Measures macho against baselines in the same run, and prints the ratios.")

  @Argument(help: "Measure only rows whose name contains this text. Default: all rows.")
  var filter: String?

  @Option(help: "Also write the rows to this JSON file.")
  var json: String?

  @Option(help: "Print the change of each row since this JSON file was written.")
  var compare: String?

  @Option(help: "Run one path without measuring, for a profiler: \(Profile.names).")
  var profile: Profile?

  @Option(help: "How often --profile runs its path.")
  var count = 10_000

  @Option(help: "The built macho, to measure its start and its server.")
  var macho: String?

  @Option(help: "A minimal tool with the same optimization, as the baseline of the start.")
  var startBaseline: String?

  @Option(help: "The script to measure.")
  var script: String?

  @Option(help: "A shell command that runs the script's actions as compiled tests.")
  var testBaseline: String?

  @Option(help: "A shell command that prints the nanoseconds of a step of a peer on the jugs.")
  var jugsBaseline: String?

  @Option(help: "Run an echo server at this socket path instead of measuring.")
  var echo: String?

  func run() throws {
    Task { @MainActor in
      do {
        try await measure()
        Self.exit()
      } catch {
        Self.exit(withError: error)
      }
    }
    // Not an asynchronous `main`: it ends the first thread, which callgrind does not survive.
    RunLoop.main.run()
  }

  @MainActor
  private func measure() async throws {
    if let echo { return try await EchoServer.run(path: echo) }
    if let profile { return await profile.run(count) }
    defer { ScriptSuite.removeAll() }
    let before = try compare.map(BenchFile.init(path:))
    var file = BenchFile()
    print(BenchTable.heading)
    func report(_ row: BenchRow, isRate: Bool) {
      print(BenchTable.line(row))
      if isRate { print(BenchTable.rate(row)) }
      if let before { print(BenchTable.change(of: row, since: before)) }
      file.rows.append(row)
    }
    for measurement in try measurements() {
      report(await measurement.run(), isRate: measurement.isRate)
    }
    for (row, isRate) in try WireMeasurement.rows(macho: macho, filter: filter) {
      report(row, isRate: isRate)
    }
    if let jugsBaseline, filter.map("explore: a step on the jugs".contains) ?? true,
      let row = try ExplorationMeasurements.jugs(against: jugsBaseline)
    {
      report(row, isRate: true)
    }
    if let json { try file.write(path: json) }
  }

  @MainActor
  private func measurements() throws -> [Measurement] {
    var measurements = [SendMeasurement.makeMeasurement()] + ReadMeasurement.makeMeasurements()
    measurements += StoreMeasurements.makeMeasurements() + CompletionMeasurement.makeMeasurements()
    measurements += LargeStateMeasurements.makeMeasurements()
    measurements += DiffMeasurements.makeMeasurements() + JSONMeasurements.makeMeasurements()
    measurements += ExplorationMeasurements.makeMeasurements()
    if let macho, let startBaseline {
      measurements.append(
        try StartMeasurement.makeMeasurement(macho: macho, baseline: startBaseline))
    }
    if let macho { measurements += LineMeasurements.makeMeasurements(macho: macho) }
    if let macho, let script {
      measurements += try SuiteMeasurement.makeMeasurements(macho: macho, script: script)
    }
    if let macho, let script, let testBaseline {
      measurements += try ScriptMeasurements.makeMeasurements(
        macho: macho, script: script, testCommand: testBaseline)
    }
    guard let filter else { return measurements }
    return measurements.filter { $0.name.contains(filter) }
  }
}
