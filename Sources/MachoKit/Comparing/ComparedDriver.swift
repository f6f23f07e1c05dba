import Foundation
import MachoExploration
import MachoScripting
import MachoSessions
import MachoSystem

/// One side of a comparison: a process of a driver, which is started again if its feature ends it.
final class ComparedDriver {
  /// Why a side gives no answer.
  enum Failure: Error {
    /// The feature ended the process, or does not return. `lines` ran before, the last one did not end.
    case ended(String, lines: [String])
    /// The request is invalid.
    case rejected(ExplorationError)
    /// The executable is no driver that can be compared.
    case unusable(String)
    case interrupted
  }

  /// `base` or `head`.
  let name: String
  let feature: String
  private let executable: String
  private let settings: ExplorationSettings
  private let interruption: InterruptSignal?
  private var process: Process?
  private var isPrefetching = false
  private var prefetched: Result<ComparisonAnswer, any Error>?
  /// What is repeated in a new process.
  private var setup: [ComparisonRequest] = []
  /// What the feature declares, after `open`.
  private(set) var outline: FeatureOutline?
  /// The labels of the actions that its effects send.
  private(set) var received: Set<String> = []

  /// A step that takes longer counts as a hang.
  private static let stepLimit = Duration.seconds(10)

  init(
    _ name: String, executable: String, feature: String, _ settings: ExplorationSettings,
    _ interruption: InterruptSignal?
  ) {
    self.name = name
    self.executable = executable
    self.feature = feature
    self.settings = settings
    self.interruption = interruption
  }

  deinit { stop() }

  // MARK: Requests

  /// Opens the feature.
  func open() throws {
    var opening = ComparisonRequest.open(feature: feature, settings, discovers: true)
    var answer: ComparisonAnswer
    do {
      answer = try perform(opening)
    } catch Failure.ended(let reason, _) where outline == nil {
      // What effects send is unknown if a run that would show it crashes.
      opening = .open(feature: feature, settings, discovers: false)
      do { answer = try perform(opening) } catch Failure.ended {
        throw Failure.unusable("the feature '\(feature)' cannot be opened: \(reason)")
      }
    }
    guard case .opened(let version, let outline, let received) = answer else {
      throw Failure.unusable("its answer to 'open' is unknown")
    }
    guard version == ComparisonAnswer.version else {
      throw Failure.unusable(
        "it compares with version \(version) of the messages, this driver with version \(ComparisonAnswer.version)"
      )
    }
    self.outline = outline
    self.received = received
    setup = [.open(feature: feature, settings, discovers: false)]
  }

  /// Returns the labels of the actions that runs can send.
  func actions(received: Set<String>) throws -> [String] {
    setup.append(.listActions(received: received))
    guard case .actions(let labels) = try perform(setup[setup.count - 1]) else { return [] }
    return labels
  }

  func start(labels: Set<String>, _ omissions: Set<Omission>) throws {
    setup.append(.start(labels: labels, omissions: Array(omissions)))
    _ = try perform(setup[setup.count - 1])
  }

  /// Returns what lines cause, up to a crash or a hang.
  func trace(_ lines: RunLines) throws -> RunTrace {
    try trace {
      .trace($0)
    } of: {
      lines
    }
  }

  private func trace(
    _ request: (RunLines) -> ComparisonRequest, of lines: () -> RunLines
  ) throws -> RunTrace {
    let lines = lines()
    do {
      guard case .traced(let trace) = try perform(request(lines)) else { return RunTrace() }
      return trace
    } catch Failure.ended(let reason, let started) {
      let count = started.count - lines.stubs.count - 1
      var before = lines
      before.steps = Array(lines.steps.prefix(max(0, count)))
      guard lines.steps.indices.contains(count),
        case .traced(var trace)? = try? perform(request(before))
      else {
        var trace = RunTrace()
        trace.records = [StepRecord(line: "")]
        trace.end = reason
        return trace
      }
      var last = StepRecord(line: lines.steps[count])
      last.label = Self.label(last.line)
      trace.records.append(last)
      trace.end = reason
      return trace
    }
  }

  /// Returns what the lines of a script cause, up to a failure, a crash or a hang.
  func trace(script: ComparedScript) throws -> RunTrace {
    try trace {
      .script($0.steps, path: script.path, sections: script.sections)
    } of: {
      RunLines(stubs: [], steps: script.lines)
    }
  }

