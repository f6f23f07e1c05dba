import MachoValues

extension Arguments {
  /// Returns the error of an assignment in place of an action, such as `query = "x"`: it suggests the
  /// actions of bindings that set the property. Returns `nil` for any other text.
  ///
  /// Only types are compared, no state, so that a script has the same error before it runs.
  func assignmentError(in feature: any DrivenFeature, _ syntax: ValueSyntax) -> Diagnostic? {
    guard let sign = firstSeparator(of: ["=", "=="]), sign.text == "=",
      let path = try? ValuePath(reading: before(sign).text),
      let type = try? path.type(in: feature.stateType, computed: feature.computed)
    else { return nil }
    let value = after(sign).text
    let candidates = syntax.settings(of: path.text, to: value, in: feature.sentTypes)
    return Diagnostic(
      "syntax", "an assignment is not an action", at: range, candidates: candidates,
      notes: candidates.isEmpty ? [note(path, type, value, feature, syntax)] : [])
  }

  /// Returns how else the property can have the value.
  private func note(
    _ path: ValuePath, _ type: Any.Type, _ value: Substring, _ feature: any DrivenFeature,
    _ syntax: ValueSyntax
  ) -> String {
    if type is any TextModifiable.Type, (try? syntax.readValue(value, of: type)) != nil {
      return "modify the shared value:  modify \(text)"
    }
    let state = "State(\(path.text): \(value))"
    let isStart =
      (try? syntax.read(state[...], as: feature.stateType, overlaying: feature.startState)) != nil
    return isStart
      ? "only actions change the state; to start with the value:  start \(state)"
      : "only actions change the state: 'actions' lists them"
  }
}
