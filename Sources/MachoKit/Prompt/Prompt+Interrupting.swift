import MachoSessions
import MachoSystem
import MachoTerminal

extension Prompt {
  /// Returns the closure that a line source calls with its input, on its own thread.
  ///
  /// Ctrl-C interrupts the running line from there, because the main thread is busy. A line counts
  /// as running from its input until the next one is requested, so no Ctrl-C is lost in between.
  ///
  /// - Parameter endsLines: Whether Ctrl-C ends a line that runs code which does not look at the
  ///   interrupt.
  static func inputHandler(
    mailbox: Mailbox<Message>, interrupt: Interrupt, source: any LineSource, endsLines: Bool
  ) -> @Sendable (TerminalInput) -> Void {
    { input in
      switch input {
      case .interruptedWhileIdle:
        // The terminal has echoed `^C` at the cursor.
        source.print("\n")
        guard interrupt.isOpen else { return }
        let isSecondRequest = interrupt.isRequested
        if interrupt.request() { return }
        if endsLines {
          PromptProcess.endLine(isSecondRequest: isSecondRequest)
        } else {
          source.print(#"(the line is still running; Ctrl-\ quits macho)"#)
        }
      case .line:
        interrupt.open()
        mailbox.post(.input(input))
      default: mailbox.post(.input(input))
      }
    }
  }
}
