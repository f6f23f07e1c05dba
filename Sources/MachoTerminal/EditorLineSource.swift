import MachoLocks
import MachoStreams

/// Lines that a person types at a terminal. The editor lives on a thread of its own; the other
/// threads leave what they want in its mailbox.
final class EditorLineSource: LineSource {
  let isInteractive = true
  private let configuration: LineSourceConfiguration
  private let mailbox: EditorMailbox
  private let thread = Lock<PosixThread?>(nil)

  init(_ configuration: LineSourceConfiguration) {
    self.configuration = configuration
    mailbox = EditorMailbox(output: configuration.output)
    // Here, where the caller has most likely no other thread yet: the locale is the process's.
    _ = CharacterLocale.isUTF8
  }

  func start(onInput: @escaping @Sendable (TerminalInput) -> Void) {
    // Signals are caught from here on, not from whenever the thread gets to run.
    TerminalSignals.claim(wake: mailbox.wake, terminal: configuration.input)
    let editor = PosixThread { [configuration, mailbox] in
      Self.run(configuration, mailbox, onInput)
    }
    thread.withLock { $0 = editor }
  }

  func requestLine(prompt: String) { mailbox.request(.read(prompt: prompt)) }

  func useHistory(at path: String?) { mailbox.request(.useHistory(path: path)) }

  func showStatus(_ text: String?) { mailbox.setStatus(text) }

  func print(_ text: String) { mailbox.print(text) }

  func addToHistory(_ entry: String) { mailbox.request(.addToHistory(entry)) }

  func close() {
    mailbox.close()
    thread.withLock { $0 }?.join()
    TerminalSignals.release(wake: mailbox.wake)
  }

  private static func run(
    _ configuration: LineSourceConfiguration, _ mailbox: EditorMailbox,
    _ onInput: (TerminalInput) -> Void
  ) {
    guard let editor = LineEditor(configuration, mailbox) else {
      // No memory, or no terminal after all: nothing will ever be typed.
      onInput(.endOfInput)
      return
    }
    defer { editor.shutDown() }
    while true {
      switch mailbox.nextJob() {
      case .read(let prompt):
        guard let input = editor.readEntry(prompt: prompt) else { continue }
        onInput(input)
        // A Ctrl-C that came right behind Return is about the line that was entered.
        if editor.typeAhead.startsWithInterrupt {
          editor.dropTyped()
          // As the terminal does where it makes a signal of it.
          editor.show("^C")
          onInput(.interruptedWhileIdle)
        }
      case .useHistory(let path): editor.history.switchFile(at: path)
      case .addToHistory(let entry): editor.history.add(entry)
      case .close: return
      case nil:
        _ = waitUntilReadable(mailbox.wake.readEnd)
        let events = mailbox.wake.takeEvents()
        if events.contains(.resized) { editor.resize() }
        if events.contains(.stopped) { TerminalSignals.stopProcess() }
        if events.contains(.interrupted) {
          editor.dropTyped()
          onInput(.interruptedWhileIdle)
        }
      }
    }
  }
}
