import Foundation
import MachoSystem

/// Waits for a script's process: forwards its report lines and collects its standard error.
struct ProcessMonitor {
  /// How a child terminated.
  enum Termination: Equatable {
    case exited(Int32)
    case signalled(Int32)
    case timedOut
    case interrupted
  }

  /// The wall-clock time limit.
  let limit: Duration
  /// How long a child may take for a backtrace, after a crash or a timeout. Zero: no backtrace. The
  /// runtime's backtrace takes seconds; with a sanitizer or a debugger it may never finish.
  let backtraceLimit: Duration
  let interruption: InterruptSignal?
  /// Whether report lines wake this process, because they may fill the pipe.
  var readsPromptly = false

  /// Waits until the process exits and passes each output line to `report`. Returns `nil` if the
  /// exit status is unknown.
  func waitForExit(_ process: any ScriptProcess, _ report: inout ChildReport) -> (
    termination: Termination, errors: StderrTail
  )? {
    defer { process.close() }
    var loop = MonitorLoop(self, process)
    loop.run(&report)
    let status = process.finalStatus()
    loop.drainErrors()
    guard let termination = loop.termination ?? status.map(Self.termination) else { return nil }
    return (termination, loop.errors)
  }

  private static func termination(of status: Int32) -> Termination {
    // WIFEXITED, WEXITSTATUS and WTERMSIG, which Swift does not import.
    status & 0x7F == 0 ? .exited(status >> 8 & 0xFF) : .signalled(status & 0x7F)
  }
}

/// Polls one child: its report, its standard error, its exit, the deadline and Ctrl-C.
private struct MonitorLoop {
  private enum Phase {
    case running
    /// A backtrace was requested or is being printed.
    case collectingBacktrace
    case killed
  }

  private let child: any ScriptProcess
  private let backtraceLimit: Duration
  private let interruption: InterruptSignal?
  private let readsPromptly: Bool
  private(set) var errors = StderrTail()
  /// Why this process terminated the child, if it did.
  private(set) var termination: ProcessMonitor.Termination?
  private var phase = Phase.running
  private var deadline: ContinuousClock.Instant
  private var lines = LineBuffer()
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  private var isReportOpen = true
  private var isStderrOpen = true
  private var hasExited = false

  init(_ limits: ProcessMonitor, _ child: any ScriptProcess) {
    self.child = child
    backtraceLimit = limits.backtraceLimit
    interruption = limits.interruption
    readsPromptly = limits.readsPromptly
    deadline = .now + limits.limit
  }

  mutating func run(_ report: inout ChildReport) {
    while isReportOpen || !hasExited {
      wait(&report)
      if phase == .running, let limit = report.limit { deadline = limit.since + limit.duration }
      if phase == .running, report.crash != nil {
        phase = .collectingBacktrace
        deadline = .now + backtraceLimit
      }
      if ContinuousClock.now >= deadline || phase == .collectingBacktrace && errors.hasBacktrace {
        handleDeadline()
      }
    }
  }

  private mutating func wait(_ report: inout ChildReport) {
    let events = Int16(POLLIN)
    // PERFORMANCE: if the child has an exit descriptor, report lines do not wake this thread. They
    // are read every 20 ms, long before the pipe is full.
    let hasExitDescriptor = child.exitDescriptor != nil
    var polled = [
      pollfd(
        fd: isReportOpen && (!hasExitDescriptor || readsPromptly) ? child.output : -1,
        events: events, revents: 0),
      pollfd(fd: isStderrOpen ? child.errors : -1, events: events, revents: 0),
      pollfd(
        fd: phase == .killed ? -1 : interruption?.descriptor ?? -1, events: events, revents: 0),
      pollfd(fd: hasExited ? -1 : child.exitDescriptor ?? -1, events: events, revents: 0),
    ]
    guard poll(&polled, nfds_t(polled.count), min(millisecondsUntilDeadline, maximumPollTime)) >= 0
    else { return }
    if polled[2].revents != 0 {
      // A crash or a timeout before the signal is still a result.
      if phase == .running { termination = .interrupted }
      phase = .killed
      child.killGroup()
    }
    if polled[1].revents != 0 { isStderrOpen = readErrors() }
    if hasExitDescriptor {
      if polled[3].revents != 0 { hasExited = child.hasExited }
      while isReportOpen, isReadable(child.output) { readReport(&report) }
      // A forked process of the script may still hold the pipe; it has nothing to report.
      if hasExited { isReportOpen = false }
    } else {
      if polled[0].revents != 0 { readReport(&report) }
      hasExited = !isReportOpen && child.hasExited
    }
  }

  /// The maximum time to poll, in milliseconds.
  private var maximumPollTime: Int32 {
    if child.exitDescriptor != nil { return hasExited ? 0 : 20 }
    // After its last line a child exits at once, and no descriptor reports it.
    return isReportOpen ? .max : 1
  }

  private mutating func readReport(_ report: inout ChildReport) {
    let count = read(child.output, &buffer, buffer.count)
    if count > 0 {
      lines.consume(buffer[..<count]) { report.consume($0) }
    } else if count == 0 || errno != EINTR && errno != EAGAIN {
      isReportOpen = false
    }
  }

  private var millisecondsUntilDeadline: Int32 {
    let rest = ContinuousClock.now.duration(to: deadline).components
    guard rest.seconds < 1000 else { return 1_000_000 }
    return max(0, Int32(rest.seconds * 1000 + rest.attoseconds / 1_000_000_000_000_000) + 1)
  }

  private mutating func handleDeadline() {
    switch phase {
    case .running:
      // The runtime prints a backtrace on this signal, which shows what takes so long, and
      // continues.
      termination = .timedOut
      errors.expectBacktrace()
      child.requestBacktrace()
      phase = .collectingBacktrace
      deadline = .now + backtraceLimit
    case .collectingBacktrace, .killed:
      child.killGroup()
      phase = .killed
      deadline = .now + .seconds(1)
    }
  }

  private mutating func readErrors() -> Bool {
    let count = read(child.errors, &buffer, buffer.count)
    if count > 0 { errors.consume(buffer[..<count]) }
    return count > 0 || count < 0 && (errno == EINTR || errno == EAGAIN)
  }

  /// Reads what remains in the pipe, which is at most this much. A process that left the group and
  /// keeps writing is not waited for.
  mutating func drainErrors() {
    var polled = pollfd(fd: child.errors, events: Int16(POLLIN), revents: 0)
    for _ in 0..<16 where isStderrOpen && poll(&polled, 1, 0) > 0 { isStderrOpen = readErrors() }
  }
}
