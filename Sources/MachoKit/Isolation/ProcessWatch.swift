import Foundation
import MachoStreams

/// Watches the process of a script: its lines as they come, its end, what it complains of.
struct ProcessWatch {
  /// How a child ended.
  enum Ending: Equatable {
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
  let interruption: Interruption?

  /// Watches a process to its end; the report takes each line of its output. Nil when nobody knows
  /// what became of it.
  func watch(_ process: any ScriptProcess, _ report: inout ChildReport) -> (
    ending: Ending, errors: ErrorTail
  )? {
    defer { process.close() }
    var watch = Watch(self, process)
    watch.run(&report)
    let status = process.reap()
    watch.drainErrors()
    guard let ending = watch.ending ?? status.map(Self.ending) else { return nil }
    return (ending, watch.errors)
  }

  private static func ending(of status: Int32) -> Ending {
    // What the macros WIFEXITED, WEXITSTATUS and WTERMSIG do, which Swift does not see.
    status & 0x7F == 0 ? .exited(status >> 8 & 0xFF) : .signalled(status & 0x7F)
  }
}

/// Waits for a child: for its lines, for its end, for the end of its time, for Ctrl-C.
private struct Watch {
  private enum Stage {
    case running
    /// It says where it was, and ends by itself or by force.
    case explaining
    case killed
  }

  private let child: any ScriptProcess
  private let backtraceLimit: Duration
  private let interruption: Interruption?
  private(set) var errors = ErrorTail()
  /// How the child ended, where that was our doing.
  private(set) var ending: ProcessWatch.Ending?
  private var stage = Stage.running
  private var deadline: ContinuousClock.Instant
  private var lines = LineBuffer()
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  private var isReporting = true
  private var isComplaining = true
  private var hasEnded = false

  init(_ limits: ProcessWatch, _ child: any ScriptProcess) {
    self.child = child
    backtraceLimit = limits.backtraceLimit
    interruption = limits.interruption
    deadline = .now + limits.limit
  }

  mutating func run(_ report: inout ChildReport) {
    while isReporting || !hasEnded {
      wait(&report)
      if stage == .running, let limit = report.limit { deadline = limit.since + limit.duration }
      if stage == .running, report.crash != nil {
        stage = .explaining
        deadline = .now + backtraceLimit
      }
      if ContinuousClock.now >= deadline || stage == .explaining && errors.hasBacktrace { giveUp() }
    }
  }

  private mutating func wait(_ report: inout ChildReport) {
    let events = Int16(POLLIN)
    // Where something tells of the end, nobody is woken for each line: they are looked at now and
    // then, long before a pipe is full.
    let isTold = child.ending != nil
    var polled = [
      pollfd(fd: isReporting && !isTold ? child.output : -1, events: events, revents: 0),
      pollfd(fd: isComplaining ? child.errors : -1, events: events, revents: 0),
      pollfd(
        fd: stage == .killed ? -1 : interruption?.descriptor ?? -1, events: events, revents: 0),
      pollfd(fd: hasEnded ? -1 : child.ending ?? -1, events: events, revents: 0),
    ]
    guard poll(&polled, nfds_t(polled.count), min(milliseconds, patience)) >= 0 else { return }
    if polled[2].revents != 0 {
      // What crashed or took too long before is a result all the same.
      if stage == .running { ending = .interrupted }
      stage = .killed
      child.killGroup()
    }
    if polled[1].revents != 0 { isComplaining = readErrors() }
    if isTold {
      if polled[3].revents != 0 { hasEnded = child.hasEnded }
      while isReporting, isReadable(child.output) { readReport(&report) }
      // Who has inherited the report without being a program of its own says nothing any more.
      if hasEnded { isReporting = false }
    } else {
      if polled[0].revents != 0 { readReport(&report) }
      hasEnded = !isReporting && child.hasEnded
    }
  }

  /// How many milliseconds to sleep at most.
  private var patience: Int32 {
    if child.ending != nil { return hasEnded ? 0 : 20 }
    // Behind its last line a child ends at once, and no descriptor tells when.
    return isReporting ? .max : 1
  }

  private mutating func readReport(_ report: inout ChildReport) {
    let count = read(child.output, &buffer, buffer.count)
    if count > 0 {
      lines.take(buffer[..<count]) { report.take($0) }
    } else if count == 0 || errno != EINTR && errno != EAGAIN {
      isReporting = false
    }
  }

  private var milliseconds: Int32 {
    let rest = ContinuousClock.now.duration(to: deadline).components
    guard rest.seconds < 1000 else { return 1_000_000 }
    return max(0, Int32(rest.seconds * 1000 + rest.attoseconds / 1_000_000_000_000_000) + 1)
  }

  private mutating func giveUp() {
    switch stage {
    case .running:
      // The runtime answers this signal with a backtrace, which shows what takes so long, and goes
      // on.
      ending = .timedOut
      errors.expectBacktrace()
      child.askForBacktrace()
      stage = .explaining
      deadline = .now + backtraceLimit
    case .explaining, .killed:
      child.killGroup()
      stage = .killed
      deadline = .now + .seconds(1)
    }
  }

  private mutating func readErrors() -> Bool {
    let count = read(child.errors, &buffer, buffer.count)
    if count > 0 { errors.take(buffer[..<count]) }
    return count > 0 || count < 0 && (errno == EINTR || errno == EAGAIN)
  }

  /// Reads what the child left in the pipe, which holds no more than this; nobody waits for one who
  /// left the group and goes on writing.
  mutating func drainErrors() {
    var polled = pollfd(fd: child.errors, events: Int16(POLLIN), revents: 0)
    for _ in 0..<16 where isComplaining && poll(&polled, 1, 0) > 0 { isComplaining = readErrors() }
  }
}
