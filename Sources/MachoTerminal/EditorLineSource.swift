import MachoLocks
import MachoSystem

/// A line source with a line editor on a terminal. The editor runs on its own thread; other threads
/// send it requests through a mailbox.
final class EditorLineSource: LineSource {
  let isInteractive = true
  let consumedCount = 0
  private let configuration: LineSourceConfiguration
  private let mailbox: EditorMailbox
  private let thread = Lock<PosixThread?>(nil)

  init(_ configuration: LineSourceConfiguration) {
    self.configuration = configuration
    mailbox = EditorMailbox(output: configuration.output)
    // The locale is process-wide, so set it here, where the caller most likely has no other threads
    // yet.
    _ = CharacterLocale.isUTF8
  }

  func start(onInput: @escaping @Sendable (TerminalInput) -> Void) {
    // Installs the signal handlers now, independent of when the thread starts.
    TerminalSignals.claim(wake: mailbox.wake, terminal: configuration.input)
    let editor = PosixThread { [configuration, mailbox] in
      Self.run(configuration, mailbox, onInput)
    }
    thread.withLock { $0 = editor }
  }

  func requestLine(prompt: String) { mailbox.request(.read(prompt: prompt)) }

  func cancelRequest() { mailbox.cancelReading() }

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
      // Out of memory, or not a terminal: nothing can be read.
      onInput(.endOfInput)
      return
    }
    defer { editor.shutDown() }
    while true {
      switch mailbox.nextJob() {
      case .read(let prompt):
        guard let input = editor.readEntry(prompt: prompt) else { continue }
        onInput(input)
        // A Ctrl-C typed directly after Return applies to the entered line.
        if editor.typeAhead.startsWithInterrupt {
          editor.dropTyped()
          // As the terminal echoes it.
          editor.show("^C")
          onInput(.interruptedWhileIdle)
        }
      case .useHistory(let path): editor.history.switchFile(to: path)
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
