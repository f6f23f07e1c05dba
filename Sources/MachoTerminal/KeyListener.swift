import MachoLocks
import MachoSystem

/// Reads keys from a terminal, without Return, while its owner also waits for other events.
///
/// Keys are read between `next` and `pause`, and only while the process is in the foreground. The
/// terminal modes are restored by `pause`, by each signal that ends or stops the process, and by a
/// crash. Ctrl-C and Ctrl-Z stay signals.
package final class KeyListener {
  /// What ended a wait.
  package enum Event: Hashable, Sendable {
    case key(Character)
    /// Escape.
    case escape
    /// SIGINT, as Ctrl-C sends it.
    case interrupted
    /// The terminal hung up, so no keys follow.
    case closed
    /// The time is over, or the other descriptor is readable.
    case none
  }

  private let terminal: Int32
  private let wake = WakePipe()
  private var isReading = false
  private var isClosed = false
  /// Whether Ctrl-C was pressed while a text was read.
  private var wasInterrupted = false

  /// Creates a listener for a terminal.
  package init(terminal: Int32) { self.terminal = terminal }

  deinit { pause() }

  /// Waits for a key.
  ///
  /// - Parameters:
  ///   - milliseconds: The time after which the wait ends. Negative: never.
  ///   - descriptor: The wait also ends if this descriptor is readable. -1: none.
  package func next(within milliseconds: Int32, or descriptor: Int32 = -1) -> Event {
    if wasInterrupted { return .interrupted }
    resume()
    var polled = [isReading ? terminal : -1, isReading ? wake.readEnd : -1, descriptor].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    guard poll(&polled, nfds_t(polled.count), milliseconds) > 0 else { return .none }
    if polled[1].revents != 0, let event = eventOfSignals() { return event }
    guard polled[0].revents != 0 else { return .none }
    switch nextByte() {
    case nil: return .none
    case .some(nil):
      pause()
      isClosed = true
      return .closed
    case .some(let byte?):
      // An arrow key and the like sends several bytes, none of which is a key by itself.
      if byte == escape { return dropEscapeSequence(from: terminal) ? .none : .escape }
      return .key(character(startingWith: byte))
    }
  }

  /// Reads a line of text, which is shown after a prompt. Ctrl-U removes all of it. Returns `nil` for
  /// Escape, Ctrl-C, Ctrl-D and a terminal that hung up.
  package func readText(prompt: String) -> String? {
    var text = ""
    func show(_ end: String = "") {
      // The end of the line is cleared, where a removed character stood.
      let bytes = Array("\r\(prompt)\(text)\u{1B}[K\(end)".utf8)
      _ = write(STDOUT_FILENO, bytes, bytes.count)
    }
    while true {
      show()
      switch next(within: -1) {
      case .key("\n"), .key("\r"):
        show("\n")
        return text
      case .key("\u{7F}"), .key("\u{8}"): text = String(text.dropLast())
      case .key("\u{15}"): text = ""
      case .key("\u{4}"), .escape, .closed:
        show("\n")
        return nil
      case .interrupted:
        // The owner ends too.
        wasInterrupted = true
        show("\n")
        return nil
      case .key(let key):
        if key.unicodeScalars.allSatisfy({ $0.value >= 0x20 }) { text.append(key) }
      case .none: break
      }
    }
  }

  /// Restores the terminal modes. The next call of `next` reads keys again.
  package func pause() {
    guard isReading else { return }
    isReading = false
    TerminalSignals.restoreModes()
    TerminalSignals.release(wake: wake)
  }

  /// Starts to read keys, unless the process is in the background: it may not change the modes then.
  private func resume() {
    guard !isReading, !isClosed, isInForeground else { return }
    isReading = true
    TerminalSignals.claim(wake: wake, terminal: terminal)
    setModes()
  }

  /// Whether the process may change the modes: it is in the terminal's foreground, or the terminal
  /// does not control it.
  private var isInForeground: Bool {
    let foreground = tcgetpgrp(terminal)
    return foreground < 0 || foreground == getpgrp()
  }

  /// Sets modes in which each key is read at once and not echoed.
  private func setModes() {
    var modes = termios()
    guard tcgetattr(terminal, &modes) == 0 else { return }
    modes.c_lflag &= ~tcflag_t(ICANON | ECHO)
    tcsetattr(terminal, TCSANOW, &modes)
  }

  private func eventOfSignals() -> Event? {
    let events = wake.takeEvents()
    if events.contains(.interrupted) { return .interrupted }
    if events.contains(.stopped) {
      pause()
      TerminalSignals.stopProcess()
      resume()
    } else if events.contains(.continued) {
      // Another process stopped this one and may have changed the terminal modes.
      if isInForeground { setModes() }
    }
    return nil
  }

  /// Returns a byte; `.some(nil)` if the terminal hung up; `nil` if there is none yet.
  private func nextByte() -> UInt8?? {
    var byte = [UInt8](repeating: 0, count: 1)
    switch ReadResult.next(from: terminal, into: &byte) {
    case .noData: return nil
    case .end, .failed: return .some(nil)
    case .bytes(let chunk): return .some(chunk.first)
    }
  }

  /// Returns the character of a key, which may have several bytes.
  private func character(startingWith first: UInt8) -> Character {
    var bytes = [first]
    let count = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1
    while bytes.count < count, case .some(let byte?) = nextByte() { bytes.append(byte) }
    return String(decoding: bytes, as: UTF8.self).first ?? "\u{FFFD}"
  }
}
