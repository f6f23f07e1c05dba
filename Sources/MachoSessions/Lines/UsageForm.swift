/// One form of a verb's arguments as its usage writes it, for what comes next in it:
/// `start FILE [--overwrite]`.
struct UsageForm {
  /// A word of the form.
  private struct Token {
    /// Without its brackets.
    var text: Substring
    var isOptional: Bool
    var start: Substring.Index

    /// Whether it stands for what one types, in capitals, and not for itself.
    var isPlaceholder: Bool {
      text.contains { $0.isUppercase || $0 == "\"" } && !text.contains { $0.isLowercase }
    }

    /// The words that may be typed in its place; none for a placeholder.
    var words: [String] {
      isPlaceholder ? [] : text.split(separator: "|").map(String.init)
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

  /// What the form goes on with behind some words; `nil` where they do not fit into it, or nothing
  /// follows.
  func rest(after words: some Collection<Substring>) -> String? {
    guard let next = tokenIndex(after: words[...], from: 0), next < tokens.count else { return nil }
    var depth = 0
    // The brackets that were opened before it are closed before it.
    let text = form[tokens[next].start...].filter { character in
      if character == "[" { depth += 1 }
      guard character == "]" else { return true }
      depth -= 1
      return depth >= 0
    }
    return text
  }

  /// The words that may come next, and whether one is the name of a file.
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

  /// Whether a word that comes next ends the form.
  func isLast(after words: some Collection<Substring>) -> Bool {
    tokenIndex(after: words[...], from: 0).map { $0 + 1 >= tokens.count } ?? true
  }

  /// The first token behind those that the words stand for.
  private func tokenIndex(
    after words: some Collection<Substring>, from start: Int
  ) -> Int? {
    guard let word = words.first else { return start }
    guard start < tokens.count else { return nil }
    let token = tokens[start]
    // A word of the form is itself, also where a placeholder would take it.
    let isLaterWord = tokens[start...].contains { $0.words.contains(String(word)) }
    if token.accepts(word), !token.isPlaceholder || !isLaterWord,
      let place = tokenIndex(after: Array(words.dropFirst()), from: start + 1)
    {
      return place
    }
    return token.isOptional ? tokenIndex(after: Array(words), from: start + 1) : nil
  }
}

extension Command {
  /// What the forms of the verb go on with behind some words; `nil` where nothing follows.
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
