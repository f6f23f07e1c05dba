/// A suggested continuation of a text being typed.
package struct Completion: Sendable, Equatable {
  /// The range that the completion replaces, in UTF-8 offsets: from the start of the word to the
  /// cursor.
  package var replacing: Range<Int>
  /// The replacement text.
  package var text: String
  /// The name in a list, such as a signature.
  package var title: String
  /// The type or the description to show beside the title.
  package var detail: String

  /// Creates a completion. Default of `title`: `text`.
  package init(replacing: Range<Int>, text: String, title: String? = nil, detail: String) {
    self.replacing = replacing
    self.text = text
    self.title = title ?? text
    self.detail = detail
  }
}

/// A word that may complete a text.
package struct CompletionWord {
  /// The text.
  package var text: String
  /// The name in a list. `nil`: the text.
  package var title: String?
  /// The type or the description to show beside the title.
  package var detail = ""

  /// Creates a word.
  package init(_ text: String, title: String? = nil, detail: String = "") {
    self.text = text
    self.title = title
    self.detail = detail
  }
}

extension Completion {
  /// The maximum number of completions.
  static let limit = 200

  /// Returns the words that start with `typed`, or similar words if there are none. If some are
  /// left out, the last completion shows how many.
  package static func matching(
    _ words: [(text: String, detail: String)], omitting omitted: Int = 0,
    typed: some StringProtocol, replacing range: Range<Int>
  ) -> [Completion] {
    let words = words.map { CompletionWord($0.text, detail: $0.detail) }
    return matching(words, omitting: omitted, typed: typed, replacing: range)
  }

  /// Returns the words that start with `typed`, or similar words if there are none. If some are
  /// left out, the last completion shows how many.
  package static func matching(
    _ words: [CompletionWord], omitting omitted: Int = 0, typed: some StringProtocol,
    replacing range: Range<Int>
  ) -> [Completion] {
    // The backtick of a raw identifier may be omitted.
    var matches = words.filter {
      $0.text.hasPrefix(typed) || !typed.isEmpty && $0.text.hasPrefix("`" + typed)
    }
    if matches.isEmpty { matches = Suggestions.likelyWords(for: String(typed), among: words) }
    var found = matches.prefix(limit).map {
      Completion(replacing: range, text: $0.text, title: $0.title, detail: $0.detail)
    }
    let more = matches.count - found.count + omitted
    if more > 0 {
      // This entry inserts the text that is already typed, so choosing it changes nothing.
      found.append(
        Completion(replacing: range, text: String(typed), detail: "… \(more) more; keep typing"))
    }
    return found
  }
}

extension ValueSyntax {
  /// Returns completions for a value of `type` that ends at the cursor. Identities come from
  /// `live`.
  ///
  /// - Parameter isPattern: Whether the name of a case is complete without its payload. Default:
  ///   `false`.
  package func completions(
    of text: Substring, as type: Any.Type, live: TypedValue? = nil, isPattern: Bool = false
  ) -> [Completion] {
    var completer = ValueCompleter(
      bytes: Array(text.utf8), syntax: self, live: live, isPattern: isPattern)
    completer.scanValue(type, 0)
    return completer.found ?? []
  }

  /// Returns completions for the patterns of a call's arguments. `text` starts at the opening
  /// bracket and ends at the cursor.
  package func completions(
    ofArguments text: Substring, types: [Any.Type], live: TypedValue? = nil
  ) -> [Completion] {
    var completer = ValueCompleter(
      bytes: Array(text.utf8), syntax: self, live: live, isPattern: true)
    completer.scanArguments(types.map { LabelledType(label: nil, type: $0) }, 0)
    return completer.found ?? []
  }
}
