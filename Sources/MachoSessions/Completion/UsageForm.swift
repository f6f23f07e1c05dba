/// One form of a verb's arguments as its usage describes it, for completion: `start FILE
/// [--overwrite]`.
struct UsageForm {
  /// A word of the form.
  private struct Token {
    /// The word without its brackets.
    var text: Substring
    var isOptional: Bool
    var start: Substring.Index

    /// Whether the word is a placeholder, in capitals, not a keyword.
    var isPlaceholder: Bool {
      text.contains { $0.isUppercase || $0 == "\"" } && !text.contains { $0.isLowercase }
    }

    /// The keywords that are allowed here, up to an opening bracket. Empty for a placeholder.
    var words: [String] {
      isPlaceholder
        ? []
        : text.split(separator: "|").map { word in
          word.firstIndex(of: "(").map { String(word[...$0]) } ?? String(word)
        }
    }

    func accepts(_ word: Substring) -> Bool { isPlaceholder || words.contains(String(word)) }
  }

  private let form: String
  private let tokens: [Token]

  init(_ form: String) {
    self.form = form
    var depth = 0
    tokens = form.split(separator: " ").map { part in
      depth += part.count { $0 == "[" }
      defer { depth -= part.count { $0 == "]" } }
      return Token(
        text: part.drop { $0 == "[" }.prefix { $0 != "]" }, isOptional: depth > 0,
        start: part.startIndex)
    }
  }

  /// Returns the rest of the form after the typed words. Returns `nil` if they do not match, or if
  /// nothing follows.
  func rest(after words: some Collection<Substring>) -> String? {
    guard let next = tokenIndex(after: words[...], from: 0), next < tokens.count else { return nil }
    var depth = 0
    // Drop the closing brackets whose opening ones are not part of the rest.
    let text = form[tokens[next].start...].filter { character in
      if character == "[" { depth += 1 }
      guard character == "]" else { return true }
      depth -= 1
      return depth >= 0
    }
    return text
  }

  /// Returns the keywords that may follow, and whether a file name may follow.
  func next(after words: some Collection<Substring>) -> (words: [String], isFile: Bool) {
    guard var next = tokenIndex(after: words[...], from: 0) else { return ([], false) }
    var found: (words: [String], isFile: Bool) = ([], false)
    while next < tokens.count {
      found.words += tokens[next].words
      if tokens[next].text == "FILE" || tokens[next].text == "DIRECTORY" { found.isFile = true }
      guard tokens[next].isOptional else { break }
      next += 1
    }
    return found
  }

  /// Returns whether the next word is the last of the form.
  func isLast(after words: some Collection<Substring>) -> Bool {
    tokenIndex(after: words[...], from: 0).map { $0 + 1 >= tokens.count } ?? true
  }

  /// Returns the index of the first token after those that the words match.
  private func tokenIndex(
    after words: some Collection<Substring>, from start: Int
  ) -> Int? {
    guard let word = words.first else { return start }
    guard start < tokens.count else { return nil }
    let token = tokens[start]
    // A keyword of the form is never a placeholder's value.
    let isLaterWord = tokens[start...].contains { $0.words.contains(String(word)) }
    if token.accepts(word), !token.isPlaceholder || !isLaterWord,
      let index = tokenIndex(after: Array(words.dropFirst()), from: start + 1)
    {
      return index
    }
    return token.isOptional ? tokenIndex(after: Array(words), from: start + 1) : nil
  }
}

extension Command {
  /// Returns the rest of all forms after the typed words, or `nil`.
  func usage(after words: [Substring]) -> String? {
    var rests: [String] = []
    for form in usage {
      guard let rest = UsageForm(form).rest(after: words), !rests.contains(rest) else { continue }
      rests.append(rest)
    }
    guard !rests.isEmpty else { return nil }
    guard words.isEmpty, usage.contains("") else { return rests.joined(separator: " | ") }
    return rests.joined(separator: " | ") + ", or nothing"
      + (withoutArguments.isEmpty ? "" : ": \(withoutArguments)")
  }
}
