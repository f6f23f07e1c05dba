import MachoLocks

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The signals that a terminal sends. They go to one editor, the last that claimed them.
///
/// Handlers do what a handler may: write to a pipe, set the terminal's modes, raise a signal. What
/// they read is in `slot`.
enum TerminalSignals {
  /// What the handlers read. A handler may run at any time, on any thread, also between two stores
  /// to the slot; hence the order in `claim` and `release`, and memory that is never given back.
  private struct Slot {
    var wake: Int32 = -1
    var terminal: Int32 = -1
    var modes = termios()
    /// A terminal that puts pastes in brackets, which whoever comes next does not expect.
    var bracketedPasteTerminal: Int32 = -1
  }

  /// Initialized before the first handler is installed, so that in a handler it is a mere load.
  /// Written under `claims` only; the handlers read whole words of it.
  nonisolated(unsafe) private static let slot: UnsafeMutablePointer<Slot> = {
    let slot = UnsafeMutablePointer<Slot>.allocate(capacity: 1)
    slot.initialize(to: Slot())
    return slot
  }()

  private struct Claims {
    var previous: [(signal: Int32, action: sigaction)] = []
    var restoresAtExit = false
  }

  private static let claims = Lock(Claims())

  static func claim(wake: WakePipe, terminal: Int32) {
    claims.withLock { claims in
      slot.pointee.wake = -1
      slot.pointee.terminal = -1
      // The modes are whole before a handler is told of the terminal.
      if tcgetattr(terminal, &slot.pointee.modes) == 0 { slot.pointee.terminal = terminal }
      slot.pointee.wake = wake.writeEnd
      guard claims.previous.isEmpty else { return }
      for signal in [SIGINT, SIGWINCH, SIGTSTP, SIGCONT] {
        claims.previous.append((signal, install(signal) { TerminalSignals.forward(on: $0) }))
      }
      for signal in [SIGTERM, SIGHUP, SIGQUIT] {
        let previous = install(signal) { TerminalSignals.restoreModesAndRaise(of: $0) }
        claims.previous.append((signal, previous))
      }
      if !claims.restoresAtExit {
        claims.restoresAtExit = true
        atexit { TerminalSignals.restoreModes() }
      }
    }
  }

  /// Makes ready what `restoreModes` reads.
  static func prepare() { _ = slot }

  static func release(wake: WakePipe) {
    claims.withLock { claims in
      guard slot.pointee.wake == wake.writeEnd else { return }
      for (signal, action) in claims.previous {
        action.install(at: signal)
      }
      claims.previous = []
      slot.pointee.wake = -1
      slot.pointee.terminal = -1
      slot.pointee.bracketedPasteTerminal = -1
    }
  }

  /// Remembers that a terminal puts pastes in brackets; -1 is none.
  static func setBracketedPaste(to terminal: Int32) {
    claims.withLock { _ in slot.pointee.bracketedPasteTerminal = terminal }
  }

  /// Stops the process as an unhandled Ctrl-Z does, and returns when it goes on. The caller has
  /// given the terminal its modes back.
  static func stopProcess() {
    let handled = sigaction(SIG_DFL).install(at: SIGTSTP)
    // To this very thread: then the process has stopped before the call returns.
    pthread_kill(pthread_self(), SIGTSTP)
    handled.install(at: SIGTSTP)
  }

  private static func install(
    _ signal: Int32, _ handler: @escaping @convention(c) (Int32) -> Void
  ) -> sigaction {
    // Other threads' system calls go on where they were.
    sigaction(handler, flags: SA_RESTART).install(at: signal)
  }

  // MARK: In a handler

  private static func forward(on number: Int32) {
    let before = errno
    var byte: UInt8
    switch number {
    case SIGINT: byte = WakeEvents.interrupted.rawValue
    case SIGWINCH: byte = WakeEvents.resized.rawValue
    case SIGTSTP: byte = WakeEvents.stopped.rawValue
    default: byte = WakeEvents.continued.rawValue
    }
    _ = write(slot.pointee.wake, &byte, 1)
    errno = before
  }

  private static func restoreModesAndRaise(of number: Int32) {
    restoreModes()
    _ = signal(number, SIG_DFL)
    raise(number)
  }

  static func restoreModes() {
    if slot.pointee.bracketedPasteTerminal >= 0 {
      // A constant's bytes, which need no memory of their own.
      let off: StaticString = "\u{1B}[?2004l"
      _ = write(slot.pointee.bracketedPasteTerminal, off.utf8Start, off.utf8CodeUnitCount)
    }
    guard slot.pointee.terminal >= 0 else { return }
    tcsetattr(slot.pointee.terminal, TCSANOW, &slot.pointee.modes)
  }
}
