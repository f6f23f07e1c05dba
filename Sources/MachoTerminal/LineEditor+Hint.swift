import CLibedit

/// What stands dim behind the line, and what it was asked for.
struct HintState {
  var request: CompletionRequest?
  /// The hint; nil while none has come, and where there is none.
  var text: String?
  var isShown = false
}

extension LineEditor {
  /// Shows the hint behind the line, where it is there by now, and asks for it where the line is
  /// another one. Called when nothing is left to read: whoever types on is not kept.
  func showHint() {
    guard configuration.usesStyles, let hinter = configuration.hinter else { return }
    let (scalars, cursor) = typed
    guard cursor == scalars.count, !scalars.isEmpty, !Self.isSearch(scalars) else { return }
    let line = earlierLines + text(scalars)
    let request = CompletionRequest(line: line, cursor: line.utf8.count)
    if hint.request != request {
      hint = HintState(request: request)
      let question = mailbox.startHintRequest()
      hinter(request) { [mailbox] text in mailbox.finishHintRequest(question, text) }
    }
    if let text = mailbox.takeHint() { hint.text = text }
    guard !hint.isShown, let text = hint.text else { return }
    draw(text)
  }

  /// Erases the hint, wherever the cursor is led next.
  func eraseHint() {
    if hint.isShown { show("\u{1B}[K") }
    hint.isShown = false
  }

  /// Draws what fits into the rest of the row, and goes back to where libedit takes the cursor to
  /// be.
  private func draw(_ text: String) {
    let before = String(wide: prompt.dropLast()).unicodeScalars + typed.scalars
    let room = columns - 1 - cursorColumn(before, columns: columns)
    // Behind a word it would seem to go on with it.
    let isBehindWord = typed.scalars.last.map { $0.properties.isAlphabetic || $0 == "\"" } ?? false
    let gap = isBehindWord ? "  " : ""
    let shown = truncated(gap + printable(text), to: room)
    // A letter and three dots say nothing.
    guard displayWidth(shown) > gap.count + 4 || shown == gap + text else { return }
    show(configuration.dim(shown) + "\u{1B}[\(displayWidth(shown))D")
    hint.isShown = true
  }

  /// Whether the line is one that libedit has put a search below.
  private static func isSearch(_ scalars: [Unicode.Scalar]) -> Bool {
    guard let newline = scalars.lastIndex(of: "\n") else { return false }
    let last = text(scalars[(newline + 1)...])
    return ["bck", "fwd", "/", "?"].contains { last.hasPrefix($0) }
  }
}
