#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What the process says if it crashes: what it was doing, once the terminal has its modes back.
///
/// The handler does what a handler may: it sets the terminal's modes, writes bytes that were laid
/// out before, and passes the signal on to whoever had it before, the runtime's backtrace for one.
/// So the process still ends by its signal.
package enum CrashBreadcrumb {
  /// Memory that is never given back. One thread writes it, and a crash of that thread finds it as
  /// it left it. A crash of another thread in the middle of a change writes a mixture of two notes:
  /// bytes that are there, though they may make no sense.
  private struct Slot {
    static let capacity = 4096
    let output = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    let errors = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    var outputCount = 0
    var errorsCount = 0
    /// Where `output` goes.
    var descriptor: Int32 = -1
    /// Who is told first.
    var hook: Hook?
    /// Who had the signals before, in the order of `signals`.
    let previous = UnsafeMutablePointer<sigaction>.allocate(capacity: signals.count)
  }

  /// What is called in the handler, with the signal and the address that was at fault, if one was;
  /// it does only what a handler may.
  package typealias Hook = @convention(c) (_ signal: Int32, _ address: UInt) -> Void

  /// Initialized before a handler is installed, so that in a handler it is a mere load.
  nonisolated(unsafe) private static let slot: UnsafeMutablePointer<Slot> = {
    let slot = UnsafeMutablePointer<Slot>.allocate(capacity: 1)
    slot.initialize(to: Slot())
    return slot
  }()

  /// An array's elements are read in the handler too: this one exists by then, and never changes.
  private static let signals = [SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGBUS, SIGSEGV]

  /// Begins to watch for crashes; `output` is the descriptor that a note's output goes to.
  ///
  /// Called once, on the thread that sets the notes.
  package static func install(output: Int32, whenCrashing hook: Hook? = nil) {
    slot.pointee.descriptor = output
    slot.pointee.hook = hook
    TerminalSignals.prepare()
    installSignalStack()
    for (index, signal) in signals.enumerated() {
      let action = sigaction(informing: handle, flags: Int32(SA_ONSTACK))
      // There before the handler can come to read it.
      (slot.pointee.previous + index).initialize(to: sigaction())
      slot.pointee.previous[index] = action.install(at: signal)
    }
  }

  /// Has a process that ends by `exit` while a note is set write its output too, and end with a
  /// status that says that something went wrong.
  package static func reportAtExit() {
    atexit {
      let slot = CrashBreadcrumb.slot
      guard slot.pointee.outputCount > 0 else { return }
      _ = write(slot.pointee.descriptor, slot.pointee.output, slot.pointee.outputCount)
      _ = write(STDERR_FILENO, slot.pointee.errors, slot.pointee.errorsCount)
      _exit(4)
    }
  }

  /// Sets what a crash from now on writes: to the output, where it fits as a whole, and to standard
  /// error, as much of it as fits.
  package static func set(output: String = "", errors: String) {
    slot.pointee.outputCount = 0
    slot.pointee.errorsCount = 0
    if output.utf8.count <= Slot.capacity {
      slot.pointee.outputCount = copyBytes(output, into: slot.pointee.output)
    }
    slot.pointee.errorsCount = copyBytes(errors, into: slot.pointee.errors)
  }

  /// The same, with the output's bytes and where they go.
  package static func set(output bytes: [UInt8], to descriptor: Int32, errors: String) {
    set(errors: errors)
    guard bytes.count <= Slot.capacity else { return }
    slot.pointee.descriptor = descriptor
    slot.pointee.output.update(from: bytes, count: bytes.count)
    slot.pointee.outputCount = bytes.count
  }

  /// The beginning of a line, for a note.
  package static func excerpt(of line: String) -> String {
    let isShort = line.utf8.count <= 200 && !line.utf8.contains(UInt8(ascii: "\n"))
    if isShort { return line }
    let shown = line.prefix { $0 != "\n" }.prefix(200)
    return shown.endIndex == line.endIndex ? line : shown + "…"
  }

  private static func copyBytes(_ text: String, into bytes: UnsafeMutablePointer<UInt8>) -> Int {
    var text = text
    return text.withUTF8 { source in
      let count = min(source.count, Slot.capacity)
      if let first = source.baseAddress { bytes.update(from: first, count: count) }
      return count
    }
  }

  /// A stack for the handler, where none is there yet: an overflow leaves no room on the thread's.
  private static func installSignalStack() {
    var present = stack_t()
    guard sigaltstack(nil, &present) == 0, present.ss_flags & Int32(SS_DISABLE) != 0 else { return }
    let size = 64 << 10
    var stack = stack_t()
    stack.ss_sp = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    stack.ss_size = size
    sigaltstack(&stack, nil)
  }

  // MARK: In a handler

  private static let handle: sigaction.InfoHandler =
    { number, information, _ in
      TerminalSignals.restoreModes()
      let slot = CrashBreadcrumb.slot
      slot.pointee.hook?(number, address(of: information))
      slot.pointee.hook = nil
      // Once, though two threads may crash.
      let (output, errors) = (slot.pointee.outputCount, slot.pointee.errorsCount)
      (slot.pointee.outputCount, slot.pointee.errorsCount) = (0, 0)
      _ = write(slot.pointee.descriptor, slot.pointee.output, output)
      _ = write(STDERR_FILENO, slot.pointee.errors, errors)
      for index in 0..<CrashBreadcrumb.signals.count where CrashBreadcrumb.signals[index] == number
      {
        sigaction(number, slot.pointee.previous + index, nil)
      }
      // An instruction that faulted faults again on return, as it did first. What was sent, and a
      // breakpoint, which may be behind the process by now, has to be sent again.
      let isFault = (information?.pointee.si_code ?? 0) > 0 && number != SIGTRAP
      if !isFault { raise(number) }
    }

  private static func address(of information: UnsafeMutablePointer<siginfo_t>?) -> UInt {
    guard let information else { return 0 }
    #if canImport(Darwin)
      return UInt(bitPattern: information.pointee.si_addr)
    #elseif canImport(Musl)
      return UInt(bitPattern: information.pointee.__si_fields.__sigfault.si_addr)
    #else
      return UInt(bitPattern: information.pointee._sifields._sigfault.si_addr)
    #endif
  }
}
