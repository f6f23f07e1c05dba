import MachoSessions
import MachoValues

extension SwiftExport {
  /// Writes a transition as a call of the test store's `send` or `receive`.
  mutating func write(_ transition: JournalTransition, _ line: JournalLine) throws(Diagnostic) {
    guard let store = stores[transition.store] else { return }
    var printer = printer(for: store.opened.syntax)
    do throws(ValueError) {
      var lines: [String]
      let changes = try self.changes(of: transition, store, &printer)
      if transition.transition.cause == .sent {
        let action = try printer.expression(
          transition.transition.action, as: store.opened.feature.actionType)
        lines = callLines("await \(store.variable).send(", action, changes)
      } else {
        lines = try receiveLines(transition, line, store, changes, &printer)
      }
      updatePrinter(printer)
      addStoreLines(transition.store) { _ in lines }
    } catch {
      var error = Diagnostic(error, offset: 0)
      error.notes.append("in:  \(transition.line)")
      throw error
    }
  }

  private func changes(
    of transition: JournalTransition, _ store: Store, _ printer: inout SwiftSourcePrinter
  ) throws(ValueError) -> [SwiftExpression] {
    guard transition.diff != nil else { return [] }
    var changes = SwiftAssignments(printer: printer, isRepeatable: !isExhaustive)
    let statements = try changes.statements(
      from: transition.transition.before, to: transition.transition.after,
      as: store.opened.feature.stateType, at: "$0")
    printer = changes.printer
    return statements
  }

  /// Returns a call of `receive`.
  ///
  /// An equatable action is asserted as a whole value. Other actions are asserted by their case and
  /// by the payload values that the script asserted.
  private func receiveLines(
    _ transition: JournalTransition, _ line: JournalLine, _ store: Store,
    _ changes: [SwiftExpression], _ printer: inout SwiftSourcePrinter
  ) throws(ValueError) -> [String] {
    let type = store.opened.feature.actionType
    let action = transition.transition.action
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
        command.command == .receive
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

  /// Returns a call with its state changes as a trailing closure, on one line if it fits.
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

/// The pattern of an action that is not equatable.
private struct SwiftPattern {
  /// The pattern after `if case`.
  private(set) var text = ""
  private var conditions: [String] = []

  /// The condition on the variables that the pattern binds. `nil` if there is none.
  var condition: String? { conditions.isEmpty ? nil : conditions.joined(separator: " && ") }

  init(_ action: Any, isWhole: Bool, _ printer: inout SwiftSourcePrinter) {
    text = pattern(action, isWhole: isWhole, &printer) ?? "_"
  }

  /// Returns the pattern of a value, or `nil` if any value matches.
  private mutating func pattern(
    _ value: Any, isWhole: Bool, _ printer: inout SwiftSourcePrinter
  ) -> String? {
    guard let current = ValueSyntax.currentCase(of: value) else {
      return isWhole ? leafPattern(value, &printer) : nil
    }
    let patterns = current.payload.map { pattern($0.value, isWhole: isWhole, &printer) }
    guard patterns.contains(where: { $0 != nil }) else { return "." + current.name }
    let arguments = zip(current.payload, patterns).map { argument, pattern in
      (argument.label.map { "\($0): " } ?? "") + (pattern ?? "_")
    }
    return ".\(current.name)(\(arguments.joined(separator: ", ")))"
  }

  private mutating func leafPattern(_ value: Any, _ printer: inout SwiftSourcePrinter) -> String? {
    if value is any Error {
      let name = conditions.isEmpty ? "error" : "error\(conditions.count + 1)"
      var trial = printer
      guard let description = try? trial.expression("\(value)", as: String.self).line else {
        return nil
      }
      conditions.append("\"\\(\(name))\" == \(description)")
      return "let \(name)"
    }
    var trial = printer
    guard value is any Equatable, let text = try? trial.expression(value, as: type(of: value))
    else { return nil }
    printer = trial
    return text.line
  }
}
