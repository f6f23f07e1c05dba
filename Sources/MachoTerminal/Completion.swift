/// Completes the text at the cursor. Calls `reply` once, from any thread, immediately or later.
///
/// The editor waits for the reply and still shows printed text. It stops waiting at Ctrl-C or when
/// the source is closed, and drops a later reply.
package typealias Completer =
  @Sendable (_ request: CompletionRequest, _ reply: @escaping @Sendable ([CompletionItem]) -> Void)
  -> Void

/// Computes the hint for the end of the line. Calls `reply` once, from any thread, immediately or
/// later. The editor does not wait for it, and drops a reply to a line that has changed.
package typealias Hinter =
  @Sendable (_ request: CompletionRequest, _ reply: @escaping @Sendable (String?) -> Void) -> Void

/// The text and cursor when Tab is pressed.
package struct CompletionRequest: Sendable, Equatable {
  /// The entry, including the lines before the current one.
  package var line: String
  /// The cursor position in `line`, as an offset in UTF-8 bytes.
  package var cursor: Int

  /// Creates a request for completions at `cursor`.
  package init(line: String, cursor: Int) {
    self.line = line
    self.cursor = cursor
  }
}

/// One completion.
package struct CompletionItem: Sendable, Equatable {
  /// The range of the request's line that `text` replaces, in UTF-8 bytes.
  package var replacing: Range<Int>
  /// The inserted text.
  package var text: String
  /// A description for the menu, such as a type or a help text.
  package var detail: String

  /// Creates an item that replaces the bytes `replacing` with `text`.
  package init(replacing: Range<Int>, text: String, detail: String = "") {
    self.replacing = replacing
    self.text = text
    self.detail = detail
  }
}
