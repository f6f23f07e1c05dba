import CLibedit
import MachoStreams

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension LineEditor {
  /// libedit's reader: the next key. 0 is the end of input.
  func readScalar(into key: UnsafeMutablePointer<wchar_t>) -> Int32 {
    // Whatever comes of the key is drawn as if no hint had ever been there.
    defer { eraseHint() }
    while true {
      if mailbox.isClosing { return 0 }
      showPendingTexts()
      if !pasted.isEmpty {
        // Many entries may wait to be taken: they leave somebody who types Ctrl-C the last word.
        if isReadable(mailbox.wake.readEnd) { handleEvents() }
        if isReadable(configuration.input) { typeAhead.read(from: configuration.input) }
        if !typeAhead.isInterrupted {
          key.pointee = EditorKey.paste.unit
          return 1
        }
        dropTyped(interrupting: true)
      }
      switch typeAhead.next() {
      case .scalar(let scalar):
        key.pointee = wchar_t(truncatingIfNeeded: scalar.value)
        return 1
      case .paste(let text):
        pasted.append(text)
        continue
      case nil: break
      }
      if typeAhead.isAtEnd {
        // The next request may find the terminal alive again.
        typeAhead = TypeAheadBuffer()
        return 0
      }
      showHint()
      let readable = waitUntilReadable(configuration.input, mailbox.wake.readEnd)
      if readable[1] {
        handleEvents()
      } else if readable[0] {
        typeAhead.read(from: configuration.input)
      }
    }
  }

  /// Does what the signals want; an interrupt becomes the key that is read next.
  func handleEvents() {
    let events = mailbox.wake.takeEvents()
    if events.contains(.resized) {
      eraseLine()
      drawLine()
    }
    if events.contains(.stopped) {
      stop()
    } else if events.contains(.continued) {
      // Somebody else stopped the process and may have left the terminal in other modes than the
      // editor believes: out of them and in again.
      leaveEditingModes()
      enterEditingModes()
      eraseLine()
      drawLine()
    }
    // As the terminal does with what it holds itself.
    if events.contains(.interrupted) { dropTyped(interrupting: true) }
  }

  /// Stops the process, and has the line stand under what came meanwhile when it goes on.
  private func stop() {
    let (scalars, cursor) = typed
    closeLine()
    show("\n")
    leaveEditingModes()
    TerminalSignals.stopProcess()
    enterEditingModes()
    resize()
    el_cursor(handle, Int32(cursor - scalars.count))
    drawLine()
  }

  /// Drops what was typed and pasted and not yet looked at.
  func dropTyped(interrupting: Bool = false) {
    pasted = PastedLines()
    typeAhead = TypeAheadBuffer(interrupted: interrupting)
  }
}

extension LineEditor {
  /// libedit's modes, and no key that the terminal makes a signal of: each comes in its turn, drops
  /// nothing that was typed before it, and is nothing but text in a paste. Outside of the editor
  /// they are signals, since libedit sets all the modes anew when it leaves.
  func enterEditingModes() {
    macho_prepare_terminal(handle, 1)
    // Asks the terminal to tell what is pasted from what is typed.
    show("\u{1B}[?2004h")
    TerminalSignals.setBracketedPaste(to: configuration.output)
    var modes = termios()
    guard tcgetattr(configuration.input, &modes) == 0 else { return }
    modes.c_lflag &= ~tcflag_t(ISIG | IEXTEN)
    modes.c_iflag &= ~tcflag_t(IXON)
    tcsetattr(configuration.input, TCSANOW, &modes)
  }

  func leaveEditingModes() {
    macho_prepare_terminal(handle, 0)
    stopBracketingPastes()
  }

  func stopBracketingPastes() {
    TerminalSignals.setBracketedPaste(to: -1)
    show("\u{1B}[?2004l")
  }

  /// Does what the terminal does at such a key: everything that was started with us is signalled.
  func signalGroup(_ signal: Int32) -> UInt8 {
    kill(0, signal)
    return UInt8(CC_NORM)
  }
}
