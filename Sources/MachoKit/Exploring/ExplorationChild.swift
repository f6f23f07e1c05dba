import Foundation
import MachoExploration
import MachoSessions
import MachoSystem

/// Runs tasks of an exploration in child processes, and says how each of them ended.
struct ExplorationChild: Sendable {
  /// How a task ended.
  enum End {
    case finished
    case rejected(ExplorationError)
    /// The feature ended the process, or did not return. The log contains the run.
    case failed(Finding, run: Int, ChoiceSequence)
    case interrupted
    /// The parent ended it.
    case stopped
  }

  /// The directory for requests and logs.
  let directory: String
  /// A step that takes longer counts as a hang.
  let stepLimit: Duration
  var interruption: InterruptSignal?
  /// When all tasks end. Default: `nil` (they are not limited).
  var deadline: ContinuousClock.Instant?
  /// How much later than the deadline a task is ended that should end itself, because it makes a step.
  var grace = Duration.zero

  /// Performs a task. Calls `onEvent` with each event; the child ends if it returns `false`.
  func perform(
    _ request: ExplorationRequest, number: Int, onEvent: (ExplorationEvent) -> Bool
  ) throws -> End {
    if let deadline, .now >= deadline { return .stopped }
    var request = request
    request.deadline = deadline
    request.parent = getpid()
    request.log = "\(directory)/log-\(number)"
    guard let file = ChoiceLogFile(request.log) else {
      throw FileError("create", request.log)
    }
    file.log.beginRun(0)
    let path = "\(directory)/request-\(number).json"
    try AtomicFile.write(Array(JSONEncoder().encode(request)), to: path)
    var environment = ProcessInfo.processInfo.environment
    environment["SWIFT_BACKTRACE"] = "enable=no"
    let child = try SpawnedProcess([ExploreChildCommand.name, path], environment: environment)
    defer { child.close() }
    var monitor = Monitor(
      child: child, log: file.log, stepLimit: stepLimit, interruption: interruption,
      deadline: deadline.map { request.task.endsItself ? $0 + grace : $0 })
    monitor.run(onEvent)
    return monitor.end
  }

  /// Reads the events of one child until it ends.
  private struct Monitor {
    let child: SpawnedProcess
    let log: ChoiceLog
    let stepLimit: Duration
    let interruption: InterruptSignal?
    let deadline: ContinuousClock.Instant?
    private var lines = LineBuffer()
    private var errors = StderrTail()
    private var crash: ChildReport.Crash?
    private var isFinished = false
    private var rejection: ExplorationError?
    private var isEndless = false
    private var isHung = false
    private var isInterrupted = false
    private var isStopped = false
    private var status: Int32 = 0

    init(
      child: SpawnedProcess, log: ChoiceLog, stepLimit: Duration, interruption: InterruptSignal?,
      deadline: ContinuousClock.Instant?
    ) {
      self.deadline = deadline
      self.child = child
      self.log = log
      self.stepLimit = stepLimit
      self.interruption = interruption
    }

    mutating func run(_ onEvent: (ExplorationEvent) -> Bool) {
      var progress = log.progress
      var lastProgress = ContinuousClock.now
      var reader = PipeReader(child)
      while !reader.hasEnded, !isStopped {
        // The progress is checked at least as often.
        let end = min(deadline ?? .now + .seconds(1), .now + .milliseconds(500))
        isInterrupted = !reader.read(until: end, or: interruption) { bytes, isError in
          if isError { errors.consume(bytes) } else { consume(bytes, onEvent) }
        }
        if isInterrupted { break }
        if let deadline, .now >= deadline { isStopped = true }
        if log.progress != progress {
          (progress, lastProgress) = (log.progress, .now)
        } else if lastProgress.duration(to: .now) > stepLimit {
          isHung = true
          break
        }
      }
      child.killGroup()
      status = child.reap()
    }

    private mutating func consume(
      _ bytes: ArraySlice<UInt8>, _ onEvent: (ExplorationEvent) -> Bool
    ) {
      var found: [String] = []
      lines.consume(bytes) { found.append($0) }
      for line in found where !isStopped {
        guard let event = ExplorationEvent(line: line) else {
          var report = ChildReport(path: "")
          report.consume(line)
          crash = report.crash ?? crash
          continue
        }
        switch event {
        case .finished: isFinished = true
        case .rejected(let error): rejection = error
        case .endless: isEndless = true
        default: isStopped = !onEvent(event)
        }
      }
    }

    var end: End {
      if let rejection { return .rejected(rejection) }
      if isInterrupted { return .interrupted }
      if isFinished { return .finished }
      if isStopped { return .stopped }
      return .failed(finding, run: log.run, log.sequence)
    }

    private var finding: Finding {
      if isEndless {
        return Finding(
          .endless, identity: "endless",
          message: "the effects of a step do not end: more than \(OpenStore.workLimit) jobs or "
            + "actions run while no time passes")
      }
      if isHung { return Finding(.hang, identity: "hang", message: "a step does not return") }
      if let crash, crash.isOverflow {
        return Finding(.crash, identity: "stack overflow", message: "stack overflow")
      }
      let message = errors.trapMessage ?? crash?.description ?? exitDescription
      // The values in the message may differ from run to run, but not the line of the source.
      let location = message.components(separatedBy: ": ")[0]
      let hasLine = location.split(separator: ":").last.map { Int($0) != nil } ?? false
      return Finding(.crash, identity: hasLine ? location : message, message: message)
    }

    private var exitDescription: String {
      status & 0x7f == 0
        ? "the feature exited the process with status \(status >> 8 & 0xff)"
        : IsolatedScriptRun.name(ofSignal: status & 0x7f)
    }
  }
}
