import MachoSessions
import MachoValues

extension SwiftExport {
  /// The call of the test store that an action is, with what it changes.
  mutating func write(_ step: JournalTransition, _ line: JournalLine) throws(Diagnostic) {
    guard let store = stores[step.store] else { return }
    var printer = printer(for: store.opened.syntax)
    do throws(ValueError) {
      var lines: [String]
      let changes = try self.changes(of: step, store, &printer)
      if step.transition.cause == .sent {
        let action = try printer.expression(
          step.transition.action, as: store.opened.feature.actionType)
        lines = callLines("await \(store.variable).send(", action, changes)
      } else {
        lines = try receiveLines(step, line, store, changes, &printer)
      }
      updatePrinter(printer)
      addStoreLines(step.store) { _ in lines }
    } catch {
      var error = Diagnostic(error, offset: 0)
      error.notes.append("in:  \(step.line)")
      throw error
    }
  }

  private func changes(
    of step: JournalTransition, _ store: Store, _ printer: inout SwiftSourcePrinter
  ) throws(ValueError) -> [SwiftExpression] {
    guard step.diff != nil else { return [] }
    var changes = SwiftAssignments(printer: printer, isRepeatable: !isExhaustive)
    let statements = try changes.statements(
      from: step.transition.before, to: step.transition.after, as: store.opened.feature.stateType,
      at: "$0")
    printer = changes.printer
    return statements
  }

  /// An action that can be compared is named whole; of others the case is, and what of its values
  /// the script named.
  private func receiveLines(
    _ step: JournalTransition, _ line: JournalLine, _ store: Store, _ changes: [SwiftExpression],
    _ printer: inout SwiftSourcePrinter
  ) throws(ValueError) -> [String] {
    let type = store.opened.feature.actionType
    let action = step.transition.action
    let opening = "await \(store.variable).receive("
    if type is any Equatable.Type {
      var trial = printer
      if let whole = try? trial.expression(action, as: type) {
        printer = trial
        return callLines(opening, whole, changes)
      }
    }
    let isWhole =
      line.outcome.line.map { command in
        command.verb == "receive"
          && line.context?.isCompleteText(command.arguments.text, of: action) == true
      } ?? false
    let pattern = SwiftPattern(action, isWhole: isWhole, &printer)
    let condition = pattern.condition.map { "{ \($0) }" } ?? "{ true }"
    var lines = [
      "await \(store.variable).receive {",
      "  if case \(pattern.text) = $0 \(condition) else { false }", "}",
    ]
    guard !changes.isEmpty else { return lines }
    lines[2] = "} assert: {"
    return lines + changes.flatMap { $0.lines(width: Self.width - 4) }.map { "  " + $0 } + ["}"]
  }

  /// A call with what it changes behind it, on one line if it fits.
  private func callLines(
    _ opening: String, _ argument: SwiftExpression, _ changes: [SwiftExpression]
  ) -> [String] {
    let call = SwiftExpression.list(opening, [argument], ")")
    guard !changes.isEmpty else { return call.lines(width: Self.width) }
    let line = "\(call.line) { \(changes[0].line) }"
    if changes.count == 1, line.count <= Self.width { return [line] }
    var lines = call.lines(width: Self.width - 2)
    lines[lines.count - 1] += " {"
    return lines + changes.flatMap { $0.lines(width: Self.width - 4) }.map { "  " + $0 } + ["}"]
  }
}

/// What an action looks like that cannot be compared as a whole.
private struct SwiftPattern {
  /// Behind `if case`.
  private(set) var text = ""
  private var conditions: [String] = []

  /// What has to be true of what the pattern binds.
  var condition: String? { conditions.isEmpty ? nil : conditions.joined(separator: " && ") }

  init(_ action: Any, isWhole: Bool, _ printer: inout SwiftSourcePrinter) {
    text = pattern(action, isWhole: isWhole, &printer) ?? "_"
  }

  /// The pattern of a value; `nil` where it may be any.
  private mutating func pattern(
    _ value: Any, isWhole: Bool, _ printer: inout SwiftSourcePrinter
  ) -> String? {
    guard let current = ValueSyntax.currentCase(of: value) else {
      return isWhole ? leafPattern(value, &printer) : nil
    }
    let parts = current.payload.map { pattern($0.value, isWhole: isWhole, &printer) }
    guard parts.contains(where: { $0 != nil }) else { return "." + current.name }
    let texts = zip(current.payload, parts).map { part, text in
      (part.label.map { "\($0): " } ?? "") + (text ?? "_")
    }
    return ".\(current.name)(\(texts.joined(separator: ", ")))"
  }

  private mutating func leafPattern(_ value: Any, _ printer: inout SwiftSourcePrinter) -> String? {
    if value is any Error {
      let name = conditions.isEmpty ? "error" : "error\(conditions.count + 1)"
      var trial = printer
      guard let words = try? trial.expression("\(value)", as: String.self).line else { return nil }
      conditions.append("\"\\(\(name))\" == \(words)")
      return "let \(name)"
    }
    var trial = printer
    guard value is any Equatable, let text = try? trial.expression(value, as: type(of: value))
    else { return nil }
    printer = trial
    return text.line
  }
}
