import MachoValues

/// A point of the history, as it is written: the number of an action, or a name.
struct PointReference {
  let text: String
  let range: Range<Int>
}

extension Arguments {
  /// Reads a number of `history` or a name, where there is a word.
  mutating func consumePoint(for command: Command) throws(Diagnostic) -> PointReference? {
    guard let (text, range) = consumeWord() else { return nil }
    guard text.isNumber || Self.isPointName(text) else {
      throw command.usageError("'\(text)' is neither a number of 'history' nor a name", at: range)
    }
    return PointReference(text: text, range: range)
  }

  /// Reads the name that a point or a branch is to have.
  mutating func consumeName(for command: Command) throws(Diagnostic) -> PointReference? {
    guard let (text, range) = consumeWord() else { return nil }
    guard Self.isPointName(text) else {
      throw command.usageError("'\(text)' is no name: letters, digits, '-' and '_'", at: range)
    }
    return PointReference(text: text, range: range)
  }

  private static func isPointName(_ text: String) -> Bool {
    guard let first = text.first, first.isLetter || first == "_" else { return false }
    return text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
  }
}

extension OpenStore {
  /// The place in the history that a number or a name stands for.
  func resolve(of point: PointReference) throws(Diagnostic) -> History.Position {
    guard point.text.isNumber else { return try resolveName(named: point) }
    let count = history.log.count
    guard let number = Int(point.text), number <= count else {
      throw Diagnostic(
        "no-such-action",
        "the history has \(count == 1 ? "1 action" : "\(count) actions"), not \(point.text)",
        at: point.range)
    }
    return history.positionInBranch(number)
  }

  private func resolveName(named point: PointReference) throws(Diagnostic) -> History.Position {
    if let place = history.findPosition(named: point.text) { return place }
    let names = history.marks.map(\.name) + history.branches.map(\.name)
    throw Diagnostic(
      "no-such-point", "no mark and no branch is called '\(point.text)'", at: point.range,
      candidates: Suggestions.nearest(to: point.text, among: names),
      notes: ["'history' shows the marks, 'branch' the branches"])
  }
}

extension String {
  fileprivate var isNumber: Bool {
    !isEmpty && utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
  }
}
