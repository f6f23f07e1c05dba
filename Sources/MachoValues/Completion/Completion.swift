import MachoMetadata

/// One way to go on with a text that is being typed.
public struct Completion: Sendable, Equatable {
  /// What it replaces, in UTF-8 offsets: from the beginning of the word to the cursor.
  public var replacing: Range<Int>
  /// What is typed in its place.
  public var text: String
  /// The signature or the type, to be shown beside it.
  public var detail: String

  /// A way to go on, with what is shown beside it.
  public init(replacing: Range<Int>, text: String, detail: String) {
    self.replacing = replacing
    self.text = text
    self.detail = detail
  }
}

extension Completion {
  /// How many ways to go on are offered at most.
  static let limit = 200

  /// The words that go on with what is typed, or else those that may have been meant; behind the
  /// last that a menu has room for, how many more there are.
  package static func matching(
    _ words: [(text: String, detail: String)], omitting omitted: Int = 0,
    typed: some StringProtocol, replacing range: Range<Int>
  ) -> [Completion] {
    var kept = words.filter { $0.text.hasPrefix(typed) }
    if kept.isEmpty { kept = Suggestions.likelyWords(by: String(typed), among: words) }
    var found = kept.prefix(limit).map {
      Completion(replacing: range, text: $0.text, detail: $0.detail)
    }
    let more = kept.count - found.count + omitted
    if more > 0 {
      // It puts in what is there already, and so keeps the line as it is.
      found.append(
        Completion(replacing: range, text: String(typed), detail: "… \(more) more, type on"))
    }
    return found
  }
}

extension ValueSyntax {
  /// How `text`, up to the cursor, may go on as a value of `type`; identities are those in `live`.
  public func completions(
    of text: Substring, as type: Any.Type, live: TypedValue? = nil
  ) -> [Completion] {
    var completer = ValueCompleter(bytes: Array(text.utf8), syntax: self, live: live)
    completer.scanValue(type, 0)
    return completer.found ?? []
  }

  /// How `text`, up to the cursor and from its bracket on, may go on as a call's arguments.
  public func completions(
    ofArguments text: Substring, types: [Any.Type], live: TypedValue? = nil
  ) -> [Completion] {
    var completer = ValueCompleter(bytes: Array(text.utf8), syntax: self, live: live)
    completer.scanArguments(types.map { LabelledType(label: nil, type: $0) }, 0)
    return completer.found ?? []
  }
}
