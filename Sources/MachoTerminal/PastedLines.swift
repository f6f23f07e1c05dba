/// Pasted lines that are not yet in the editor.
struct PastedLines {
  struct Line: Equatable {
    var text: String
    /// Whether a newline was pasted after it. Then it is entered as by Return.
    var isEnded: Bool
  }

  private var lines: ArraySlice<Line> = []
  /// The text after the cursor when lines were pasted before it.
  var tail = ""

  var isEmpty: Bool { lines.isEmpty }

  mutating func append(_ text: String) {
    let texts = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in texts.enumerated() {
      lines.append(Line(text: String(line), isEnded: index < texts.count - 1))
    }
  }

  /// Inserts whole lines before the pending ones.
  mutating func prepend(_ texts: some Sequence<String>) {
    lines = texts.map { Line(text: $0, isEnded: true) } + lines
  }

  mutating func next() -> Line? { lines.popFirst() }

  /// Removes and returns all lines as one text.
  mutating func takeAll() -> String {
    defer { self = PastedLines() }
    return lines.map { $0.text + ($0.isEnded ? "\n" : "") }.joined()
  }
}
