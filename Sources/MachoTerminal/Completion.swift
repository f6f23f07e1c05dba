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
  @Sendable (_ request: CompletionRequest, _ reply: @escaping @Sendable (Hint) -> Void) -> Void

/// The dimmed text after a line, which is not part of it.
package struct Hint: Sendable, Equatable {
  /// What completes the line's last word. The user may accept it.
  package var suggestion: String
  /// A description of what may follow. Shown only without a suggestion.
  package var text: String?

  /// Creates a hint.
  package init(suggestion: String = "", text: String? = nil) {
    self.suggestion = suggestion
    self.text = text
  }
}

extension Hint {
  /// Creates a hint that suggests the rest of the first completion's text, if its beginning is typed.
  package init(for request: CompletionRequest, completions: [CompletionItem], text: String?) {
    self.init(text: text)
    guard let first = completions.first, first.replacing.upperBound == request.cursor,
      let typed = request.line.substring(utf8: first.replacing), !typed.isEmpty,
      first.text.hasPrefix(typed), !first.text.utf8.contains(UInt8(ascii: "\n"))
    else { return }
    suggestion = String(first.text.utf8.dropFirst(typed.utf8.count)) ?? ""
  }
}

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
  /// The name in the menu, such as a signature.
  package var title: String
  /// A description for the menu, such as a type or a help text.
  package var detail: String

  /// Creates an item that replaces the bytes `replacing` with `text`. Default of `title`: `text`.
  package init(replacing: Range<Int>, text: String, title: String? = nil, detail: String = "") {
    self.replacing = replacing
    self.text = text
    self.title = title ?? text
    self.detail = detail
  }
}
