import CMachoSystem
import MachoLocks

/// Writes a prepared note if the process crashes: what it was doing. From `catchExit` to
/// `disarmExit` a process that exits has crashed too, because only a feature can have called `exit`.
///
/// The signal handler does only what is async-signal-safe. It calls the cleanup function, writes
/// bytes prepared earlier, and passes the signal to the previous handler, such as the runtime's
/// backtrace. So the process still ends by its signal.
package enum CrashNote {
  /// The note, in memory that is never freed.
  ///
  /// SAFETY: one thread writes it. If that thread crashes, the handler sees a consistent note. If
  /// another thread crashes during a change, the handler may write a mixture of two notes, but it
  /// reads allocated bytes only.
  private struct Slot {
    static let capacity = 4096
    let output = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    let errors = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    var outputCount = 0
    var errorsCount = 0
    /// The destination of `output`.
    var descriptor: Int32 = -1
    /// Called first.
    var cleanup: Cleanup?
    /// Called after the cleanup.
    var hook: Hook?
    /// Called last.
    var restart: Restart?
    /// Whether an exit is a crash.
    var catchesExit = false
    /// Called first when the process exits.
    var exitHook: Cleanup?
    /// Written after the note when the process exits.
    let exitText = makeCString("macho: the feature exited the process\n")
    /// The previous actions, in the order of `signals`.
    let previous = UnsafeMutablePointer<sigaction>.allocate(capacity: signals.count)
  }

  /// A function called in the signal handler, such as one that restores the terminal modes. It must
  /// be async-signal-safe.
  package typealias Cleanup = @convention(c) () -> Void

  /// A function called in the signal handler with the signal and the faulting address, or 0. It
  /// must be async-signal-safe.
  package typealias Hook = @convention(c) (_ signal: Int32, _ address: UInt) -> Void

  /// A function called after the note was written. It replaces the program, or returns. `previous`
  /// is the action that the crash handler replaced. It must be async-signal-safe.
  package typealias Restart =
    @convention(c) (
      _ signal: Int32, _ information: UnsafeMutablePointer<siginfo_t>?,
      _ context: UnsafeMutableRawPointer?, _ previous: UnsafePointer<sigaction>
    ) -> Void

  /// SAFETY: initialized before a handler is installed, so that the handler only loads it.
  nonisolated(unsafe) private static let slot: UnsafeMutablePointer<Slot> = {
    let slot = UnsafeMutablePointer<Slot>.allocate(capacity: 1)
    slot.initialize(to: Slot())
    return slot
  }()

  /// SAFETY: the handler also reads these elements. The array is initialized before and never
  /// changes.
  private static let signals = [SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGBUS, SIGSEGV]

  /// The status of a process whose feature has called `exit`.
  private static let exitStatus: Int32 = 4

  /// Installs the crash handlers. `output` is the descriptor for a note's output.
  ///
  /// Call it once, on the thread that sets the notes.
  ///
  /// - Parameter catchesExit: Whether an exit is a crash. Default: `true`. `false` if a parent process
  ///   reports the status.
  package static func install(
    output: Int32, onCrash hook: Hook? = nil, catchesExit: Bool = true
  ) {
    slot.pointee.descriptor = output
    slot.pointee.hook = hook
    installSignalStack()
    for (index, signal) in signals.enumerated() {
      let action = sigaction(informing: handle, flags: Int32(SA_ONSTACK))
      // Initialized before the handler can read it.
      (slot.pointee.previous + index).initialize(to: sigaction())
      slot.pointee.previous[index] = action.install(at: signal)
    }
    slot.pointee.catchesExit = catchesExit
  }

  /// Makes an exit a crash until `disarmExit`. Call it once, before code of a feature runs.
  package static func catchExit() {
    slot.pointee.catchesExit = true
    atexit { CrashNote.exited() }
    #if MACHO_LINUX
      at_quick_exit { CrashNote.exited() }
    #endif
  }

  /// Lets the process exit as usual from now on.
  package static func disarmExit() {
    slot.pointee.catchesExit = false
    slot.pointee.exitHook = nil
    set(errors: "")
  }

  /// Sets the function that the crash handlers call first. It may be called before or after
  /// `install`.
  package static func setCleanup(_ cleanup: @escaping Cleanup) {
    slot.pointee.cleanup = cleanup
  }

  /// Sets the function that the crash handlers call last.
  package static func setRestart(_ restart: @escaping Restart) {
    slot.pointee.restart = restart
  }

  /// Sets the function that is called first when the process exits. It replaces the program, or
  /// returns.
  static func setExitHook(_ hook: @escaping Cleanup) {
    slot.pointee.exitHook = hook
  }

  /// Calls the cleanup function. Async-signal-safe.
  static func cleanUp() { slot.pointee.cleanup?() }

  /// Sets the note that a crash writes from now on, from parts of its output and its errors. The
  /// output is written only if it fits as a whole, the errors as far as they fit.
  package static func set(output: String..., errors: String...) {
    slot.pointee.outputCount = 0
    slot.pointee.errorsCount = 0
    if output.reduce(0, { $0 + $1.utf8.count }) <= Slot.capacity {
      slot.pointee.outputCount = copyBytes(output, into: slot.pointee.output)
    }
    slot.pointee.errorsCount = copyBytes(errors, into: slot.pointee.errors)
  }

  /// Sets the note for a line of a script that is about to run. A crash writes where it occurred
  /// and, if `echoesLine` is true, the line to the output.
  package static func set(path: String, line: Int, text: String, echoesLine: Bool = false) {
    set(
      output: echoesLine ? text : "", echoesLine ? "\n" : "",
      errors: "macho: the process crashed at ", path, ":", String(line), ":  ", excerpt(of: text),
      "\n")
  }

  /// Sets the note, with the output as bytes and its descriptor.
  package static func set(output bytes: [UInt8], to descriptor: Int32, errors: String) {
    set(errors: errors)
    guard bytes.count <= Slot.capacity else { return }
    slot.pointee.descriptor = descriptor
    slot.pointee.output.update(from: bytes, count: bytes.count)
    slot.pointee.outputCount = bytes.count
  }

  /// Returns an excerpt of an entry for a note: at most 200 characters of its first line.
  package static func excerpt(of line: String) -> String {
    let isShort = line.utf8.count <= 200 && !line.utf8.contains(UInt8(ascii: "\n"))
    if isShort { return line }
    let shown = line.prefix { $0 != "\n" }.prefix(200)
    return shown.endIndex == line.endIndex ? line : shown + "…"
  }

  /// Copies the bytes of texts, as far as they fit. Returns their number.
  private static func copyBytes(_ texts: [String], into bytes: UnsafeMutablePointer<UInt8>) -> Int {
    var count = 0
    for var text in texts {
      text.withUTF8 { source in
        let added = min(source.count, Slot.capacity - count)
        if let first = source.baseAddress { (bytes + count).update(from: first, count: added) }
        count += added
      }
    }
    return count
  }

  /// Installs a signal stack unless there is one. After a stack overflow the handler cannot run on
  /// the thread's stack.
  private static func installSignalStack() {
    var present = stack_t()
    guard sigaltstack(nil, &present) == 0, present.ss_flags & Int32(SS_DISABLE) != 0 else { return }
    let size = 64 << 10
    var stack = stack_t()
    stack.ss_sp = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    stack.ss_size = numericCast(size)
    sigaltstack(&stack, nil)
  }

  // MARK: In a handler

  private static let handle: sigaction.InfoHandler =
    { number, information, context in
      let slot = CrashNote.slot
      slot.pointee.cleanup?()
      slot.pointee.hook?(number, address(of: information))
      slot.pointee.hook = nil
      CrashNote.writeNote()
      for index in 0..<CrashNote.signals.count where CrashNote.signals[index] == number {
        let previous = slot.pointee.previous + index
        slot.pointee.restart?(number, information, context, previous)
        sigaction(number, previous, nil)
      }
      // A faulting instruction faults again on return, now with the previous action. A signal that
      // was sent must be sent again. So must a breakpoint, because the program counter may already
      // be past it.
      let isFault = (information?.pointee.si_code ?? 0) > 0 && number != SIGTRAP
      if !isFault { raise(number) }
    }

  /// Writes the note. Async-signal-safe.
  static func writeNote() {
    // Written once, even if two threads crash.
    let (output, errors) = (slot.pointee.outputCount, slot.pointee.errorsCount)
    (slot.pointee.outputCount, slot.pointee.errorsCount) = (0, 0)
    _ = write(slot.pointee.descriptor, slot.pointee.output, output)
    _ = write(STDERR_FILENO, slot.pointee.errors, errors)
  }

  /// Handles an exit that runs no handlers of `atexit`. It is a crash if a line is running.
  package static func exitedImmediately() {
    slot.pointee.exitHook?()
    guard slot.pointee.outputCount + slot.pointee.errorsCount > 0 else { return }
    exited()
  }

  /// Ends a process whose feature has called `exit`.
  private static func exited() {
    slot.pointee.exitHook?()
    guard slot.pointee.catchesExit else { return }
    // What the feature has printed precedes the note.
    fflush(nil)
    slot.pointee.cleanup?()
    writeNote()
    _ = write(STDERR_FILENO, slot.pointee.exitText, strlen(slot.pointee.exitText))
    _exit(exitStatus)
  }

  private static func address(of information: UnsafeMutablePointer<siginfo_t>?) -> UInt {
    information.map { cmachosystem_fault_address($0) } ?? 0
  }
}

/// Ends the process at once, from any thread, also while a line runs.
package func endProcess(_ status: Int32) -> Never {
  CrashNote.disarmExit()
  _exit(status)
}
