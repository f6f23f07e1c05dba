import MachoValues

extension Line {
  /// The name of the feature that a `feature` line opens. `nil` for other lines.
  package var openedFeatureName: String? {
    guard command == .feature else { return nil }
    var arguments = arguments
    return arguments.consumeWord()?.text
  }

  /// Returns the feature that the line opens. Returns `nil` if it opens none that is registered.
  package func openedFeature(in catalog: [any DrivenFeature]) -> (any DrivenFeature)? {
    openedFeatureName.flatMap { name in catalog.first { $0.name == name } }
  }

  /// Whether the line is a `requires` with a condition that these features do not meet, so that it skips
  /// the rest of a script.
  package func requiresOther(than catalog: [any DrivenFeature]) -> Bool {
    guard command == .requires, conditions.isEmpty else { return false }
    var arguments = arguments
    while let (word, range) = arguments.consumeWord() {
      let condition = Condition(word[...], at: range)
      if condition.isMet(by: catalog.lazy.map(\.name)) == false { return true }
    }
    return false
  }

  /// The name of the file or section whose lines a `source` line runs. `nil` for other lines.
  package var sourcedName: String? {
    has(.runsScript) ? String(SourceArguments(arguments).name.text) : nil
  }

  /// The words that may name marks and branches of the history.
  package var pointNames: Set<String> {
    guard has(.readsHistory) else { return [] }
    var arguments = arguments
    var names: Set<String> = []
    while let word = arguments.consumeWord() { names.insert(word.text) }
    return names
  }

  /// The names of the files and sections that the line reads or sources.
  package var fileNames: [String] {
    Self.fileNames(in: text[...]) + (sourcedName.map { [$0] } ?? [])
  }

  /// The names of the variables that a text uses, such as `name` in `$name`.
  package static func variableNames(in text: Substring) -> Set<String> {
    Set(text.matches(of: #/\$((?!\d)\w+)/#).map { String($0.1) })
  }

  /// The names of the files that `@file` values in a text read, in their order.
  package static func fileNames(in text: Substring) -> [String] {
    let found = text.matches(of: #/@file\(\s*("(?:[^"\\]|\\.)*")\s*\)/#)
    guard !found.isEmpty else { return [] }
    let bytes = Array(text.utf8)
    var nesting = NestingScanner()
    var at = 0
    return found.compactMap { match in
      let start = text.utf8.distance(from: text.startIndex, to: match.range.lowerBound)
      while at < start { nesting.advance(bytes, &at) }
      // In a string or a name, the text is not a value.
      guard at == start, !nesting.isInString else { return nil }
      return try? ValueSyntax().read(match.1, as: String.self)
    }
  }
}
