import MachoDiff
import MachoValues

// A script does not repeat the payload of a received action that it shows elsewhere.

extension OpenStore {
  /// Returns the pattern of an action's case, if a script shows the payload elsewhere: in the change, or
  /// as a response. Returns `nil` if it does not, or if the session does not look for such patterns.
  ///
  /// - Parameter pattern: The pattern of the whole action.
  func casePattern(of action: Any, _ pattern: String, _ change: Change?) -> String? {
    guard observers.findsCasePatterns else { return nil }
    let cases = labelledPayloads(of: action)
    guard let last = cases.last, last.label != pattern else { return nil }
    let shown = ShownValues(
      texts: change?.addedValues ?? [], responses: stubs.usedValues, store: store)
    // A pattern does not name the case of an error whose type is not declared.
    return cases.last { label, payload in
      (try? syntax.readPattern(label[...], of: feature))?.matches(action) == true
        && payload.allSatisfy(shown.contains)
    }?.label
  }
}

/// The values that a script shows beside a `receive` line.
private struct ShownValues {
  /// The texts of the added values of a change.
  let texts: Set<String>
  /// The values of responses.
  let responses: [any Sendable]
  let store: any DrivenStore

  /// Whether a script shows a value, or each of its parts.
  func contains(_ value: Any) -> Bool {
    if texts.contains(store.text(of: value)) { return true }
    if responses.contains(where: { valuesEqual($0, value) }) { return true }
    let parts = valueParts(of: value)
    return !parts.isEmpty && parts.allSatisfy(contains)
  }
}

extension StubTable {
  /// The values and errors with which calls were completed: the latest answer, and the responses of
  /// stubs that were used.
  fileprivate var usedValues: [any Sendable] {
    contents.withLock { contents -> [any Sendable] in
      var values = contents.lastAnswer?.values ?? []
      for rule in contents.rules where rule.calls > 0 {
        for response in rule.responses.prefix(rule.calls) {
          values += response.values(ofCall: rule.calls - 1)
        }
      }
      return values
    }
  }
}

extension StubResponse {
  /// The values and errors of the response to a call.
  fileprivate func values(ofCall call: Int) -> [any Sendable] {
    switch self {
    case .result(let result, _): StubStreamElement.Content(result).values
    case .series(let series): [series.value(call)]
    case .stream(let elements): elements.flatMap(\.content.values)
    case .pending: []
    }
  }
}

extension StubStreamElement.Content {
  fileprivate var values: [any Sendable] {
    switch self {
    case .value(let value): [value]
    case .failure(let error): [error]
    case .finished, .pending: []
    }
  }
}
