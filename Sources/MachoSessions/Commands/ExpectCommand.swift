import MachoValues

extension Command {
  static let expect = Command(
    "expect", usage: ["PATH", "PATH ==|!=|<|<=|>|>=|is|contains VALUE"],
    summary: "assert something of the state",
    details: """
      PATH goes through stored properties, cases, [index], [id: value], and .count .isEmpty .first
      .last .keys. A PATH alone has to be true. 'is' takes a case's name, 'contains' an element or
      a part of a string.

        expect count == 1
        expect fact contains "prime"
      """,
    argument: .path
  ) { session, arguments throws(Diagnostic) in
    let open = try session.opened()
    guard !arguments.isEmpty else { throw expect.misuse("a path is missing") }
    let found = arguments.first(of: Comparison.operators.map { " \($0) " })
    let path = found.map(arguments.before) ?? arguments
    let comparison = found.map { $0.text.trimmingBlanks } ?? "=="
    let operand = found.map(arguments.after)
    session.isFinished = false
    try session.requireNothingOutside(open)
    let actual = try session.value(at: path)
    do {
      let holds = try Comparison(String(comparison)).evaluate(
        actual, operand?.text ?? "true", open.syntax)
      guard !holds else { return }
    } catch { throw Diagnostic(error, offset: operand?.offset ?? path.offset) }
    let wanted = operand.map { "\(comparison) \($0.text)" } ?? "== true"
    throw Diagnostic(
      "expectation", "\(path.text) is \(open.syntax.print(actual.value)), expected \(wanted)",
      at: path.range)
  }
}

extension Session {
  /// What stands in the script's state at a path.
  func value(at path: Arguments) throws(Diagnostic) -> TypedValue {
    let open = try opened()
    let store = open.store
    let root = TypedValue(open.shown, as: open.feature.stateType)
    do {
      return try ValuePath(reading: path.text, open.syntax).value(in: root) { name in
        store.computed(name, of: root.value)
      }
    } catch { throw Diagnostic(error, offset: path.offset) }
  }
}
