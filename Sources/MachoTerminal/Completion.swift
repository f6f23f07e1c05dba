/// Answers Tab: calls `reply` once, from any thread, now or later.
///
/// The editor waits for the reply, but goes on showing what is printed, and gives up waiting when
/// the person presses Ctrl-C or the source is closed. An answer that comes later is dropped.
package typealias Completer =
  @Sendable (_ request: CompletionRequest, _ reply: @escaping @Sendable ([CompletionItem]) -> Void)
  -> Void

/// Says what belongs at the line's end: calls `reply` once, from any thread, now or later. Nobody
/// waits for it, and an answer to a line that was changed meanwhile is dropped.
package typealias Hinter =
  @Sendable (_ request: CompletionRequest, _ reply: @escaping @Sendable (String?) -> Void) -> Void

/// What stands before the cursor when Tab is pressed.
package struct CompletionRequest: Sendable, Equatable {
  /// The entry, the lines before the one being typed included.
  package var line: String
  /// The cursor's place in `line`, counted in UTF-8 bytes.
  package var cursor: Int

  /// A request for what may stand at `cursor`.
  package init(line: String, cursor: Int) {
    self.line = line
    self.cursor = cursor
  }
}

/// One thing that may stand at the cursor.
package struct CompletionItem: Sendable, Equatable {
  /// The UTF-8 bytes of the request's line that `text` takes the place of.
  package var replacing: Range<Int>
  /// What is inserted.
  package var text: String
  /// What the menu says of it: a type, a word of help.
  package var detail: String

  /// An item that puts `text` in the place of the bytes `replacing`.
  package init(replacing: Range<Int>, text: String, detail: String = "") {
    self.replacing = replacing
    self.text = text
    self.detail = detail
  }
}
