import MachoLocks
import MachoStreams

/// What other threads leave for the editor's thread, which alone touches the editor.
final class EditorMailbox: Sendable {
  let wake = WakePipe()
  private let contents = Lock(Contents())
  private let output: Int32

  private struct Contents {
    var jobs: [Job] = []
    /// Printed while a line is being typed: the editor's thread shows it.
    var texts: [String] = []
    var isReading = false
    var isClosing = false
    /// Counts the questions that were asked of the completer.
    var completionRequestID = 0
    var completions: [CompletionItem]?
    /// The same of the one that gives hints.
    var hintRequestID = 0
    var hint: String?
    var status: String?
  }

  enum Job {
    case read(prompt: String)
    case useHistory(path: String?)
    /// Puts an entry into the history.
    case addToHistory(String)
    case close
  }

  init(output: Int32) { self.output = output }

  // MARK: For any thread

  func request(_ job: Job) {
    contents.withLock { $0.jobs.append(job) }
    wake.send(.mail)
  }

  func setStatus(_ status: String?) {
    contents.withLock { $0.status = status }
    wake.send(.mail)
  }

  /// Writes at once, or has the editor's thread do it where a line is on the screen. Texts come out
  /// in the order in which they were given: what waits is written under the same lock, before
  /// anything newer.
  func print(_ text: String) {
    let waits = contents.withLock { contents in
      if contents.isReading {
        contents.texts.append(text)
      } else {
        write(text.endingInNewline, to: output)
      }
      return contents.isReading
    }
    if waits { wake.send(.mail) }
  }

  func close() {
    contents.withLock { $0.isClosing = true }
    wake.send(.mail)
  }

  // MARK: For the editor's thread

  var isClosing: Bool { contents.withLock(\.isClosing) }

  func nextJob() -> Job? {
    contents.withLock { contents in
      if contents.isClosing { return .close }
      return contents.jobs.isEmpty ? nil : contents.jobs.removeFirst()
    }
  }

  var status: String? { contents.withLock(\.status) }

  func beginReading() { contents.withLock { $0.isReading = true } }

  func endReading() {
    contents.withLock { contents in
      for text in contents.texts { write(text.endingInNewline, to: output) }
      contents.texts = []
      contents.isReading = false
    }
  }

  func takeTexts() -> [String] {
    contents.withLock { contents in
      defer { contents.texts = [] }
      return contents.texts
    }
  }

  /// Begins a question; an answer to an older one no longer counts.
  func startCompletionRequest() -> Int {
    contents.withLock { contents in
      contents.completionRequestID += 1
      contents.completions = nil
      return contents.completionRequestID
    }
  }

  func finishCompletionRequest(_ question: Int, _ items: [CompletionItem]) {
    contents.withLock { if $0.completionRequestID == question { $0.completions = items } }
    wake.send(.mail)
  }

  func takeCompletions() -> [CompletionItem]? {
    contents.withLock { contents in
      defer { contents.completions = nil }
      return contents.completions
    }
  }

  func startHintRequest() -> Int {
    contents.withLock { contents in
      contents.hintRequestID += 1
      contents.hint = nil
      return contents.hintRequestID
    }
  }

  func finishHintRequest(_ question: Int, _ hint: String?) {
    contents.withLock { if $0.hintRequestID == question { $0.hint = hint } }
    wake.send(.mail)
  }

  func takeHint() -> String? {
    contents.withLock { contents in
      defer { contents.hint = nil }
      return contents.hint
    }
  }
}
