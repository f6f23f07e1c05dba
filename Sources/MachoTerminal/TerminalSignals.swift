import MachoLocks
import MachoSystem

/// Handles the signals that a terminal sends, for the editor that claimed them last.
///
/// The handlers do only what is async-signal-safe: write to a pipe, set terminal modes, raise a
/// signal. They read `slot` only.
enum TerminalSignals {
  /// The data that handlers read. SAFETY: a handler may run at any time on any thread, also between
  /// two stores to the slot. Hence the order of the stores in `claim` and `release`, and memory
  /// that is never freed.
  private struct Slot {
    var wake: Int32 = -1
    var terminal: Int32 = -1
    var modes = termios()
    /// The terminal with bracketed paste enabled, which the next program does not expect; -1 if
    /// none.
    var bracketedPasteTerminal: Int32 = -1
  }

  /// SAFETY: initialized before the first handler is installed, so that a handler only loads it.
  /// Written only under `claims`. Handlers read whole words of it.
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
      // ORDER: the modes are complete before handlers see the terminal.
      if tcgetattr(terminal, &slot.pointee.modes) == 0 { slot.pointee.terminal = terminal }
      slot.pointee.wake = wake.writeEnd
      guard claims.previous.isEmpty else { return }
      for signal in [SIGINT, SIGWINCH, SIGTSTP, SIGCONT] {
        claims.previous.append((signal, install(signal) { TerminalSignals.forward($0) }))
      }
      for signal in [SIGTERM, SIGHUP, SIGQUIT] {
        let previous = install(signal) { TerminalSignals.restoreModesAndRaise($0) }
        claims.previous.append((signal, previous))
      }
      if !claims.restoresAtExit {
        claims.restoresAtExit = true
        atexit { TerminalSignals.restoreModes() }
        CrashNote.setCleanup { TerminalSignals.restoreModes() }
      }
    }
  }

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

  /// Records the terminal with bracketed paste enabled; -1 for none.
  static func setBracketedPaste(terminal: Int32) {
    claims.withLock { _ in slot.pointee.bracketedPasteTerminal = terminal }
  }

  /// Stops the process as an unhandled Ctrl-Z does, and returns when it continues. The caller must
  /// have restored the terminal modes.
  static func stopProcess() {
    let handlerAction = sigaction(SIG_DFL).install(at: SIGTSTP)
    // Sent to this thread, so that the process has stopped before the call returns.
    pthread_kill(pthread_self(), SIGTSTP)
    handlerAction.install(at: SIGTSTP)
  }

  private static func install(
    _ signal: Int32, _ handler: @escaping @convention(c) (Int32) -> Void
  ) -> sigaction {
    // Interrupted system calls of other threads are restarted.
    sigaction(handler, flags: SA_RESTART).install(at: signal)
  }

  // MARK: In a handler

  private static func forward(_ number: Int32) {
    let savedErrno = errno
    var byte: UInt8
    switch number {
    case SIGINT: byte = WakeEvents.interrupted.rawValue
    case SIGWINCH: byte = WakeEvents.resized.rawValue
    case SIGTSTP: byte = WakeEvents.stopped.rawValue
    default: byte = WakeEvents.continued.rawValue
    }
    _ = write(slot.pointee.wake, &byte, 1)
    errno = savedErrno
  }

  private static func restoreModesAndRaise(_ number: Int32) {
    restoreModes()
    _ = signal(number, SIG_DFL)
    raise(number)
  }

  static func restoreModes() {
    if slot.pointee.bracketedPasteTerminal >= 0 {
      // The bytes of a constant, which need no allocation.
      let off: StaticString = "\u{1B}[?2004l"
      _ = write(slot.pointee.bracketedPasteTerminal, off.utf8Start, off.utf8CodeUnitCount)
    }
    guard slot.pointee.terminal >= 0 else { return }
    tcsetattr(slot.pointee.terminal, TCSANOW, &slot.pointee.modes)
  }
}
