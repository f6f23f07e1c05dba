import MachoLocks
import MachoSystem

/// Reads single keys from a terminal, without Return.
package struct KeyPress {
  private let terminal: Int32
  private let wake = WakePipe()

  /// Creates a reader for a terminal.
  package init(terminal: Int32) { self.terminal = terminal }

  /// Whether standard input and output are both terminals.
  package static var isAvailable: Bool { isTerminal(STDIN_FILENO) && isTerminal(STDOUT_FILENO) }

  /// Waits for one of `keys` and ignores others. Returns `nil` for Ctrl-C, Ctrl-D and a terminal
  /// that hung up. The terminal modes are restored before it returns, and by every signal.
  ///
  /// Calls `onReady` once keys are read. Before that, Ctrl-D would be the end of a line.
  package func next(of keys: [Character], onReady: () -> Void) -> Character? {
    TerminalSignals.claim(wake: wake, terminal: terminal)
    defer {
      TerminalSignals.restoreModes()
      TerminalSignals.release(wake: wake)
    }
    enterRawMode()
    onReady()
    while let byte = nextByte() {
      switch byte {
      case controlC, controlD: return nil
      case controlZ: stop()
      // An arrow key and the like sends several bytes, none of which is a key by itself.
      case escape: _ = dropEscapeSequence(from: terminal)
      default: if let key = keys.first(where: { $0.asciiValue == byte }) { return key }
      }
    }
    return nil
  }

  /// Waits for a byte. Returns `nil` for SIGINT and for a terminal that hung up.
  private func nextByte() -> UInt8? {
    while true {
      let readable = waitUntilReadable(terminal, wake.readEnd)
      if readable[1] {
        let events = wake.takeEvents()
        if events.contains(.interrupted) { return nil }
        if events.contains(.stopped) { stop() }
        // Another process stopped this one and may have changed the terminal modes.
        if events.contains(.continued) { enterRawMode() }
      }
      guard readable[0] else { continue }
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

  /// Sets modes in which each key, also Ctrl-C, is read at once and not echoed.
  private func enterRawMode() {
    var modes = termios()
    guard tcgetattr(terminal, &modes) == 0 else { return }
    modes.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG)
    tcsetattr(terminal, TCSANOW, &modes)
  }
}

/// Skips what follows Escape in the sequence of a key such as an arrow: `[` or `O`, parameters, and the
/// final letter. Keys after the sequence stay unread. Returns `false` if nothing follows Escape.
func dropEscapeSequence(from terminal: Int32) -> Bool {
  var count = 0
  while true {
    var byte = [UInt8](repeating: 0, count: 1)
    guard isReadable(terminal),
      case .bytes(let chunk) = ReadResult.next(from: terminal, into: &byte),
      let next = chunk.first
    else { return count > 0 }
    let isIntroducer = count == 0 && (next == UInt8(ascii: "[") || next == UInt8(ascii: "O"))
    count += 1
    if !isIntroducer, 0x40...0x7E ~= next { return true }
  }
}

private let controlC: UInt8 = 3
private let controlD: UInt8 = 4
private let controlZ: UInt8 = 26
/// The first byte of Escape and of keys that send a sequence.
let escape: UInt8 = 27
