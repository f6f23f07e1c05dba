import MachoReporting

/// Recognizes output that differs only because properties were renamed.
enum OutputRenaming {
  /// Returns the renamings if actual output differs from expected output only in consistently renamed
  /// properties. Empty otherwise.
  static func renamings(
    from expectedOutput: ExpectedOutput, to output: [OutputLine]
  ) -> [Renaming] {
    let whole = output.map(\.text)
    // An expected diff may be whole or compact.
    let actual =
      whole.count == expectedOutput.lines.count
      ? whole : ExpectedOutput(compact: output).lines.map(\.text)
    let expected = expectedOutput.lines.filter { !$0.isMatcher }.map(\.text)
    guard expected.count == expectedOutput.lines.count, expected.count == actual.count
    else { return [] }
    let (old, new) = (Names(in: expected), Names(in: actual))
    guard old.skeleton == new.skeleton, old.names.count == new.names.count else { return [] }
    var renamed: [String: String] = [:]
    for (old, new) in zip(old.names, new.names) where old != new {
      guard renamed[old, default: new] == new else { return [] }
      renamed[old] = new
    }
    // Only property names count, because a different case is a different value. A name that occurs
    // on both sides was not renamed.
    let (before, after) = (expected.joined(separator: "\n"), actual.joined(separator: "\n"))
    guard
      renamed.allSatisfy({
        before.contains($0.key + ":") && after.contains($0.value + ":")
          && !new.names.contains($0.key) && !old.names.contains($0.value)
      })
    else { return [] }
    let texts = renamed.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    let renamings = texts.compactMap { try? Renaming(parsing: $0) }
    return renamings.count == texts.count ? renamings : []
  }
}

/// The names in lines of text, except in strings, and the lines with each name replaced by `_`.
private struct Names {
  private(set) var names: [String] = []
  private(set) var skeleton: [String] = []

  init(in lines: [String]) {
    var scanner = NameScanner()
    for line in lines {
      var found: [String] = []
      skeleton.append(
        scanner.replacing(Array(line.utf8), from: 0) { name in
          // Numbers consist of name bytes too.
          guard name.first?.isNumber != true else { return nil }
          found.append(name)
          return "_"
        })
      names += found
    }
  }
}
