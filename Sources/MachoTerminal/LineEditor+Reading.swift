import CLibedit
import MachoLocks
import MachoSystem

extension LineEditor {
  /// Reads the next key for libedit. 0 is the end of input.
  ///
  /// SAFETY: libedit passes memory for one key, for the call only.
  func readScalar(into key: UnsafeMutablePointer<wchar_t>) -> Int32 {
    // The next drawing must not find a hint or a menu on the screen.
    defer {
      eraseHint()
      closeMenu()
    }
    while true {
      if mailbox.isClosing { return 0 }
      showPendingTexts()
      if !pasted.isEmpty {
        // Many pasted entries may be queued. A Ctrl-C typed meanwhile must take effect between
        // them.
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
        // The terminal may be usable again at the next request.
        typeAhead = TypeAheadBuffer()
        return 0
      }
      if mailbox.isCancelled, isUntouched {
        // `readEntry` erases the prompt.
        isCancelled = true
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

  /// Whether no text is typed.
  private var isUntouched: Bool {
    earlierLines.isEmpty && typed.scalars.isEmpty && !typeAhead.hasIncompleteInput
  }

  /// Handles pending signals. An interrupt becomes the next key.
  func handleEvents() {
    let events = mailbox.wake.takeEvents()
    if events.contains(.resized) {
      eraseLine()
      drawLine()
    }
    if events.contains(.stopped) {
      stop()
    } else if events.contains(.continued) {
      // Another process stopped this one and may have left the terminal in modes that the editor
      // does not expect. Leave the editing modes and enter them again.
      leaveEditingModes()
      enterEditingModes()
      eraseLine()
      drawLine()
    }
    // As the terminal does with its own input queue.
    if events.contains(.interrupted) { dropTyped(interrupting: true) }
  }

  /// Stops the process. After it continues, the line is redrawn below any new output.
  private func stop() {
    let (scalars, cursor) = typed
    closeLine()
    show("\n")
    leaveEditingModes()
    TerminalSignals.stopProcess()
    enterEditingModes()
    resize()
    macho_move_cursor(handle, Int32(cursor - scalars.count))
    drawLine()
  }

  /// Drops input that was typed or pasted but not yet processed.
  func dropTyped(interrupting: Bool = false) {
    pasted = PastedLines()
    typeAhead = TypeAheadBuffer(interrupted: interrupting)
  }
}

extension LineEditor {
  /// Enters libedit's modes, with signal keys disabled. So Ctrl-C and the like are read in order,
  /// drop nothing that was typed before, and are plain text in a paste. Outside the editor they are
  /// signals again, because libedit restores all modes.
  func enterEditingModes() {
    macho_prepare_terminal(handle, 1)
    // Enables bracketed paste, so that pasted and typed text can be distinguished.
    show("\u{1B}[?2004h")
    TerminalSignals.setBracketedPaste(terminal: configuration.output)
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
    TerminalSignals.setBracketedPaste(terminal: -1)
    show("\u{1B}[?2004l")
  }

  /// Signals the whole process group, as the terminal does for such a key.
  func signalGroup(_ signal: Int32) -> UInt8 {
    kill(0, signal)
    return UInt8(CC_NORM)
  }
}
