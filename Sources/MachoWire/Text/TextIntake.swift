import MachoScripting
import MachoStreams

/// Makes requests of lines of text. A line with something open waits for what continues it.
struct TextIntake: Intake {
  private var reader: MessageReader
  private var token = ""
  private var lines: [String] = []
  private var open = LogicalLineReader()
  private var length = 0
  private let limit: Int

  init(limit: Int) {
    reader = MessageReader(.lines, limit: limit)
    self.limit = limit
  }

  mutating func take(_ bytes: ArraySlice<UInt8>, atEnd: Bool, into: (Incoming) -> Void) -> Bool {
    reader.append(bytes)
    while let piece = reader.next(atEnd: atEnd) {
      switch piece {
      case .message(let text): take(text, into)
      case .refused(let error), .broken(let error):
        flush(into)
        into(.refused(error, nil))
      }
    }
    if atEnd { flush(into) }
    return true
  }

  private mutating func take(_ text: String, _ into: (Incoming) -> Void) {
    let line: TextLine
    do throws(WireError) { line = try TextLine(reading: text) } catch {
      flush(into)
      return into(.refused(error, nil))
    }
    if line.isContinuation {
      guard !lines.isEmpty, line.token == token else {
        flush(into)
        return into(.refused(TextLine.bad("nothing of '\(line.token)' is to be continued"), nil))
      }
      length += line.text.utf8.count + 1
      guard length <= limit else {
        lines = []
        return into(.refused(WireError(UnreadableLine.tooLong(limit: limit)), nil))
      }
    } else {
      flush(into)
      (token, open) = (line.token, LogicalLineReader())
      length = line.text.utf8.count
    }
    lines.append(line.text)
    if open.completes(line.text) { flush(into) }
  }

  /// Hands on what there is. What is still open is for whoever runs it to say.
  private mutating func flush(_ into: (Incoming) -> Void) {
    guard !lines.isEmpty else { return }
    into(.line(token: token, text: lines.joined(separator: "\n")))
    lines = []
  }
}
