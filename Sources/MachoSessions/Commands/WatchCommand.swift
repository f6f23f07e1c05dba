import MachoValues

extension Command {
  package static let watch: Command = .init(
    "watch", usage: ["PATH", "", "off"], withoutArguments: "list the watched paths",
    summary: "print a part of the state when it changes",
    details: """
      PATH is as for 'expect'. Prints the value now, and below each command and each received action
      that changes it; '(no value)' if the path no longer exists. Without PATH, lists the watched
      paths; 'off' removes them. 'start' keeps them, 'reset' removes them.

        watch count
      """,
    argument: .path, helpGroup: .inspect, traits: .changesDisplay, transcript: .line
  ) { context, arguments throws(Diagnostic) in
    let open = try context.opened()
    if arguments.text == "off" {
      open.watches = []
      return
    }
    guard !arguments.isEmpty else {
      let lines = open.watches.map { $0.path + " = " + $0.text }
      context.report(
        .value(lines.isEmpty ? "(nothing is watched)" : lines.joined(separator: "\n")))
      return
    }
    let value = try open.value(at: arguments).value
    let path = String(arguments.text)
    let text = open.store.text(of: value)
    open.watches.removeAll { $0.path == path }
    open.watches.append(Watch(path: path, text: text))
    context.report(.watched(path: path, value: text))
  }
}

/// A part of the state that is printed when it changes.
struct Watch {
  let path: String
  /// The value that was printed last.
  var text: String
}

extension OpenStore {
  /// Returns the watched parts that have changed since the last call.
  func takeWatchedChanges() -> [Event] {
    watches.indices.compactMap { index in
      let path = watches[index].path
      let text = text(at: path) ?? "(no value)"
      guard text != watches[index].text else { return nil }
      watches[index].text = text
      return .watched(path: path, value: text)
    }
  }

  /// Returns the text of a part of the state, or `nil` if the path does not exist now.
  fileprivate func text(at path: String) -> String? {
    let value = try? ValuePath(reading: path[...]).evaluate(
      in: root, computed: feature.computed, syntax: syntax)
    return value.map { store.text(of: $0.value) }
  }
}
