import CLibedit

/// The dimmed hint after the line, and the request that it answers.
struct HintState {
  var request: CompletionRequest?
  /// The hint; empty before the reply, and for a line without a hint.
  var content = Hint()
  var isShown = false
  /// The suggestion that the user has seen and may accept.
  var offered = ""
}

extension LineEditor {
  /// Shows the hint for the line if it has arrived, and requests it if the line has changed. Called
  /// only when no input is pending, so that it does not delay typing.
  func showHint() {
    // The menu says more.
    guard menu == nil, configuration.usesStyles, let hinter = configuration.hinter else { return }
    let (scalars, cursor) = typed
    guard cursor == scalars.count, !scalars.isEmpty, !Self.isSearch(scalars) else { return }
    let request = hintRequest(scalars)
    if hint.request != request {
      hint = HintState(request: request)
      let requestID = mailbox.startHintRequest()
      hinter(request) { [mailbox] hint in mailbox.finishHintRequest(requestID, hint) }
    }
    if let content = mailbox.takeHint() { hint.content = content }
    guard !hint.isShown else { return }
    draw(hint.content)
  }

  /// Inserts the suggestion that is on the screen. Returns `nil` if there is none, or if the cursor is
  /// not at the end of the line.
  func acceptSuggestion() -> UInt8? {
    let (scalars, cursor) = typed
    guard cursor == scalars.count, !hint.offered.isEmpty, hint.request == hintRequest(scalars)
    else { return nil }
    el_winsertstr(handle, wide(hint.offered))
    return UInt8(CC_REFRESH)
  }

  private func hintRequest(_ scalars: [Unicode.Scalar]) -> CompletionRequest {
    let line = earlierLines + text(scalars)
    return CompletionRequest(line: line, cursor: line.utf8.count)
  }

  /// Erases the hint before the cursor moves.
  func eraseHint() {
    if hint.isShown { show("\u{1B}[K") }
    hint.isShown = false
  }

  /// Draws the part that fits in the row, and moves the cursor back to where libedit expects it.
  private func draw(_ content: Hint) {
    let isSuggestion = !content.suggestion.isEmpty
    guard let text = isSuggestion ? content.suggestion : content.text else { return }
    let before = String(wide: prompt.dropLast()).unicodeScalars + typed.scalars
    let availableColumns = columns - 1 - cursorColumn(after: before, columns: columns)
    // Directly after a word it would look like its continuation.
    let followsWord = typed.scalars.last.map { $0.properties.isAlphabetic || $0 == "\"" } ?? false
    let gap = followsWord && !isSuggestion ? "  " : ""
    let shown = truncated(gap + printable(text), to: availableColumns)
    // A letter and three dots are not useful.
    guard displayWidth(shown) > gap.count + 4 || shown == gap + printable(text) else { return }
    show(configuration.dim(shown) + "\u{1B}[\(displayWidth(shown))D")
    hint.isShown = true
    hint.offered = content.suggestion
  }

  /// Whether libedit shows a search prompt below the line.
  private static func isSearch(_ scalars: [Unicode.Scalar]) -> Bool {
    guard let newline = scalars.lastIndex(of: "\n") else { return false }
    let last = text(scalars[(newline + 1)...])
    return ["bck", "fwd", "/", "?"].contains { last.hasPrefix($0) }
  }
}
