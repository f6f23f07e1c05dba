import MachoScripting
import MachoSystem

/// Decodes requests from lines of text. A line with an open delimiter waits for its continuation.
struct TextRequestDecoder: RequestDecoder {
  private var splitter: MessageSplitter
  private var token = ""
  private var lines: [String] = []
  private var open = LogicalLineReader()
  private var length = 0
  private let limit: Int

  /// Complete requests that were not returned yet: one line may also complete the previous one.
  private var ready: [IncomingMessage] = []

  init(limit: Int) {
    splitter = MessageSplitter(.lines, limit: limit)
    self.limit = limit
  }

  /// The next line can always be found.
  var isBroken: Bool { false }

  mutating func append(_ bytes: ArraySlice<UInt8>) { splitter.append(bytes) }

  mutating func next(atEnd: Bool) -> IncomingMessage? {
    while ready.isEmpty, let piece = splitter.next(atEnd: atEnd) {
      switch piece {
      case .message(let text): consume(text)
      case .invalid(let error), .unrecoverable(let error): reject(error)
      }
    }
    if ready.isEmpty, atEnd { flush() }
    return ready.isEmpty ? nil : ready.removeFirst()
  }

  private mutating func consume(_ text: String) {
    let line: TextLine
    do throws(WireError) { line = try TextLine(reading: text) } catch { return reject(error) }
    if line.isContinuation {
      guard !lines.isEmpty, line.token == token else {
        return reject(TextLine.invalidToken("no line of '\(line.token)' can be continued"))
      }
      length += line.text.utf8.count + 1
      guard length <= limit else {
        lines = []
        return reject(WireError(LineReadError.tooLong(limit: limit)))
      }
    } else {
      flush()
      (token, open) = (line.token, LogicalLineReader())
      length = line.text.utf8.count
    }
    lines.append(line.text)
    if open.consume(line.text) { flush() }
  }

  /// Rejects an invalid line, after completing the previous one.
  private mutating func reject(_ error: WireError) {
    flush()
    ready.append(.invalid(error, nil))
  }

  /// Completes the pending lines. If a delimiter is still open, running them reports the error.
  private mutating func flush() {
    guard !lines.isEmpty else { return }
    ready.append(.line(token: token, text: lines.joined(separator: "\n")))
    lines = []
  }
}
