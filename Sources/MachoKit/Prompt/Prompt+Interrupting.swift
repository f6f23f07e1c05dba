import MachoSessions
import MachoStreams
import MachoTerminal

extension Prompt {
  /// What a line source calls with its input, on a thread of its own.
  ///
  /// Ctrl-C goes from there to the line that runs, for the main thread is busy with that. A line
  /// counts as running from the moment when it was typed to that when the next is asked for, so
  /// that no Ctrl-C falls in between.
  static func inputHandler(
    postingTo mailbox: Mailbox<Message>, stopping interrupt: Interrupt, of source: any LineSource
  ) -> @Sendable (TerminalInput) -> Void {
    { input in
      switch input {
      case .interruptedWhileIdle:
        // The terminal has written ^C wherever the cursor was.
        source.print("\n")
        guard interrupt.isOpen else { return }
        if !interrupt.request() { source.print(#"(the line still runs; Ctrl-\ ends macho)"#) }
      case .line:
        interrupt.open()
        mailbox.post(.input(input))
      default: mailbox.post(.input(input))
      }
    }
  }
}
