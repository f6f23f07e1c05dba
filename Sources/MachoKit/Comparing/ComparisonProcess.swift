import Foundation
import MachoExploration
import MachoSystem

/// A process of a driver that compares, with its pipes.
final class ComparisonProcess {
  /// The reason for a missing answer.
  enum Failure: Error {
    /// The feature ended the process, or does not return. `lines` ran before, the last one did not end.
    /// `choices` lead to them, if they were drawn.
    case ended(String, lines: [String], choices: ChoiceSequence?)
    /// The executable cannot compare.
    case unusable(String)
    case interrupted
  }

  private let child: SpawnedProcess
  private let input: Int32
  private let interruption: InterruptSignal?
  private var reader: PipeReader
  private var buffer = LineBuffer()
  private var errors = StderrTail()
  private var report = ChildReport(path: "")
  private var answers: [ComparisonAnswer] = []
  private var lines: [String] = []
  private var choices: ChoiceSequence?
  private var isEndless = false
  private var hasAnswered = false
  private var status: Int32?
  private let decoder = JSONDecoder()

  init(_ executable: String, _ interruption: InterruptSignal?) throws {
    guard let (own, other) = makeSocketPair() else {
      throw SpawnedProcess.Failure("make a socket", errno)
    }
    defer { close(other) }
    input = own
    self.interruption = interruption
    var environment = ProcessInfo.processInfo.environment
    environment["SWIFT_BACKTRACE"] = "enable=no"
    // The elements of sets have the same order on both sides.
    environment["SWIFT_DETERMINISTIC_HASHING"] = "1"
    do {
      child = try SpawnedProcess(
        [CompareChildCommand.name, String(getpid())], of: executable, environment: environment,
        input: .descriptor(other))
    } catch {
      close(own)
      throw error
    }
    reader = PipeReader(child)
  }

  func send(_ request: ComparisonRequest) throws {
    var text = (try? JSONEncoder().encode(request)) ?? Data()
    text.append(UInt8(ascii: "\n"))
    lines = []
    choices = nil
    MachoSystem.write(String(decoding: text, as: UTF8.self), to: input)
  }

  func receive(within limit: Duration) throws -> ComparisonAnswer {
    var last = ContinuousClock.now
    while answers.isEmpty {
      guard !reader.hasEnded else { throw ended() }
      let isRunning = reader.read(until: last + limit, or: interruption) { bytes, isError in
        last = .now
        if isError { errors.consume(bytes) } else { consume(bytes) }
      }
      if !isRunning { throw Failure.interrupted }
      if answers.isEmpty, last.duration(to: .now) >= limit {
        child.killGroup()
        throw failure("hangs: the step does not return")
      }
    }
    hasAnswered = true
    return answers.removeFirst()
  }

  private func consume(_ bytes: ArraySlice<UInt8>) {
    buffer.consume(bytes) { line in
      guard let answer = try? decoder.decode(ComparisonAnswer.self, from: Data(line.utf8)) else {
        return report.consume(line)
      }
      switch answer {
      case .line(let text, let drawn):
        lines.append(text)
        choices = drawn ?? choices
      case .endless: isEndless = true
      default: answers.append(answer)
      }
    }
  }

  private func ended() -> Failure {
    let status = reap()
    if isEndless { return failure("never becomes idle: its effects do not end") }
    if !hasAnswered, report.crash == nil, status & 0x7f == 0 {
      return .unusable(
        "it is not a driver that can be compared: \(firstErrorLine ?? "it exited with status \(status >> 8 & 0xff)")"
      )
    }
    if report.crash?.isOverflow == true { return failure("crashes: stack overflow") }
    let message = errors.trapMessage.map(withoutPlace) ?? report.crash?.description ?? "it exited"
    return failure("crashes: \(message)")
  }

  private func failure(_ reason: String) -> Failure {
    .ended(reason, lines: lines, choices: choices)
  }

  private var firstErrorLine: String? {
    errors.text.split(separator: "\n").first { !$0.isEmpty }.map(String.init)
  }

  /// Removes the place in the source, which need not be equal on both sides.
  private func withoutPlace(_ trap: String) -> String {
    trap.range(of: "Fatal error").map { String(trap[$0.lowerBound...]) } ?? trap
  }

  /// Ends the process, and returns its status. Its ID may be that of another one afterwards.
  private func reap() -> Int32 {
    if let status { return status }
    child.killGroup()
    let found = child.reap()
    status = found
    return found
  }

  func stop() {
    _ = reap()
    child.close()
    close(input)
  }
}
