import Foundation

/// A line over the server's socket, against an echo server on the same library, in one run.
///
/// The floor does all that a server on that library has to do: it reads, and it writes. What is above it
/// is macho's: JSON, the line, the store, its diff, JSON. Both are driven by the same client.
enum WireMeasurement {
  /// How many samples of each are taken, A and B in turn.
  private static let samples = 7
  /// Of all clients together.
  private static let roundTrips = 8_000

  /// Half of the floor's rate.
  private static let targetRatio = 2.0

  private static let name = "serve: an increment"

  private static let opening =
    #"{"jsonrpc":"2.0","id":0,"method":"open","params":{"feature":"counter","context":"test"}}"#
  private static let line =
    #"{"jsonrpc":"2.0","id":1,"method":"send","params":{"action":"incrementButtonTapped"}}"#

  /// What one client and what sixteen get, of the built `macho` and of this program's `--echo`; nothing
  /// where there is no `macho`, or where another part of the names was asked for.
  static func rows(macho: String?, part: String?) throws -> [BenchRow] {
    guard let macho, part.map(name.contains) ?? true else { return [] }
    let directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("macho-bench-wire-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(
      at: directory, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    defer {
      // A directory that stays behind is the system's to clear away.
      try? FileManager.default.removeItem(at: directory)
    }
    let (work, floor) = (directory.path + "/macho", directory.path + "/echo")
    let server = try start(macho, ["serve", "--socket", work], until: work)
    defer { terminate(server) }
    let echo = try start(CommandLine.arguments[0], ["--echo", floor], until: floor)
    defer { terminate(echo) }
    return try [1, 16].flatMap { try compare(work: work, floor: floor, clients: $0) }
  }

  private static func compare(work: String, floor: String, clients: Int) throws -> [BenchRow] {
    let each = roundTrips / clients
    func sample(_ each: Int) throws -> (RoundTrips, RoundTrips) {
      (
        try .measure(path: work, clients: clients, each: each, opening: opening, line: line),
        try .measure(path: floor, clients: clients, each: each, opening: nil, line: line)
      )
    }
    _ = try sample(each / 10)
    var (works, floors): ([RoundTrips], [RoundTrips]) = ([], [])
    for _ in 0..<samples {
      let (work, floor) = try sample(each)
      works.append(work)
      floors.append(floor)
    }
    let who = clients == 1 ? "1 client" : "\(clients) clients"
    func row(
      _ name: String, target: Double? = nil, _ value: (RoundTrips) -> Double
    ) -> BenchRow {
      BenchRow(
        name: name, floor: "an echo server on FlyingSocks",
        workNanoseconds: median(works.map(value)), floorNanoseconds: median(floors.map(value)),
        target: target)
    }
    return [
      row("\(name), \(who)", target: targetRatio) { 1e9 / $0.rate },
      row("\(name), \(who), median") { $0.percentile(0.5) },
      row("\(name), \(who), 99 % of") { $0.percentile(0.99) },
    ]
  }

  private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

  /// Starts a server and waits until somebody can connect to it.
  private static func start(
    _ path: String, _ arguments: [String], until socket: String
  ) throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    // What it says there of itself is nothing to measure.
    process.standardError = FileHandle.nullDevice
    try process.run()
    for _ in 0..<1_000 {
      // Not listening yet is no failure.
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
