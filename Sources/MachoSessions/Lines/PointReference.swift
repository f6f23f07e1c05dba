import MachoValues

/// A point of the history as written: the number of an action, or a name.
struct PointReference {
  let text: String
  let range: Range<Int>
}

extension Arguments {
  /// Reads an action number or a name. Returns `nil` at the end of the arguments.
  mutating func consumePoint(for command: Command) throws(Diagnostic) -> PointReference? {
    guard let (text, range) = consumeWord() else { return nil }
    guard text.isNumber || Self.isPointName(text) else {
      throw command.usageError("'\(text)' is neither a number of 'history' nor a name", at: range)
    }
    return PointReference(text: text, range: range)
  }

  /// Reads the name for a new mark or branch. Returns `nil` at the end of the arguments.
  mutating func consumeName(for command: Command) throws(Diagnostic) -> PointReference? {
    guard let (text, range) = consumeWord() else { return nil }
    guard Self.isPointName(text) else {
      throw command.usageError(
        "invalid name '\(text)': use letters, digits, '-' and '_'", at: range)
    }
    return PointReference(text: text, range: range)
  }

  private static func isPointName(_ text: String) -> Bool {
    guard let first = text.first, first.isLetter || first == "_" else { return false }
    return text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
  }
}

extension OpenStore {
  /// Returns the position of an action number or a name.
  func resolve(_ point: PointReference) throws(Diagnostic) -> History.Position {
    guard point.text.isNumber else { return try resolveName(point) }
    let count = history.log.count
    guard let number = Int(point.text), number <= count else {
      throw Diagnostic(
        "no-such-entry",
        "the history has \(count == 1 ? "1 action" : "\(count) actions"), not \(point.text)",
        at: point.range)
    }
    return history.positionInBranch(number)
  }

  private func resolveName(_ point: PointReference) throws(Diagnostic) -> History.Position {
    if let position = history.findPosition(named: point.text) { return position }
    let names = history.marks.map(\.name) + history.branches.map(\.name)
    throw Diagnostic(
      "no-such-point", "no mark or branch is named '\(point.text)'", at: point.range,
      candidates: Suggestions.nearest(to: point.text, among: names),
      notes: ["'history' shows the marks, 'branch' the branches"])
  }
}

extension String {
  fileprivate var isNumber: Bool {
    !isEmpty && utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
  }
}
