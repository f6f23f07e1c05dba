// Queries for the import of an app's recording.

extension Session {
  /// Returns the pattern with which `receive` would assert the action of a `send` line, or `nil` if
  /// the line has no valid action.
  package func receiveText(of line: Line) -> String? {
    guard let open,
      let action = try? open.syntax.readAction(line.arguments.text, of: open.feature)
    else { return nil }
    return open.receivePattern(of: action)
  }

  /// The endpoints of the open feature whose calls can be pending.
  package var suspendingEndpoints: [String] {
    open?.feature.endpoints.filter { $0.isAsync || $0.isStream }.map(\.name) ?? []
  }

  /// The stubbed endpoints that have not been called.
  package var unusedEndpoints: [String] {
    open?.stubs.contents.withLock { $0.rules.filter { $0.calls == 0 }.map(\.endpoint.name) } ?? []
  }
}