  /// The verb of a line, and the name after it.
  static func label(_ text: String) -> String {
    let line = Line(text)
    let name = line.arguments.text.drop { $0 == " " }.prefix { $0 != "(" && $0 != " " }
    if line.has(.sendsAction) { return String(name) }
    return line.command == .answer ? "\(line.verb) \(name)" : line.verb
  }

  /// Sends a request whose answer `takePrefetched` returns. The process works meanwhile.
  func prefetch(_ request: ComparisonRequest) throws {
    try send(request)
    isPrefetching = true
  }

  /// Returns the answer to the request of `prefetch`.
  func takePrefetched() throws -> ComparisonAnswer {
    finishPrefetching()
    defer { prefetched = nil }
    guard let prefetched else { throw Failure.unusable("nothing was requested") }
    return try prefetched.get()
  }

  private func finishPrefetching() {
    guard isPrefetching else { return }
    isPrefetching = false
    prefetched = Result { try receive() }
  }

  /// Sends a request and returns its answer.
  func perform(_ request: ComparisonRequest) throws -> ComparisonAnswer {
    finishPrefetching()
    try send(request)
    return try receive()
  }

  /// Sends a request, to a new process if the last one ended.
  private func send(_ request: ComparisonRequest) throws {
    if process == nil {
      process = try Process(executable, interruption)
      for request in setup {
        try process?.send(request)
        _ = try receive()
      }
    }
    try process?.send(request)
  }

  /// Returns the answer to the oldest request without one.
  private func receive() throws -> ComparisonAnswer {
    guard let process else { throw Failure.unusable("its process has ended") }
    do {
      let answer = try process.receive(within: Self.stepLimit)
      if case .rejected(let error) = answer { throw Failure.rejected(error) }
      return answer
    } catch Failure.rejected(let error) {
      throw Failure.rejected(error)
    } catch {
      stop()
      throw error
    }
  }

  /// Ends the process. The next request starts another one.
  func stop() {
    process?.stop()
    process = nil
    isPrefetching = false
  }

  // MARK: Process

  /// A process with its pipes.
  private final class Process {
    private let child: SpawnedProcess
    private let input: Int32
    private let interruption: InterruptSignal?
    private var reader: PipeReader
    private var buffer = LineBuffer()
    private var errors = StderrTail()
    private var report = ChildReport(path: "")
    private var answers: [ComparisonAnswer] = []
    private var lines: [String] = []
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
          throw Failure.ended("hangs: the step does not return", lines: lines)
        }
      }
      hasAnswered = true
      return answers.removeFirst()
    }

    private func consume(_ bytes: ArraySlice<UInt8>) {
      buffer.consume(bytes) { line in
        guard line.hasPrefix("{"),
          let answer = try? decoder.decode(ComparisonAnswer.self, from: Data(line.utf8))
        else { return report.consume(line) }
        switch answer {
        case .line(let text): lines.append(text)
        case .endless: isEndless = true
        default: answers.append(answer)
        }
      }
    }

    private func ended() -> Failure {
      let status = reap()
      if isEndless { return .ended("never becomes idle: its effects do not end", lines: lines) }
      if !hasAnswered, report.crash == nil, status & 0x7f == 0 {
        return .unusable(
          "it is no driver that can be compared: \(firstErrorLine ?? "it exited with status \(status >> 8 & 0xff)")"
        )
      }
      if report.crash?.isOverflow == true { return .ended("crashes: stack overflow", lines: lines) }
      let message = trapMessage ?? report.crash?.description ?? "it exited"
      return .ended("crashes: \(message)", lines: lines)
    }

    private var firstErrorLine: String? {
      errors.text.split(separator: "\n").first { !$0.isEmpty }.map(String.init)
    }

    /// The message of the runtime at a trap, without its place in the source.
    private var trapMessage: String? {
      guard
        let line = errors.text.split(separator: "\n").last(where: { $0.contains("Fatal error") }),
        let range = line.range(of: "Fatal error")
      else { return nil }
      return String(line[range.lowerBound...])
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
}

/// A script of the suite.
struct ComparedScript {
  let path: String
  let lines: [String]
  let sections: [String: String]
}
