/// The distance that `undo` and `redo` move in a history.
struct HistoryDistance {
  private enum Unit: String {
    case input, action
  }

  private let count: Int
  private let unit: Unit

  /// Parses `[COUNT]`, a number of inputs, or `COUNT actions`.
  init(parsing arguments: Arguments, of command: Command) throws(Diagnostic) {
    var arguments = arguments
    count = try arguments.consumeCount(for: command, fallback: 1)
    unit = arguments.consume("actions") || arguments.consume("action") ? .action : .input
    try arguments.requireEnd(of: command)
  }

  /// Returns the position this far before the current one.
  func earlierPosition(in history: History) throws(Diagnostic) -> History.Position {
    try position(in: history, "nothing-to-undo", "earlier") { offset in
      guard offset > 0 else { return nil }
      var offset = offset - 1
      while unit == .input, offset > 0, !history.log.startsInput(at: offset) { offset -= 1 }
      return offset
    }
  }

  /// Returns the position this far after the current one.
  func laterPosition(in history: History) throws(Diagnostic) -> History.Position {
    let end = history.log.count
    return try position(in: history, "nothing-to-redo", "later") { offset in
      guard offset < end else { return nil }
      var offset = offset + 1
      while unit == .input, offset < end, !history.log.startsInput(at: offset) { offset += 1 }
      return offset
    }
  }

  /// Moves `count` times from the current position. `next` returns `nil` at the end of the history.
  private func position(
    in history: History, _ code: DiagnosticCode, _ which: String, next: (Int) -> Int?
  ) throws(Diagnostic) -> History.Position {
    var offset = history.position
    for found in 0..<count {
      guard let following = next(offset) else { throw shortage(code, which, found) }
      offset = following
    }
    return history.positionInBranch(offset)
  }

  private func shortage(_ code: DiagnosticCode, _ which: String, _ found: Int) -> Diagnostic {
    let message =
      switch found {
      case 0: "the history has no \(which) \(unit.rawValue)"
      case 1: "the history has 1 \(which) \(unit.rawValue), not \(count)"
      default: "the history has \(found) \(which) \(unit.rawValue)s, not \(count)"
      }
    return Diagnostic(code, message)
  }
}
