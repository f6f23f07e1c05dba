import MachoValues

// Queries for the import of an app's recording.

extension Session {
  /// Returns the action of a `send` line as users type it, or `nil` if the line has no valid action.
  package func actionText(of line: Line) -> String? {
    guard let open,
      let action = try? open.syntax.readAction(line.arguments.text, of: open.feature),
      case let text = open.syntax.print(action),
      (try? open.syntax.readAction(text[...], of: open.feature)) != nil
    else { return nil }
    return text
  }

  /// Whether a `start` line has the registered start state of the open feature.
  package func isRegisteredStart(_ line: Line) -> Bool {
    guard let open,
      let state = try? open.syntax.read(
        line.arguments.text, as: open.feature.stateType, overlaying: open.feature.startState)
    else { return false }
    return areSame(state, open.feature.startState)
  }

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

  /// The calls of stubs that have not been called, as their lines have them.
  package var unusedCalls: Set<String> {
    Set(open?.stubs.contents.withLock { $0.rules.filter { $0.calls == 0 }.map(\.call) } ?? [])
  }
}
