import MachoValues

/// A point of the history, as it is written: the number of an action, or a name.
struct PointText {
  let text: String
  let range: Range<Int>
}

extension Arguments {
  /// Reads a number of `history` or a name, where there is a word.
  mutating func point(for command: Command) throws(Diagnostic) -> PointText? {
    guard let (text, range) = word() else { return nil }
    guard text.isNumber || Self.isPointName(text) else {
      throw command.misuse("'\(text)' is neither a number of 'history' nor a name", at: range)
    }
    return PointText(text: text, range: range)
  }

  /// Reads the name that a point or a branch is to have.
  mutating func newName(for command: Command) throws(Diagnostic) -> PointText? {
    guard let (text, range) = word() else { return nil }
    guard Self.isPointName(text) else {
      throw command.misuse("'\(text)' is no name: letters, digits, '-' and '_'", at: range)
    }
    return PointText(text: text, range: range)
  }

  private static func isPointName(_ text: String) -> Bool {
    guard let first = text.first, first.isLetter || first == "_" else { return false }
    return text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
  }
}

extension OpenStore {
  /// The place in the history that a number or a name stands for.
  func place(of point: PointText) throws(Diagnostic) -> History.Place {
    guard point.text.isNumber else { return try place(named: point) }
    let count = history.log.count
    guard let number = Int(point.text), number <= count else {
      throw Diagnostic(
        "no-such-action",
        "the history has \(count == 1 ? "1 action" : "\(count) actions"), not \(point.text)",
        at: point.range)
    }
    return history.place(number)
  }

  private func place(named point: PointText) throws(Diagnostic) -> History.Place {
    if let place = history.place(named: point.text) { return place }
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
