import MachoLocks
import MachoSystem

/// Requests and text from other threads for the editor thread, the only one that uses the editor.
final class EditorMailbox: Sendable {
  let wake = WakePipe()
  private let contents = Lock(Contents())
  private let output: Int32

  private struct Contents {
    var jobs: [Job] = []
    /// Text printed while a line is being edited. The editor thread shows it.
    var texts: [String] = []
    var isReading = false
    /// Whether reading ends as soon as no text is typed.
    var isCancelled = false
    var isClosing = false
    /// The number of the latest completion request.
    var completionRequestID = 0
    var completions: [CompletionItem]?
    /// The number of the latest hint request.
    var hintRequestID = 0
    var hint: Hint?
    var status: String?
  }

  enum Job {
    case read(prompt: String)
    case useHistory(path: String?)
    /// Adds an entry to the history.
    case addToHistory(String)
    case close
  }

  init(output: Int32) { self.output = output }

  // MARK: For any thread

  func request(_ job: Job) {
    contents.withLock { $0.jobs.append(job) }
    wake.send(.mail)
  }

  func cancelReading() {
    contents.withLock { $0.isCancelled = true }
    wake.send(.mail)
  }

  func setStatus(_ status: String?) {
    contents.withLock { $0.status = status }
    wake.send(.mail)
  }

  /// Writes text, or queues it for the editor thread if a line is on the screen.
  ///
  /// ORDER: text appears in the order of the calls. Queued text is written under the same lock,
  /// before any newer text.
  func print(_ text: String) {
    let isQueued = contents.withLock { contents in
      if contents.isReading {
        contents.texts.append(text)
      } else {
        write(text.endingInNewline, to: output)
      }
      return contents.isReading
    }
    if isQueued { wake.send(.mail) }
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

  var isCancelled: Bool { contents.withLock(\.isCancelled) }

  func beginReading() { contents.withLock { $0.isReading = true } }

  func endReading() {
    contents.withLock { contents in
      for text in contents.texts { write(text.endingInNewline, to: output) }
      contents.texts = []
      contents.isReading = false
      contents.isCancelled = false
    }
  }

  func takeTexts() -> [String] {
    contents.withLock { contents in
      defer { contents.texts = [] }
      return contents.texts
    }
  }

  /// Starts a completion request and returns its number. Replies to older requests are ignored.
  func startCompletionRequest() -> Int {
    contents.withLock { contents in
      contents.completionRequestID += 1
      contents.completions = nil
      return contents.completionRequestID
    }
  }

  func finishCompletionRequest(_ requestID: Int, _ items: [CompletionItem]) {
    contents.withLock { if $0.completionRequestID == requestID { $0.completions = items } }
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

  func finishHintRequest(_ requestID: Int, _ hint: Hint) {
    contents.withLock { if $0.hintRequestID == requestID { $0.hint = hint } }
    wake.send(.mail)
  }

  func takeHint() -> Hint? {
    contents.withLock { contents in
      defer { contents.hint = nil }
      return contents.hint
    }
  }
}
