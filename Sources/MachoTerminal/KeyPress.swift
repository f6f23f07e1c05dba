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
  package static var isPossible: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

  /// Waits for one of some keys and passes over others; nil for Ctrl-C, Ctrl-D and a terminal that is
  /// gone. The terminal has its own modes back by then, whatever signal comes.
  package func next(of keys: [Character]) -> Character? {
    TerminalSignals.claim(wake: wake, terminal: terminal)
    defer {
      TerminalSignals.restoreModes()
      TerminalSignals.release(wake: wake)
    }
    enterModes()
    while true {
      var polled = [
        pollfd(fd: terminal, events: Int16(POLLIN), revents: 0),
        pollfd(fd: wake.readEnd, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&polled, nfds_t(polled.count), -1) > 0 else { continue }
      if polled[1].revents != 0 {
        let events = wake.takeEvents()
        if events.contains(.interrupted) { return nil }
        if events.contains(.stopped) {
          TerminalSignals.restoreModes()
          TerminalSignals.stopProcess()
          enterModes()
        }
      }
      guard polled[0].revents != 0 else { continue }
      var byte = [UInt8](repeating: 0, count: 1)
      switch Chunk.next(from: terminal, into: &byte) {
      case .nothingYet: continue
      case .end, .failed: return nil
      case .bytes(let chunk):
        switch chunk.first {
        case controlD?: return nil
        // An arrow and its like: more bytes at once, none of which is a key by itself.
        case escape?: dropSequence()
        case let byte?:
          if let key = keys.first(where: { $0.asciiValue == byte }) { return key }
        case nil: continue
        }
      }
    }
  }

  /// Each key by itself, and not shown.
  private func enterModes() {
    var modes = termios()
    guard tcgetattr(terminal, &modes) == 0 else { return }
    modes.c_lflag &= ~tcflag_t(ICANON | ECHO)
    tcsetattr(terminal, TCSANOW, &modes)
  }

  private func dropSequence() {
    var polled = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
    guard poll(&polled, 1, 0) > 0 else { return }
    var bytes = [UInt8](repeating: 0, count: 64)
    _ = Chunk.next(from: terminal, into: &bytes)
  }
}

private let controlD: UInt8 = 4
private let escape: UInt8 = 27
