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

  private static let name = "serve: send incrementButtonTapped"

  private static let opening =
    #"{"jsonrpc":"2.0","id":0,"method":"open","params":{"feature":"counter","context":"test"}}"#
  private static let line =
    #"{"jsonrpc":"2.0","id":1,"method":"send","params":{"action":"incrementButtonTapped"}}"#

  /// Prints what one client and what sixteen get, of the built `macho` and of this program's `--echo`;
  /// nothing where there is no `macho`, or where another part of the names was asked for.
  static func run(macho: String?, part: String?) throws {
    guard let macho, part.map(name.contains) ?? true else { return }
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
    defer { end(server) }
    let echo = try start(CommandLine.arguments[0], ["--echo", floor], until: floor)
    defer { end(echo) }
    for clients in [1, 16] { try compare(work: work, floor: floor, clients: clients) }
  }

  private static func compare(work: String, floor: String, clients: Int) throws {
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
    let (rate, floorRate) = (median(works.map(\.rate)), median(floors.map(\.rate)))
    let ratio = String(format: "%.2f", rate / floorRate)
    print(
      """
      \(name), \(clients == 1 ? "1 client" : "\(clients) clients"), \
      against an echo server on FlyingSocks
        a second: \(Int(rate)) against \(Int(floorRate)), \(ratio) of it
        a round trip: \(trip(works)), against \(trip(floors))
      """)
  }

  /// Medians over the samples of what half and what 99 of 100 round trips are within.
  private static func trip(_ samples: [RoundTrips]) -> String {
    let (half, most) = (median(samples.map { $0.time(0.5) }), median(samples.map { $0.time(0.99) }))
    return String(format: "median %.0f us, p99 %.0f us", half / 1e3, most / 1e3)
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
    end(process)
    throw WireFailure("\(path) does not listen at \(socket)")
  }

  private static func end(_ process: Process) {
    process.terminate()
    process.waitUntilExit()
  }
}
