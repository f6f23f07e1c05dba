import CLibedit

/// The dimmed hint after the line, and the request that it answers.
struct HintState {
  var request: CompletionRequest?
  /// The hint; `nil` before the reply, and for a line without a hint.
  var text: String?
  var isShown = false
}

extension LineEditor {
  /// Shows the hint for the line if it has arrived, and requests it if the line has changed. Called
  /// only when no input is pending, so that it does not delay typing.
  func showHint() {
    guard configuration.usesStyles, let hinter = configuration.hinter else { return }
    let (scalars, cursor) = typed
    guard cursor == scalars.count, !scalars.isEmpty, !Self.isSearch(scalars) else { return }
    let line = earlierLines + text(scalars)
    let request = CompletionRequest(line: line, cursor: line.utf8.count)
    if hint.request != request {
      hint = HintState(request: request)
      let requestID = mailbox.startHintRequest()
      hinter(request) { [mailbox] text in mailbox.finishHintRequest(requestID, text) }
    }
    if let text = mailbox.takeHint() { hint.text = text }
    guard !hint.isShown, let text = hint.text else { return }
    draw(text)
  }

  /// Erases the hint before the cursor moves.
  func eraseHint() {
    if hint.isShown { show("\u{1B}[K") }
    hint.isShown = false
  }

  /// Draws the part that fits in the row, and moves the cursor back to where libedit expects it.
  private func draw(_ text: String) {
    let before = String(wide: prompt.dropLast()).unicodeScalars + typed.scalars
    let availableColumns = columns - 1 - cursorColumn(after: before, columns: columns)
    // Directly after a word it would look like its continuation.
    let followsWord = typed.scalars.last.map { $0.properties.isAlphabetic || $0 == "\"" } ?? false
    let gap = followsWord ? "  " : ""
    let shown = truncated(gap + printable(text), to: availableColumns)
    // A letter and three dots are not useful.
    guard displayWidth(shown) > gap.count + 4 || shown == gap + text else { return }
    show(configuration.dim(shown) + "\u{1B}[\(displayWidth(shown))D")
    hint.isShown = true
  }

  /// Whether libedit shows a search prompt below the line.
  private static func isSearch(_ scalars: [Unicode.Scalar]) -> Bool {
    guard let newline = scalars.lastIndex(of: "\n") else { return false }
    let last = text(scalars[(newline + 1)...])
    return ["bck", "fwd", "/", "?"].contains { last.hasPrefix($0) }
  }
}
