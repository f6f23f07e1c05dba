import Foundation
import MachoSystem

extension ReplCommand {
  /// Runs a prompt whose session is shared with pages. A child process serves both.
  func runInspected() throws {
    ignoreBrokenPipes()
    _ = try makeRedactor(redactions)
    _ = try feature.map(Catalog.feature(named:))
    SpawnedProcess.resetChildSignal()
    let child = try InspectorProcess(
      (feature.map { [$0] } ?? []) + (context.map { ["--context", $0.text] } ?? [])
        + redactions.flatMap { ["--redact", $0] })
    defer { child.stop() }
    guard let (address, socket) = child.readAddresses() else { throw ExitStatus.usage }
    printError("inspector: \(address)")
    let prompt = try ConnectedPrompt(path: socket, palette: colors.palette(for: STDOUT_FILENO))
    try prompt.open(feature: nil, session: InspectCommand.defaultSession, context: nil)
    guard prompt.run() else {
      child.stop()
      throw ExitStatus.failed
    }
  }
}

/// The process of `macho inspect` behind a prompt. It ends with this process.
private final class InspectorProcess {
  private let process: SpawnedProcess
  private let output: Int32
  private let lifeline: Int32
  private var isRunning = true

  init(_ arguments: [String]) throws {
    guard let ends = makePipe() else { throw SpawnedProcess.Failure("make a pipe", errno) }
    defer { close(ends.reading) }
    (process, output) = try SpawnedProcess.connect(
      ["inspect"] + arguments + ["--behind-prompt"], lifeline: ends.reading)
    lifeline = ends.writing
  }

  /// Waits for the address of the page and the path of the server's socket. Returns `nil` if the
  /// process has exited.
  func readAddresses() -> (address: String, socket: String)? {
    var splitter = LineSplitter(limit: 4 << 10)
    var buffer = [UInt8](repeating: 0, count: 4 << 10)
    var lines: [String] = []
    while lines.count < 2 {
      guard case .bytes(let bytes) = ReadResult.next(from: output, into: &buffer) else {
        return nil
      }
      splitter.append(bytes)
      while case .text(let line)? = splitter.next(atEnd: false) { lines.append(line) }
    }
    return (lines[0], lines[1])
  }

  func stop() {
    guard isRunning else { return }
    isRunning = false
    close(lifeline)
    process.reap()
    close(output)
  }
}
