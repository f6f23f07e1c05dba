import MachoDiff
import MachoSessions
import MachoValues

extension SwiftExport {
  /// Writes a transition as a call of the test store's `send` or `receive`.
  mutating func write(_ transition: JournalTransition, _ line: JournalLine) throws(Diagnostic) {
    guard let store = stores[transition.store] else { return }
    answeredStores.remove(transition.store)
    var printer = printer(for: store.opened.syntax)
    do throws(ValueError) {
      var lines: [String]
      let changes = try self.changes(of: transition, store, &printer)
      if transition.transition.cause == .sent {
        let action = try printer.expression(
          transition.transition.action, as: store.opened.feature.actionType)
        lines = callLines("await \(store.variable).send(", [action], changes.statements)
      } else if transition.transition.cause.isModification {
        // A test that skips the modification must still assert it before the next action.
        lines =
          changes.statements.isEmpty
          ? [] : callLines("\(store.variable).assert", changes.statements)
      } else {
        lines = try receiveLines(transition, line, store, changes.statements, &printer)
      }
      lines = comparing(
        changes.unassignable, transition, store.variable, around: lines, &printer)
      updatePrinter(printer)
      addStoreLines(transition.store) { _ in lines }
    } catch {
      var error = Diagnostic(error, offset: 0)
      error.notes.append("in:  \(transition.line.text)")
      throw error
    }
  }

  /// Writes a modification that a script line made: the test makes it itself.
  mutating func writeInput(_ transition: JournalTransition) throws(Diagnostic) {
    guard let store = stores[transition.store] else { return }
    runAnsweredEffects()
    var printer = printer(for: store.opened.syntax)
    do throws(ValueError) {
      let changes = try self.changes(
        of: transition, store, &printer, at: SwiftTarget(store.variable).property("state"),
        .readOnly)
      updatePrinter(printer)
      addStoreLines(transition.store) { _ in
        changes.statements.flatMap { $0.lines(width: Self.width) }
      }
    } catch {
      var error = Diagnostic(error, offset: 0)
      error.notes.append("in:  \(transition.line.text)")
      throw error
    }
  }

  private func changes(
    of transition: JournalTransition, _ store: Store, _ printer: inout SwiftSourcePrinter,
    at target: SwiftTarget = "$0", _ purpose: SwiftAssignments.Purpose? = nil
  ) throws(ValueError) -> (statements: [SwiftExpression], unassignable: [UnassignableChange]) {
    guard transition.change != nil else { return ([], []) }
    func generate(
      _ purpose: SwiftAssignments.Purpose
    ) throws(ValueError) -> (changes: SwiftAssignments, statements: [SwiftExpression]) {
      var changes = SwiftAssignments(printer: printer, purpose: purpose)
      if let source = store.opened.feature.testStoreSource {
        changes.hasCaseKeyPaths = source.hasCaseKeyPaths
      }
      let statements = try changes.statements(
        from: transition.transition.before, to: transition.transition.after,
        as: store.opened.feature.stateType, at: target)
      return (changes, statements)
    }
    var result = try generate(purpose ?? (isExhaustive ? .once : .repeatable))
    // The call is then not exhaustive.
    if purpose == nil, result.changes.unassignable.contains(where: \.hasPrivateSetter) {
      result = try generate(.repeatable)
    }
    printer = result.changes.printer
    return (result.statements, result.changes.unassignable)
  }

  /// Adds comparisons of the properties that a test cannot assign. The call before is not exhaustive
  /// if a property has a private setter, because its closure cannot make their changes.
  private func comparing(
    _ changes: [UnassignableChange], _ transition: JournalTransition, _ variable: String,
    around call: [String], _ printer: inout SwiftSourcePrinter
  ) -> [String] {
    var lines = call
    if isExhaustive, changes.contains(where: \.hasPrivateSetter) {
      lines =
        Self.comment("A test cannot assign a property with a private setter.")
        + ["\(variable).exhaustivity = .off"] + call + ["\(variable).exhaustivity = .on"]
    }
    for change in changes {
      let path = "\(variable).state\(change.path)"
      var trial = printer
      trial.omitsVariables = false
      // Effects may have changed a shared value before the comparison.
      guard change.isReadable, change.hasPrivateSetter || transition.isPresent,
        change.type is any Equatable.Type,
        let value = try? trial.expression(change.value, as: change.type), !trial.omitsVariables
      else {
        lines += Self.comment("Not compared:  \(path)")
        continue
      }
      printer = trial
      lines += SwiftExpression.list("#expect(", [.prefixed("\(path) == ", value)], ")")
        .lines(width: Self.width)
    }
    return lines
  }

  /// Returns a call of `receive`.
  ///
  /// An action with case key paths is asserted by them: `receive(\.found, 5)`. Another equatable
  /// action is asserted as a whole value. Other actions are asserted by their case and by the payload
  /// values that the script asserted.
  private func receiveLines(
    _ transition: JournalTransition, _ line: JournalLine, _ store: Store,
    _ changes: [SwiftExpression], _ printer: inout SwiftSourcePrinter
  ) throws(ValueError) -> [String] {
    let type = store.opened.feature.actionType
    let action = transition.transition.action
    let opening = "await \(store.variable).receive("
    let isComplete =
      line.outcome.line.map { command in
        command.command == .receive
          && line.context?.isCompleteText(command.arguments.text, of: action) == true
      } ?? false
    if let source = store.opened.feature.testStoreSource,
      let arguments = SwiftCaseKeyPath(action, type, source.hasCaseKeyPaths)?.arguments(
        isWhole: isComplete || type is any Equatable.Type, &printer)
    {
      return callLines(opening, arguments, changes)
    }
    if type is any Equatable.Type {
      var trial = printer
      if let whole = try? trial.expression(action, as: type) {
        printer = trial
        return callLines(opening, [whole], changes)
      }
    }
    let pattern = SwiftPattern(action, isWhole: isComplete, &printer)
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
    _ opening: String, _ arguments: [SwiftExpression], _ changes: [SwiftExpression]
  ) -> [String] {
    lines(of: SwiftExpression.list(opening, arguments, ")"), changes)
  }

  /// Returns a call without arguments.
  func callLines(_ call: String, _ changes: [SwiftExpression]) -> [String] {
    lines(of: .text(call), changes)
  }

  private func lines(of call: SwiftExpression, _ changes: [SwiftExpression]) -> [String] {
    guard !changes.isEmpty else { return call.lines(width: Self.width) }
    let line = "\(call.line) { \(changes[0].line) }"
    if changes.count == 1, line.count <= Self.width { return [line] }
    var lines = call.lines(width: Self.width - 2)
    lines[lines.count - 1] += " {"
    return lines + changes.flatMap { $0.lines(width: Self.width - 4) }.map { "  " + $0 } + ["}"]
  }
}

extension JournalTransition {
  /// The transition with the states that a test store compares.
  var compared: Self {
    guard let assertion = assertion() else { return self }
    var copy = self
    copy.transition.before = assertion.before
    copy.transition.after = assertion.after
    let isEqual = valuesEqual(assertion.before, assertion.after)
    copy.change = isEqual ? nil : change ?? Change(text: "", lines: [], scriptForm: nil)
    copy.assertion = { assertion }
    return copy
  }

  /// Whether a test that reads the state after the call reads the compared shared values.
  fileprivate var isPresent: Bool { assertion()?.isPresent ?? true }
}
