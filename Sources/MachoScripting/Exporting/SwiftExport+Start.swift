import MachoSessions
import MachoValues

extension SwiftExport {
  /// The start state of a test store.
  struct StartState {
    /// The statements before the store.
    var declarations: [String] = []
    var expression: SwiftExpression
    /// The changes of shared values in the declarations, for a test store that has tracked them.
    var sharedChanges: [SwiftExpression] = []
  }

  /// Returns the start state in its shortest form:
  ///
  /// 1. The expression of the registration, if the session started there.
  /// 2. A call with the values that differ from the registered state, if that is `State()`.
  /// 3. The expression of the registration and assignments.
  /// 4. An initializer that takes the values of all properties, if the expression is unknown.
  func startState(
    of store: Store, _ source: TestStoreSource, _ names: inout SwiftNames,
    _ printer: inout SwiftSourcePrinter
  ) throws(ValueError) -> StartState {
    let (start, type) = (store.opened.start.value, store.opened.start.type)
    var whole = printer
    let wholeResult: Result<SwiftExpression, ValueError>
    do throws(ValueError) {
      wholeResult = .success(try whole.expression(start, as: type))
    } catch {
      wholeResult = .failure(error)
    }
    let registered = store.opened.feature.startState
    guard let known = registeredStart(source, registered, &printer) else {
      let expression = try wholeResult.get()
      printer = whole
      return StartState(expression: expression)
    }
    if valuesEqual(registered, start) { return StartState(expression: .text(known.text)) }
    if !known.hasArguments,
      let expression = try printer.expression(start, differingFrom: registered)
    {
      return StartState(expression: expression)
    }
    let variable = names.unique("initialState")
    var changes = SwiftAssignments(printer: printer, purpose: .once)
    let statements = try changes.statements(
      from: registered, to: start, as: type, at: SwiftTarget(variable))
    // An assignment of the whole state is as long as the whole state.
    var replacesAll = false
    if case .prefixed("\(variable) = ", _)? = statements.first { replacesAll = true }
    guard changes.unassignable.isEmpty, !replacesAll else {
      let expression = try wholeResult.get()
      printer = whole
      return StartState(expression: expression)
    }
    printer = changes.printer
    // A block modifies a shared value, not the variable.
    let isMutated = statements.contains { if case .block = $0 { false } else { true } }
    var trackedChanges = SwiftAssignments(printer: printer, purpose: .once)
    let sharedChanges = try trackedChanges.statements(
      from: registered, to: start, as: type, at: "$0"
    )
    .filter { if case .block = $0 { true } else { false } }
    return StartState(
      declarations: ["\(isMutated ? "var" : "let") \(variable) = \(known.text)"]
        + statements.flatMap { $0.lines(width: Self.width) },
      expression: .text(variable), sharedChanges: sharedChanges)
  }

  /// Returns the expression of the registration, if a test can use all its names: those that also
  /// occur in the expressions of the properties.
  private func registeredStart(
    _ source: TestStoreSource, _ value: Any, _ printer: inout SwiftSourcePrinter
  ) -> TestStoreSource.Start? {
    guard let start = source.start else { return nil }
    // This also collects the modules of the values' types.
    let properties = printer.propertyExpressions(of: value)
    let known = Set(
      properties.flatMap {
        $0.line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
      })
    return start.names.isSubset(of: known) ? start : nil
  }
}
