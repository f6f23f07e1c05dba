import MachoValues

extension Session {
  /// What could stand at the cursor: verbs, features, actions, paths, endpoints.
  ///
  /// `cursor` and the ranges of the answers are offsets into the UTF-8 of `line`.
  public func completions(of line: String, at cursor: Int) -> [Completion] {
    let end = line.utf8.index(line.startIndex, offsetBy: min(max(0, cursor), line.utf8.count))
    guard let parsed = try? Line(parsing: String(line[..<end])) else { return [] }
    let arguments = parsed.arguments
    guard arguments.offset > parsed.verbRange.upperBound, let command = Command.named(parsed.verb)
    else {
      guard parsed.verbRange.upperBound == cursor else { return [] }
      return matching(
        Command.all.map { ($0.verb, $0.summary) }, prefix: parsed.verb, at: parsed.verbRange)
    }
    // The text up to the cursor as it stands: a blank at its end says that a new word begins.
    let start = line.utf8.index(line.startIndex, offsetBy: arguments.offset)
    return completions(of: line[min(start, end)..<end], at: arguments.offset, for: command)
  }

  private func completions(of text: Substring, at offset: Int, for command: Command)
    -> [Completion]
  {
    let range = offset..<offset + text.utf8.count
    switch command.argument {
    case .none: return []
    case .words(let words):
      return matching(words.map { ($0, "") }, prefix: text, at: range)
    case .verb:
      return matching(Command.all.map { ($0.verb, $0.summary) }, prefix: text, at: range)
    case .feature:
      return matching(catalog.map { ($0.name, $0.summary) }, prefix: text, at: range)
    case .endpoint:
      let endpoints = open?.feature.endpoints ?? []
      return matching(endpoints.map { ($0.name, $0.signature) }, prefix: text, at: range)
    case .action:
      return open.map { typed($0, text, as: $0.feature.actionType, at: offset) } ?? []
    case .state:
      return open.map { typed($0, text, as: $0.feature.stateType, at: offset) } ?? []
    case .path:
      guard let open, !text.contains(" ") else { return [] }
      return open.syntax.completions(ofPath: text, in: open.root).shifted(by: offset)
        + matching(
          open.feature.computed.names(of: open.feature.stateType).map { ($0, "") }, prefix: text,
          at: range)
    }
  }

  private func typed(_ open: OpenStore, _ text: Substring, as type: Any.Type, at offset: Int)
    -> [Completion]
  {
    open.syntax.completions(of: text, as: type).shifted(by: offset)
  }

  private func matching(
    _ words: [(text: String, detail: String)], prefix: some StringProtocol, at range: Range<Int>
  ) -> [Completion] {
    words.filter { $0.text.hasPrefix(prefix) }.map {
      Completion(replacing: range, text: $0.text, detail: $0.detail)
    }
  }
}

extension [Completion] {
  fileprivate func shifted(by offset: Int) -> [Completion] {
    map {
      Completion(
        replacing: $0.replacing.lowerBound + offset..<$0.replacing.upperBound + offset,
        text: $0.text, detail: $0.detail)
    }
  }
}
