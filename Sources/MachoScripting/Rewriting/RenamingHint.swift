import MachoReporting
import MachoSessions

/// Recognizes failures caused by a renaming, and suggests the `macho migrate` command.
enum RenamingHint {
  /// Returns a suggestion if a command failed with an unknown name that has a similar candidate.
  static func line(for failure: Diagnostic, in step: Script.Step, path: String) -> String? {
    guard ["no-such-case", "no-such-property", "no-such-endpoint"].contains(failure.code),
      let range = failure.range, range.upperBound <= step.text.utf8.count,
      let candidate = failure.candidates.first
    else { return nil }
    let old = String(
      Substring(step.text.utf8.prefix(range.upperBound).dropFirst(range.lowerBound)))
    let (name, rest) = Self.firstName(of: candidate)
    // A case of a child feature was not renamed.
    guard !rest.hasPrefix(".") else { return nil }
    let new = String(name)
    return line([old: new], path)
  }

  /// Returns a suggestion if actual output differs from expected output only in consistently renamed
  /// properties.
  static func line(
    for expectedOutput: ExpectedOutput, actual output: [OutputLine], path: String
  ) -> String? {
    let whole = output.map(\.text)
    // An expected diff may be whole or compact.
    let actual =
      whole.count == expectedOutput.lines.count
      ? whole : ExpectedOutput(compact: output).lines.map(\.text)
    let expected = expectedOutput.lines.filter { !$0.isMatcher }.map(\.text)
    guard expected.count == expectedOutput.lines.count, expected.count == actual.count
    else { return nil }
    let (old, new) = (Names(in: expected), Names(in: actual))
    guard old.skeleton == new.skeleton, old.names.count == new.names.count else { return nil }
    var renamed: [String: String] = [:]
    for (old, new) in zip(old.names, new.names) where old != new {
      guard renamed[old, default: new] == new else { return nil }
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
    else { return nil }
    return line(renamed, path)
  }

  private static func firstName(of text: String) -> (name: Substring, rest: Substring) {
    let name = text.drop { $0 == "." }.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    return (name, text[name.endIndex...])
  }

  private static func line(_ names: [String: String], _ path: String) -> String? {
    let renamings = names.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    guard !renamings.isEmpty, renamings.allSatisfy({ (try? Renaming(parsing: $0)) != nil }) else {
      return nil
    }
    let options = renamings.map { "--rename \($0)" }.joined(separator: " ")
    return "if that was renamed:  \(DriverName.current) migrate \(options) \(path)"
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
