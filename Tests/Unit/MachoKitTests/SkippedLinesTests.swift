import MachoScripting
import MachoSessions
import MachoSystem
import MachoTerminal
import Testing

@testable import MachoKit

/// Ctrl-C between two lines, where no line waits.
@Suite struct `Skipped lines` {
  /// Entries as if typed. Ctrl-C is pressed when the text `interrupt` is printed.
  private final class Entries: LineSource, @unchecked Sendable {
    // SAFETY: only the prompt's thread uses it.
    private var entries: ArraySlice<String>
    private let interrupt: String
    private var onInput: (@Sendable (TerminalInput) -> Void)?
    private(set) var printed: [String] = []

    init(_ entries: [String], interrupt: String) {
      self.entries = entries[...]
      self.interrupt = interrupt
    }

    let isInteractive = false
    let consumedCount = 0

    func start(onInput: @escaping @Sendable (TerminalInput) -> Void) { self.onInput = onInput }

    func requestLine(prompt: String) {
      onInput?(entries.popFirst().map { .line($0) } ?? .endOfInput)
    }

    func print(_ text: String) {
      printed.append(text)
      if text == interrupt { onInput?(.interruptedWhileIdle) }
    }

    func cancelRequest() {}
    func useHistory(at path: String?) {}
    func showStatus(_ text: String?) {}
    func addToHistory(_ entry: String) {}
    func close() { onInput = nil }
  }

  private struct Files: FileSource {
    let texts: [String: String]

    func contents(of name: String) throws -> String { try #require(texts[name]) }
  }

  /// Runs entries and a startup file. Returns what the prompt printed, without its notice that a line
  /// still runs.
  private func run(
    _ entries: String..., startup: String? = nil, files: [String: String] = [:]
  ) throws -> [String] {
    let source = Entries(entries, interrupt: "one")
    let session = Session(
      catalog: [], receiveMode: .immediate, context: .test, files: Files(texts: files))
    let redactor = try Redactor(patterns: [], properties: [])
    let prompt = Prompt(
      session: session, recording: SessionRecording(session, redactor: redactor),
      mailbox: Mailbox(), source: source, environment: [:], history: nil)
    let opening = Prompt.StartupOptions(
      startup: startup.map { StartupFile(name: "~/.machorc", text: $0) })
    let passed = prompt.run(first: nil, opening: opening)
    #expect(passed == !source.printed.contains { $0.contains("interrupted:") })
    return source.printed.filter { $0 != "\n" && !$0.hasPrefix("(the line is still running") }
  }

  @Test func `of a startup file are counted`() throws {
    #expect(
      try run("echo typed", startup: "echo zero\necho one\necho two\necho three\n") == [
        "ran ~/.machorc (4 lines)", "zero", "one", "interrupted: skipped 2 lines of ~/.machorc",
        "typed",
      ])
  }

  @Test func `of an entry are counted`() throws {
    #expect(
      try run("echo one\necho two") == ["macho> echo one", "one", "interrupted: skipped 1 line"])
  }

  @Test func `of sourced scripts are counted`() throws {
    let files = ["outer": "source inner\necho four\n", "inner": "echo one\necho two\necho three\n"]
    #expect(
      try run("source outer", "echo typed", files: files) == [
        "source inner", "echo one", "one",
        "interrupted: skipped 2 lines of inner, 1 line of outer", "typed",
      ])
  }

  @Test func `are not reported after the last line`() throws {
    #expect(try run("echo one", "echo typed") == ["one", "typed"])
  }
}
