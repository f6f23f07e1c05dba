import CMachoSystem
import MachoLocks

/// Replaces a crashed program by a new run of the same program in the same process.
///
/// The process keeps its ID, its terminal and its place in the shell's job, so no supervisor has to
/// forward signals and statuses. `execve` is async-signal-safe and needs intact memory for its
/// arguments only. Two descriptors survive: a report of the crash and one that the program chooses.
package enum ProcessRestart {
  /// The first line of a report, unless the program crashed.
  package enum Reason: String {
    /// `interruptMainThread` was called.
    case interrupt
    /// The program called `exit`.
    case exit
  }

  private enum Phase: UInt8 {
    case disarmed, armed, replacing
  }

  /// SAFETY: `arm` writes it before it installs a handler, on the main thread. Afterwards only
  /// `phase`, `client` and `hasDelayedInterrupt`, single words, change, and `progress` and
  /// `showsNotice` in the handler. The memory is never freed.
  private struct Slot {
    /// A third descriptor that survives, which may change.
    var client: Int32 = -1
    /// Whether `interruptMainThread` is called at the next SIGALRM.
    var hasDelayedInterrupt = false
    var phase = Phase.disarmed
    var path: UnsafeMutablePointer<CChar>?
    var arguments: CStrings?
    var environment: CStrings?
    /// The working directory at the start.
    var directory: Int32 = -1
    var report: Int32 = -1
    var kept: Int32 = -1
    /// A copy of standard error, which the backtrace replaces by the report.
    var errors: Int32 = -1
    var descriptorLimit: Int32 = 1024
    var mainThread = pthread_self()
    /// The runtime's action for SIGQUIT, which prints a backtrace.
    var quitAction = sigaction()
    var progress = BacktraceProgress()
    /// What a person at a terminal sees during the backtrace, which takes seconds, and what erases
    /// it. `nil` without a terminal.
    var notice: UnsafeMutablePointer<CChar>?
    var erasure: UnsafeMutablePointer<CChar>?
    var showsNotice = false
    /// The first lines of a report.
    var interruptLine: UnsafeMutablePointer<CChar>?
    var exitLine: UnsafeMutablePointer<CChar>?
  }

  private typealias CStrings = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

  nonisolated(unsafe) private static let slot: UnsafeMutablePointer<Slot> = {
    let slot = UnsafeMutablePointer<Slot>.allocate(capacity: 1)
    slot.initialize(to: Slot())
    return slot
  }()

  /// How many seconds a backtrace may stand still. With a sanitizer or a debugger it may never
  /// finish.
  private static let backtraceLimit: UInt32 = 15

  /// Replaces the program now. Returns if that fails.
  package static func execute(
    _ path: String, _ arguments: [String], _ environment: [String: String]
  ) {
    let lists = [cStrings(arguments), cStrings(environment.map { "\($0.key)=\($0.value)" })]
    execve(path, lists[0], lists[1])
    let error = errno
    lists.forEach(freeStrings)
    errno = error
  }

  /// Replaces the program by the file that has its path now, as after a crash, with another
  /// environment. `arm` must have been called. Returns the number of the error if that fails: then
  /// the program continues.
  package static func replaceProgram(_ environment: [String: String]) -> Int32 {
    CrashNote.cleanUp()
    replaceImage(cStrings(environment.map { "\($0.key)=\($0.value)" }))
    return errno
  }

  /// Replaces the program when it crashes, exits or is interrupted, until `disarm`. Handles SIGALRM
  /// and SIGVTALRM, which features hardly use. Call it once, on the main thread, before
  /// `CrashNote.install` and before other handlers of SIGQUIT.
  package static func arm(
    _ path: String, _ arguments: [String], _ environment: [String: String], report: Int32,
    keeping kept: Int32
  ) {
    var slot = Slot()
    slot.path = makeCString(path)
    slot.arguments = cStrings(arguments)
    slot.environment = cStrings(environment.map { "\($0.key)=\($0.value)" })
    slot.directory = open(".", O_RDONLY | O_CLOEXEC)
    (slot.report, slot.kept) = (report, kept)
    slot.errors = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
    slot.descriptorLimit = Int32(min(max(sysconf(Int32(_SC_OPEN_MAX)), 3), 4096))
    sigaction(SIGQUIT, nil, &slot.quitAction)
    if isatty(slot.errors) == 1 {
      slot.notice = makeCString("collecting the backtrace ...")
      slot.erasure = makeCString("\r\u{1B}[K")
    }
    slot.interruptLine = makeCString(Reason.interrupt.rawValue + "\n")
    slot.exitLine = makeCString(Reason.exit.rawValue + "\n")
    slot.phase = .armed
    self.slot.pointee = slot
    CrashNote.setRestart(afterCrash)
    sigaction(informing: interrupted, flags: Int32(SA_ONSTACK)).install(at: SIGVTALRM)
    sigaction(informing: timedOut, flags: SA_RESTART | Int32(SA_ONSTACK)).install(at: SIGALRM)
    CrashNote.setExitHook { ProcessRestart.exited() }
  }

  /// Lets the program exit or crash as usual from now on.
  package static func disarm() {
    setArmed(false)
    cancelInterrupt()
    CrashNote.disarmExit()
  }

  /// Sets whether the program is replaced. `arm` sets it to `true`.
  package static func setArmed(_ isArmed: Bool) {
    slot.pointee.phase = isArmed ? .armed : .disarmed
  }

  /// Keeps a third descriptor open.
  package static func keep(_ descriptor: Int32) { slot.pointee.client = descriptor }

  /// Replaces the program, with a backtrace of the main thread in the report.
  package static func interruptMainThread() {
    guard slot.pointee.phase == .armed else { return }
    pthread_kill(slot.pointee.mainThread, SIGVTALRM)
  }

  /// Calls `interruptMainThread` after a time, unless `cancelInterrupt` is called before.
  package static func interruptMainThread(afterSeconds seconds: UInt32) {
    guard slot.pointee.phase == .armed else { return }
    slot.pointee.hasDelayedInterrupt = true
    alarm(seconds)
  }

  /// Cancels a delayed interrupt.
  package static func cancelInterrupt() {
    // Otherwise the alarm, if any, belongs to a feature.
    guard slot.pointee.hasDelayedInterrupt else { return }
    slot.pointee.hasDelayedInterrupt = false
    alarm(0)
  }

  private static func cStrings(_ texts: [String]) -> CStrings {
    let pointers = CStrings.allocate(capacity: texts.count + 1)
    pointers.initialize(repeating: nil, count: texts.count + 1)
    for (index, text) in texts.enumerated() { pointers[index] = makeCString(text) }
    return pointers
  }

  private static func freeStrings(_ strings: CStrings) {
    var next = strings
    while let string = next.pointee {
      free(string)
      next += 1
    }
    strings.deallocate()
  }

  // MARK: In a handler

  /// The last step of the crash handler. Returns if the program cannot be replaced.
  private static let afterCrash: CrashNote.Restart = {
    number, information, context, previous in
    guard ProcessRestart.slot.pointee.phase == .armed else { return }
    ProcessRestart.replace(number, information, context, previous)
  }

  private static let interrupted: sigaction.InfoHandler = { _, information, context in
    guard ProcessRestart.slot.pointee.phase == .armed else { return }
    CrashNote.cleanUp()
    ProcessRestart.put(
      ProcessRestart.slot.pointee.interruptLine, to: ProcessRestart.slot.pointee.report)
    withUnsafePointer(to: ProcessRestart.slot.pointee.quitAction) {
      ProcessRestart.replace(SIGQUIT, information, context, $0)
    }
  }

  private static let timedOut: sigaction.InfoHandler = { number, information, context in
    switch ProcessRestart.slot.pointee.phase {
    case .armed where !ProcessRestart.slot.pointee.hasDelayedInterrupt: break
    case .armed:
      // Another signal would hide the interrupted function from the backtrace.
      guard pthread_equal(pthread_self(), ProcessRestart.slot.pointee.mainThread) == 0 else {
        return ProcessRestart.interrupted(number, information, context)
      }
      ProcessRestart.interruptMainThread()
    case .replacing:
      if ProcessRestart.slot.pointee.progress.isWorking() {
        alarm(ProcessRestart.backtraceLimit)
      } else {
        ProcessRestart.execute()
      }
    case .disarmed: break
    }
  }

  private static func exited() {
    guard slot.pointee.phase == .armed else { return }
    slot.pointee.phase = .replacing
    CrashNote.cleanUp()
    CrashNote.writeNote()
    put(slot.pointee.exitLine, to: slot.pointee.report)
    execute()
  }

  private static func put(_ text: UnsafeMutablePointer<CChar>?, to descriptor: Int32) {
    if let text { _ = write(descriptor, text, strlen(text)) }
  }

  /// Writes a backtrace to the report, by the runtime's handler, and replaces the program.
  private static func replace(
    _ number: Int32, _ information: UnsafeMutablePointer<siginfo_t>?,
    _ context: UnsafeMutableRawPointer?, _ action: UnsafePointer<sigaction>
  ) {
    // A second crash during the backtrace ends the process.
    slot.pointee.phase = .replacing
    dup2(slot.pointee.report, STDERR_FILENO)
    // Ctrl-C also reaches the program that collects the backtrace.
    signal(SIGINT, SIG_IGN)
    slot.pointee.progress.start()
    alarm(backtraceLimit)
    put(slot.pointee.notice, to: slot.pointee.errors)
    slot.pointee.showsNotice = true
    _ = cmachosystem_call_handler(action, number, information, context)
    execute()
  }

  private static func execute() {
    alarm(0)
    signal(SIGINT, SIG_DFL)
    let values = slot.pointee
    if values.showsNotice { put(values.erasure, to: values.errors) }
    dup2(values.errors, STDERR_FILENO)
    replaceImage(values.environment)
  }

  /// Runs the program again. Returns if that fails. Async-signal-safe.
  private static func replaceImage(_ environment: CStrings?) {
    let values = slot.pointee
    guard let path = values.path, let arguments = values.arguments else { return }
    // Lines typed after the last one expect its result. The line editor has read a part of them.
    tcflush(STDIN_FILENO, TCIFLUSH)
    _ = fchdir(values.directory)
    // Files of the feature stay open otherwise, and their locks stay held.
    for descriptor in 3..<values.descriptorLimit {
      let isKept =
        descriptor == values.report || descriptor == values.kept || descriptor == values.client
      _ = fcntl(descriptor, F_SETFD, isKept ? 0 : FD_CLOEXEC)
    }
    // A new program inherits the blocked signals.
    var none = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, nil)
    execve(path, arguments, environment)
  }
}
