import MachoLocks
import MachoSystem

/// A line source that reads a file or pipe unchanged, without prompts.
///
/// PERFORMANCE: input is read in blocks. A request is answered at once, on the calling thread, if the
/// block contains the entry. A thread waits for more input.
final class StreamLineSource: LineSource {
  let isInteractive = false
  private let configuration: LineSourceConfiguration
  private let isTerminal: Bool
  private let wake = WakePipe()
  private let state: Lock<State>
  /// Held while text is written, so that text of two threads does not mix.
  private let output = Lock(())

  /// SAFETY: `@unchecked Sendable`, because the closure in `entries` is called only while the state is
  /// locked, and nothing else refers to it.
  private struct State: @unchecked Sendable {
    /// The requests that wait for input.
    var requests = 0
    var entries: EntryReader
    var onInput: @Sendable (TerminalInput) -> Void = { _ in }
    var isClosing = false
    var thread: PosixThread?
    /// The copy of the input, if any.
    var copy: InputCopy?

    /// Returns the next entry, if it is requested and complete.
    mutating func takeRequested() -> TerminalInput? {
      guard requests > 0, !isClosing, let input = entries.next() else { return nil }
      requests -= 1
      return input
    }
  }

  init(_ configuration: LineSourceConfiguration) {
    self.configuration = configuration
    isTerminal = MachoSystem.isTerminal(configuration.input)
    var entries = EntryReader(configuration)
    // What the last run of the program has read ahead.
    configuration.inputCopy?.readRest { entries.append(.bytes($0)) }
    state = Lock(State(entries: entries, copy: configuration.inputCopy))
  }

  var consumedCount: Int { state.withLock { $0.entries.consumedCount } }

  func start(onInput: @escaping @Sendable (TerminalInput) -> Void) {
    state.withLock { $0.onInput = onInput }
    // A dumb terminal. In a pipe Ctrl-C ends the process.
    if isTerminal { TerminalSignals.claim(wake: wake, terminal: configuration.input) }
    let thread = PosixThread { [self] in run(onInput) }
    state.withLock { $0.thread = thread }
  }

  func requestLine(prompt: String) {
    let (input, onInput) = state.withLock { state in
      state.requests += 1
      return (state.takeRequested(), state.onInput)
    }
    if let input { onInput(input) } else { wake.send(.mail) }
  }

  /// Answers at once: what was read ahead of the request is not lost, because it is in the copy of the
  /// input or in the terminal.
  func cancelRequest() {
    let onInput = state.withLock { state -> (@Sendable (TerminalInput) -> Void)? in
      guard state.requests > 0, !state.isClosing else { return nil }
      state.requests -= 1
      return state.onInput
    }
    onInput?(.cancelled)
  }

  func print(_ text: String) {
    let error = output.withLock { _ in tryWriting(text.endingInNewline, to: configuration.output) }
    if error != 0 { StandardOutput.recordFailure(error) }
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
    if isTerminal { TerminalSignals.release(wake: wake) }
    // The closure may refer to this source.
    state.withLock { $0.onInput = { _ in } }
  }

  /// Handles the signals of a dumb terminal. Ctrl-C discards the entry that is being typed, or
  /// interrupts the running line.
  private func handle(_ events: WakeEvents, _ onInput: (TerminalInput) -> Void) {
    if events.contains(.stopped) { TerminalSignals.stopProcess() }
    guard events.contains(.interrupted) else { return }
    let isRequested = state.withLock { state in
      state.entries.discard()
      guard state.requests > 0 else { return false }
      state.requests -= 1
      return true
    }
    onInput(isRequested ? .interrupted : .interruptedWhileIdle)
  }

  /// Reads while an entry is requested that is not complete.
  private func run(_ onInput: (TerminalInput) -> Void) {
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      while let input = state.withLock({ $0.takeRequested() }) { onInput(input) }
      let (isRequested, isClosing) = state.withLock { ($0.requests > 0, $0.isClosing) }
      if isClosing { return }
      let readable = waitUntilReadable(
        [wake.readEnd] + (isRequested ? [configuration.input] : []))
      if readable[0] { handle(wake.takeEvents(), onInput) }
      guard isRequested, readable[1] else { continue }
      let result = ReadResult.next(from: configuration.input, into: &buffer)
      state.withLock { state in
        if case .bytes(let chunk) = result { state.copy?.append(chunk) }
        state.entries.append(result)
      }
    }
  }
}

/// Joins lines to entries.
private struct EntryReader {
  private let boundary: EntryBoundary
  private let limit: Int
  private var splitter: LineSplitter
  private var isAtEnd = false
  private var failure: Int32?
  /// The lines of an incomplete entry.
  private var entry: String?
  /// Whether a line completes the entry that has begun.
  private var isComplete: ((String) -> Bool)?
  /// The number of bytes that were appended, and that of those in delivered entries.
  private var appendedCount: Int
  private(set) var consumedCount: Int

  init(_ configuration: LineSourceConfiguration) {
    boundary = configuration.entryBoundary
    limit = configuration.entryLimit
    splitter = LineSplitter(limit: limit)
    appendedCount = configuration.inputCopy?.consumedCount ?? 0
    consumedCount = appendedCount
  }

  mutating func append(_ result: ReadResult) {
    switch result {
    case .bytes(let chunk):
      appendedCount += chunk.count
      splitter.append(chunk)
    case .noData: break
    case .end: isAtEnd = true
    case .failed(let errno):
      failure = errno
      isAtEnd = true
    }
  }

  /// Drops all input that was not delivered.
  mutating func discard() {
    splitter = LineSplitter(limit: limit)
    entry = nil
    isComplete = nil
    consumedCount = appendedCount
  }

  /// Returns the next entry, or `nil` if more bytes are needed.
  mutating func next() -> TerminalInput? {
    while true {
      switch splitter.next(atEnd: isAtEnd) {
      case .text(let line):
        let length = (entry?.utf8.count ?? -1) + 1 + line.utf8.count
        guard length <= limit else { return end(with: .unreadable(.tooLong(limit: limit))) }
        if entry == nil { entry = line } else { entry?.append("\n" + line) }
        // Assigned once for each entry: an assignment of the closure to itself would wrap it.
        if isComplete == nil { isComplete = boundary.startEntry() }
        if isComplete?(line) == true, let entry { return end(with: .line(entry)) }
      case .unreadable(let error): return end(with: .unreadable(error))
      case nil where isAtEnd:
        // An incomplete entry is delivered. Its parser reports what is missing.
        if let entry { return end(with: .line(entry)) }
        defer { failure = nil }
        return failure.map { .unreadable(.failed(errno: $0)) } ?? .endOfInput
      case nil: return nil
      }
    }
  }

  private mutating func end(with input: TerminalInput) -> TerminalInput {
    entry = nil
    isComplete = nil
    consumedCount = appendedCount - splitter.remainingCount
    return input
  }
}

extension String {
  /// The text with a trailing newline. Empty text stays empty.
  var endingInNewline: String { isEmpty || utf8.last == UInt8(ascii: "\n") ? self : self + "\n" }
}
