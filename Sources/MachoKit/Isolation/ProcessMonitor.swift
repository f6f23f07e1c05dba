import Foundation
import MachoStreams

/// Watches the process of a script: its lines as they come, its end, what it complains of.
struct ProcessMonitor {
  /// How a child ended.
  enum Termination: Equatable {
    case exited(Int32)
    case signalled(Int32)
    case timedOut
    case interrupted
  }

  /// The guard on the wall clock.
  let limit: Duration
  /// How long the child may take to say where it was, once it crashed or its time is over; not at
  /// all with zero. The runtime's backtrace takes seconds, and beside a sanitizer or a debugger it
  /// may never end.
  let backtraceLimit: Duration
  let interruption: InterruptSignal?

  /// Watches a process to its end; the report takes each line of its output. Nil when nobody knows
  /// what became of it.
  func waitForExit(_ process: any ScriptProcess, _ report: inout ChildReport) -> (
    ending: Termination, errors: StderrTail
  )? {
    defer { process.close() }
    var watch = MonitorLoop(self, process)
    watch.run(&report)
    let status = process.reap()
    watch.drainErrors()
    guard let ending = watch.termination ?? status.map(Self.termination) else { return nil }
    return (ending, watch.errors)
  }

  private static func termination(of status: Int32) -> Termination {
    // What the macros WIFEXITED, WEXITSTATUS and WTERMSIG do, which Swift does not see.
    status & 0x7F == 0 ? .exited(status >> 8 & 0xFF) : .signalled(status & 0x7F)
  }
}

/// Waits for a child: for its lines, for its end, for the end of its time, for Ctrl-C.
private struct MonitorLoop {
  private enum Phase {
    case running
    /// It says where it was, and ends by itself or by force.
    case collectingBacktrace
    case killed
  }

  private let child: any ScriptProcess
  private let backtraceLimit: Duration
  private let interruption: InterruptSignal?
  private(set) var errors = StderrTail()
  /// How the child ended, where that was our doing.
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
    // Where something tells of the end, nobody is woken for each line: they are looked at now and
    // then, long before a pipe is full.
    let isTold = child.exitDescriptor != nil
    var polled = [
      pollfd(fd: isReportOpen && !isTold ? child.output : -1, events: events, revents: 0),
      pollfd(fd: isStderrOpen ? child.errors : -1, events: events, revents: 0),
      pollfd(
        fd: phase == .killed ? -1 : interruption?.descriptor ?? -1, events: events, revents: 0),
      pollfd(fd: hasExited ? -1 : child.exitDescriptor ?? -1, events: events, revents: 0),
    ]
    guard poll(&polled, nfds_t(polled.count), min(millisecondsUntilDeadline, maximumPollTime)) >= 0
    else { return }
    if polled[2].revents != 0 {
      // What crashed or took too long before is a result all the same.
      if phase == .running { termination = .interrupted }
      phase = .killed
      child.killGroup()
    }
    if polled[1].revents != 0 { isStderrOpen = readErrors() }
    if isTold {
      if polled[3].revents != 0 { hasExited = child.hasExited }
      while isReportOpen, isReadable(child.output) { readReport(&report) }
      // Who has inherited the report without being a program of its own says nothing any more.
      if hasExited { isReportOpen = false }
    } else {
      if polled[0].revents != 0 { readReport(&report) }
      hasExited = !isReportOpen && child.hasExited
    }
  }

  /// How many milliseconds to sleep at most.
  private var maximumPollTime: Int32 {
    if child.exitDescriptor != nil { return hasExited ? 0 : 20 }
    // Behind its last line a child ends at once, and no descriptor tells when.
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
      // The runtime answers this signal with a backtrace, which shows what takes so long, and goes
      // on.
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

  /// Reads what the child left in the pipe, which holds no more than this; nobody waits for one who
  /// left the group and goes on writing.
  mutating func drainErrors() {
    var polled = pollfd(fd: child.errors, events: Int16(POLLIN), revents: 0)
    for _ in 0..<16 where isStderrOpen && poll(&polled, 1, 0) > 0 { isStderrOpen = readErrors() }
  }
}
