import ArgumentParser
import Composable
import Foundation

/// Prints the ratios of macho's work to a peer or a floor, both measured in this run.
@main
struct Bench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "MachoBench",
    abstract: "Measures macho against a peer or a floor in the same run, and prints ratios.")

  @Argument(help: "Measures only rows with this in their name.")
  var filter: String?

  @Option(help: "Writes the rows to a file as well.")
  var json: String?

  @Option(help: "Prints how each row has changed since such a file was written.")
  var compare: String?

  @Option(help: "Runs one path and measures nothing, for a profiler: \(Profile.names).")
  var profile: Profile?

  @Option(help: "How often the path of --profile is run.")
  var count = 10_000

  @Option(help: "The built macho, for how long it takes to start.")
  var macho: String?

  @Option(help: "A hello world that was built with the same optimisation.")
  var startBaseline: String?

  @Option(help: "A script, for how long it takes to run.")
  var script: String?

  @Option(help: "A shell command that runs the same as the script, as compiled tests.")
  var testBaseline: String?

  @Option(help: "Measures nothing, and writes back what comes over a socket at this path.")
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
    // Not as an asynchronous `main`: that ends the first thread, which callgrind does not survive.
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
    func tell(_ row: BenchRow, isRate: Bool) {
      print(BenchTable.line(row))
      if isRate { print(BenchTable.rate(row)) }
      if let before { print(BenchTable.change(of: row, since: before)) }
      file.rows.append(row)
    }
    for measurement in try measurements() {
      tell(await measurement.run(), isRate: measurement.isRate)
    }
    for row in try WireMeasurement.rows(macho: macho, part: filter) {
      tell(row, isRate: row.target != nil)
    }
    if let json { try file.write(path: json) }
  }

  @MainActor
  private func measurements() throws -> [Measurement] {
    var measurements = [SendMeasurement.makeMeasurement()] + ReadMeasurement.makeMeasurements()
    measurements += StoreMeasurements.makeMeasurements() + CompletionMeasurement.makeMeasurements()
    measurements += DiffMeasurements.makeMeasurements() + JSONMeasurements.makeMeasurements()
    if let macho, let startBaseline {
      measurements.append(try StartMeasurement.makeMeasurement(macho: macho, hello: startBaseline))
    }
    if let macho, let script {
      measurements.append(try SuiteMeasurement.makeMeasurement(macho: macho, script: script))
    }
    if let macho, let script, let testBaseline {
      measurements += try ScriptMeasurements.makeMeasurements(
        macho: macho, script: script, peer: testBaseline)
    }
    guard let filter else { return measurements }
    return measurements.filter { $0.name.contains(filter) }
  }
}
