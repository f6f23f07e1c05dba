import MachoExploration

/// Simplifies the lines of a run while the first difference keeps its cause.
struct DifferenceShrinker {
  let comparison: VersionComparison
  private(set) var best: VersionComparison.Group
  private var budget = 600
  private var tried: Set<RunLines> = []

  init(comparison: VersionComparison, best: VersionComparison.Group) {
    self.comparison = comparison
    self.best = best
  }

  /// Returns the simplest run that was found.
  mutating func shrink() throws -> VersionComparison.Group {
    var before: RunLines
    repeat {
      before = best.lines
      try deleteSteps()
      try simplifyStubs()
      try simplifyValues()
    } while best.lines != before && budget > 0
    try removeUnusedStubs()
    return best
  }

  /// Keeps a candidate if its first difference has the same cause.
  @discardableResult
  private mutating func accept(_ candidate: RunLines) throws -> Bool {
    guard budget > 0, candidate != best.lines, tried.insert(candidate).inserted else {
      return false
    }
    budget -= 1
    guard var found = try comparison.difference(of: candidate),
      found.difference.cause == best.difference.cause
    else { return false }
    found.lines.steps = Array(candidate.steps.prefix(found.difference.index))
    found.runs = best.runs
    best = found
    return true
  }

  /// Deletes groups of adjacent steps, large ones first.
  private mutating func deleteSteps() throws {
    var size = max(1, best.lines.steps.count / 2)
    while size >= 1 {
      var start = best.lines.steps.count - size
      while start >= 0 {
        if start + size <= best.lines.steps.count {
          var candidate = best.lines
          candidate.steps.removeSubrange(start..<start + size)
          try accept(candidate)
        }
        start -= size
      }
      size /= 2
    }
  }

  /// A pending call is the simplest response: it shows when the result comes.
  private mutating func simplifyStubs() throws {
    for index in best.lines.stubs.indices {
      let words = best.lines.stubs[index].split(separator: " ", maxSplits: 2)
      guard words.count == 3, words[2] != "pending" else { continue }
      var candidate = best.lines
      candidate.stubs[index] = "\(words[0]) \(words[1]) pending"
      try accept(candidate)
    }
  }

  /// Replaces numbers by smaller ones, and strings by shorter ones.
  private mutating func simplifyValues() throws {
    for index in best.lines.steps.indices {
      var position = 0
      while index < best.lines.steps.count,
        let literal = Literal(in: best.lines.steps[index], after: position)
      {
        for text in literal.simpler {
          var candidate = best.lines
          candidate.steps[index].replaceSubrange(
            literal.range(in: candidate.steps[index]), with: text)
          if try accept(candidate) { break }
        }
        position = literal.offset + 1
      }
    }
  }

  /// Removes the stubs of endpoints that no side calls.
  private mutating func removeUnusedStubs() throws {
    let called = best.base.called.union(best.head.called)
    var candidate = best.lines
    candidate.stubs.removeAll { line in
      let words = line.split(separator: " ", maxSplits: 2)
      return words.count > 1 && !called.contains(String(words[1].prefix { $0 != "(" }))
    }
    budget = max(budget, 1)
    try accept(candidate)
  }

  /// A number or a string in a line.
  private struct Literal {
    let offset: Int
    let text: String

    /// Finds the first literal that begins after an offset.
    init?(in line: String, after start: Int) {
      let characters = Array(line)
      var index = 0
      while index < characters.count {
        let begin = index
        if characters[index] == "\"" {
          index += 1
          while index < characters.count, characters[index] != "\"" {
            index += characters[index] == "\\" ? 2 : 1
          }
          index += 1
        } else if characters[index].isNumber, index > 0, "( :[,-".contains(characters[index - 1]) {
          while index < characters.count, characters[index].isNumber { index += 1 }
        } else {
          index += 1
          continue
        }
        if begin > start || begin == start && start == 0 {
          offset = begin
          text = String(characters[begin..<min(index, characters.count)])
          return
        }
      }
      return nil
    }

    var simpler: [String] {
      if text.hasPrefix("\"") {
        return ["\"\"", "\"a\"", "\"b\""].filter {
          $0.count < text.count || $0 < text && $0.count == text.count
        }
      }
      guard let number = Int(text) else { return [] }
      return [0, 1, 2, 3, 10, number / 2, number - 1].filter { $0 >= 0 && $0 < number }.map(
        String.init)
    }

    func range(in line: String) -> Range<String.Index> {
      let start = line.index(line.startIndex, offsetBy: offset)
      return start..<line.index(start, offsetBy: text.count)
    }
  }
}
