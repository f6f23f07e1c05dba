/// What was pasted and is not yet in the editor, line by line.
struct PastedLines {
  struct Line: Equatable {
    var text: String
    /// Whether a newline was pasted behind it: then it is taken as if Return were pressed.
    var isEnded: Bool
  }

  private var lines: ArraySlice<Line> = []
  /// What stood behind the cursor when lines were pasted before it.
  var tail = ""

  var isEmpty: Bool { lines.isEmpty }

  mutating func append(_ text: String) {
    let texts = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in texts.enumerated() {
      lines.append(Line(text: String(line), isEnded: index < texts.count - 1))
    }
  }

  /// Puts whole lines before those that wait.
  mutating func prepend(_ texts: some Sequence<String>) {
    lines = texts.map { Line(text: $0, isEnded: true) } + lines
  }

  mutating func next() -> Line? { lines.popFirst() }

  /// Takes all there is as one text.
  mutating func takeAll() -> String {
    defer { self = PastedLines() }
    return lines.map { $0.text + ($0.isEnded ? "\n" : "") }.joined()
  }
}
