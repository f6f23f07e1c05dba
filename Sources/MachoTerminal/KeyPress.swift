import MachoStreams

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Single keys of a person at a terminal, without Return.
package struct KeyPress {
  private let terminal: Int32
  private let wake = WakePipe()

  /// Listens at a terminal.
  package init(terminal: Int32) { self.terminal = terminal }

  /// Whether a person reads what is printed and can press keys.
  package static var isAvailable: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

  /// Waits for one of some keys and passes over others; nil for Ctrl-C, Ctrl-D and a terminal that
  /// is gone. The terminal has its own modes back by then, whatever signal comes.
  ///
  /// `ask` is called when keys are listened to: before that a Ctrl-D would be the end of a line.
  package func next(of keys: [Character], asking ask: () -> Void) -> Character? {
    TerminalSignals.claim(wake: wake, terminal: terminal)
    defer {
      TerminalSignals.restoreModes()
      TerminalSignals.release(wake: wake)
    }
    enterRawMode()
    ask()
    while let byte = nextByte() {
      switch byte {
      case controlC, controlD: return nil
      case controlZ: stop()
      // An arrow and its like: more bytes at once, none of which is a key by itself.
      case escape: dropSequence()
      default: if let key = keys.first(where: { $0.asciiValue == byte }) { return key }
      }
    }
    return nil
  }

  /// Waits for what is typed; nil for a Ctrl-C that came as a signal and for a terminal that is
  /// gone.
  private func nextByte() -> UInt8? {
    while true {
      var polled = [
        pollfd(fd: terminal, events: Int16(POLLIN), revents: 0),
        pollfd(fd: wake.readEnd, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&polled, nfds_t(polled.count), -1) > 0 else { continue }
      if polled[1].revents != 0 {
        let events = wake.takeEvents()
        if events.contains(.interrupted) { return nil }
        if events.contains(.stopped) { stop() }
        // Somebody else stopped the process, and may have left other modes.
        if events.contains(.continued) { enterRawMode() }
      }
      guard polled[0].revents != 0 else { continue }
      var byte = [UInt8](repeating: 0, count: 1)
      switch ReadResult.next(from: terminal, into: &byte) {
      case .noData: continue
      case .end, .failed: return nil
      case .bytes(let chunk): if let byte = chunk.first { return byte }
      }
    }
  }

  private func stop() {
    TerminalSignals.restoreModes()
    TerminalSignals.stopProcess()
    enterRawMode()
  }

  /// Each key by itself, Ctrl-C too, and not shown.
  private func enterRawMode() {
    var modes = termios()
    guard tcgetattr(terminal, &modes) == 0 else { return }
    modes.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG)
    tcsetattr(terminal, TCSANOW, &modes)
  }

  /// Drops what stands behind an escape: `[` or `O`, parameters, and the letter that ends them.
  private func dropSequence() {
    var isFirst = true
    while true {
      var polled = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
      var byte = [UInt8](repeating: 0, count: 1)
      guard poll(&polled, 1, 0) > 0,
        case .bytes(let chunk) = ReadResult.next(from: terminal, into: &byte),
        let next = chunk.first
      else { return }
      let isIntroducer = isFirst && (next == UInt8(ascii: "[") || next == UInt8(ascii: "O"))
      isFirst = false
      if !isIntroducer, 0x40...0x7E ~= next { return }
    }
  }
}

private let controlC: UInt8 = 3
private let controlD: UInt8 = 4
private let controlZ: UInt8 = 26
private let escape: UInt8 = 27
