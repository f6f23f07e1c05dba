import MachoLocks
import MachoSystem

/// A line source that reads a file or pipe unchanged, without prompts.
final class StreamLineSource: LineSource {
  let isInteractive = false
  private let configuration: LineSourceConfiguration
  private let wake = WakePipe()
  private let state = Lock(State())
  /// Held while text is written, so that text of two threads does not mix.
  private let output = Lock(())

  private struct State {
    var requests = 0
    var isClosing = false
    var thread: PosixThread?
  }

  init(_ configuration: LineSourceConfiguration) { self.configuration = configuration }

  func start(onInput: @escaping @Sendable (TerminalInput) -> Void) {
    let thread = PosixThread { [self] in run(onInput) }
    state.withLock { $0.thread = thread }
  }

  func requestLine(prompt: String) {
    state.withLock { $0.requests += 1 }
    wake.send(.mail)
  }

  func print(_ text: String) {
    output.withLock { _ in write(text.endingInNewline, to: configuration.output) }
  }

  /// Does nothing: lines of a file or pipe are not added to a history.
  func useHistory(at path: String?) {}

  /// Does nothing: output to a file or pipe cannot be erased.
  func showStatus(_ text: String?) {}

  /// Does nothing: only terminals have a history.
  func addToHistory(_ entry: String) {}

  func close() {
    let thread = state.withLock { state in
      state.isClosing = true
      return state.thread
    }
    wake.send(.mail)
    thread?.join()
  }

  private func run(_ onInput: (TerminalInput) -> Void) {
    var reader = EntryReader(configuration)
    while waitForRequest() {
      guard let input = reader.next(wake: wake, isClosing: { state.withLock(\.isClosing) })
      else { return }
      onInput(input)
    }
  }

  /// Blocks until a line is requested. Returns `false` if the source is closed.
  private func waitForRequest() -> Bool {
    while true {
      let isRequested: Bool? = state.withLock { state in
        if state.isClosing { return false }
        guard state.requests > 0 else { return nil }
        state.requests -= 1
        return true
      }
      if let isRequested { return isRequested }
      _ = waitUntilReadable(wake.readEnd)
      _ = wake.takeEvents()
    }
  }
}

/// Joins lines to entries.
private struct EntryReader {
  private let configuration: LineSourceConfiguration
  private var splitter: LineSplitter
  private var buffer = [UInt8](repeating: 0, count: 64 << 10)
  private var isAtEnd = false
  private var failure: Int32?

  init(_ configuration: LineSourceConfiguration) {
    self.configuration = configuration
    splitter = LineSplitter(limit: configuration.entryLimit)
  }

  /// Returns the next entry, or `nil` if the source is closed before it is complete.
  mutating func next(wake: WakePipe, isClosing: () -> Bool) -> TerminalInput? {
    let isComplete = configuration.entryBoundary.startEntry()
    var entry: String?
    while true {
      switch splitter.next(atEnd: isAtEnd) {
      case .text(let line):
        let length = (entry?.utf8.count ?? -1) + 1 + line.utf8.count
        guard length <= configuration.entryLimit else {
          return .unreadable(.tooLong(limit: configuration.entryLimit))
        }
        if entry == nil { entry = line } else { entry?.append("\n" + line) }
        if isComplete(line), let entry { return .line(entry) }
      case .unreadable(let error): return .unreadable(error)
      case nil where isAtEnd:
        // An incomplete entry is delivered. Its parser reports what is missing.
        if let entry { return .line(entry) }
        defer { failure = nil }
        return failure.map { .unreadable(.failed(errno: $0)) } ?? .endOfInput
      case nil: guard readMore(wake, isClosing) else { return nil }
      }
    }
  }

  private mutating func readMore(_ wake: WakePipe, _ isClosing: () -> Bool) -> Bool {
    let readable = waitUntilReadable(configuration.input, wake.readEnd)
    if readable[1] { _ = wake.takeEvents() }
    if isClosing() { return false }
    guard readable[0] else { return true }
    switch ReadResult.next(from: configuration.input, into: &buffer) {
    case .bytes(let chunk): splitter.append(chunk)
    case .noData: break
    case .end: isAtEnd = true
    case .failed(let errno):
      failure = errno
      isAtEnd = true
    }
    return true
  }
}

extension String {
  /// The text with a trailing newline. Empty text stays empty.
  var endingInNewline: String { isEmpty || utf8.last == UInt8(ascii: "\n") ? self : self + "\n" }
}
