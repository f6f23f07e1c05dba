import Foundation

/// Measures a request over the server's socket, compared with an echo server on the same library,
/// in one run.
///
/// The baseline does what every server on that library must do: read and write. The difference is
/// macho's own cost: JSON, command, store, diff, JSON. The same client drives both.
enum WireMeasurement {
  /// The number of samples of each, taken alternately.
  private static let samples = 7
  /// The number of round trips of all clients together.
  private static let roundTrips = 8_000

  private static let name = "serve: an increment"

  private static let opening =
    #"{"jsonrpc":"2.0","id":0,"method":"open","params":{"feature":"counter","context":"test"}}"#
  private static let line =
    #"{"jsonrpc":"2.0","id":1,"method":"send","params":{"action":"incrementButtonTapped"}}"#

  /// Measures one, two and sixteen clients of the built `macho` and of this program's `--echo`. Two
  /// clients of a machine with two processors share neither's caches. Returns nothing without `macho`,
  /// or if `filter` does not match.
  static func rows(
    macho: String?, filter: String?
  ) throws -> [(row: BenchRow, isRate: Bool)] {
    guard let macho, filter.map(name.contains) ?? true else { return [] }
    let directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("macho-bench-wire-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(
      at: directory, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    defer {
      // If the removal fails, the system deletes the temporary directory later.
      try? FileManager.default.removeItem(at: directory)
    }
    let (work, baseline) = (directory.path + "/macho", directory.path + "/echo")
    let server = try start(macho, ["serve", "--socket", work], until: work)
    defer { terminate(server) }
    let echo = try start(CommandLine.arguments[0], ["--echo", baseline], until: baseline)
    defer { terminate(echo) }
    return try [1, 2, 16].flatMap { try compare(work: work, baseline: baseline, clients: $0) }
  }

  private static func compare(
    work: String, baseline: String, clients: Int
  ) throws -> [(row: BenchRow, isRate: Bool)] {
    let each = roundTrips / clients
    func sample(_ each: Int) throws -> (RoundTrips, RoundTrips) {
      (
        try .measure(path: work, clients: clients, each: each, opening: opening, line: line),
        try .measure(path: baseline, clients: clients, each: each, opening: nil, line: line)
      )
    }
    _ = try sample(each / 10)
    var (works, baselines): ([RoundTrips], [RoundTrips]) = ([], [])
    for _ in 0..<samples {
      let (work, baseline) = try sample(each)
      works.append(work)
      baselines.append(baseline)
    }
    let clientCount = clients == 1 ? "1 client" : "\(clients) clients"
    func row(
      _ name: String, target: Double?, _ value: (RoundTrips) -> Double
    ) -> BenchRow {
      BenchRow(
        name: name, baseline: "an echo server on FlyingSocks",
        workNanoseconds: median(works.map(value)),
        baselineNanoseconds: median(baselines.map(value)),
        target: target)
    }
    // 0.7 and 0.5 of the baseline's rate.
    let rateTarget: Double? = clients == 1 ? 1 / 0.7 : clients == 16 ? 2 : nil
    let rate = row("\(name), \(clientCount)", target: rateTarget) { 1e9 / $0.rate }
    switch clients {
    case 1:
      let slow = row("\(name), \(clientCount), 99 % of", target: 2) { $0.percentile(0.99) }
      return [(rate, true), (slow, false)]
    case 16:
      let median = row("\(name), \(clientCount), median", target: 6) { $0.percentile(0.5) }
      return [(rate, true), (median, false)]
    default: return [(rate, true)]
    }
  }

  private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

  /// Starts a server and waits until it accepts connections.
  private static func start(
    _ path: String, _ arguments: [String], until socket: String
  ) throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    // The server's log is not needed.
    process.standardError = FileHandle.nullDevice
    try process.run()
    for _ in 0..<1_000 {
      // The server may not be listening yet.
      let answers = try? RoundTrips.measure(
        path: socket, clients: 1, each: 1, opening: nil,
        line: #"{"jsonrpc":"2.0","id":0,"method":"hello"}"#)
      if answers != nil { return process }
      guard process.isRunning else { break }
      usleep(10_000)
    }
    terminate(process)
    throw WireFailure("\(path) does not listen at \(socket)")
  }

  private static func terminate(_ process: Process) {
    process.terminate()
    process.waitUntilExit()
  }
}
