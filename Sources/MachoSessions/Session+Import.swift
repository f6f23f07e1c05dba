import MachoValues

// What the import of an app's recording asks of a session.

extension Session {
  /// The action of a `send` as a `receive` of it would be written; `nil` for what is no action.
  package func receiveText(of line: Line) -> String? {
    guard let open,
      let action = try? open.syntax.readAction(line.arguments.text, of: open.feature)
    else { return nil }
    return String(open.receiveLine(action).dropFirst("receive ".count))
  }

  /// The endpoints of the open feature whose calls can wait.
  package var suspendingEndpoints: [String] {
    open?.feature.endpoints.filter { $0.isAsync || $0.isStream }.map(\.name) ?? []
  }

  /// The endpoints with a stub that no call has used.
  package var unusedEndpoints: [String] {
    open?.stubs.contents.withLock { $0.rules.filter { $0.calls == 0 }.map(\.endpoint) } ?? []
  }
}
