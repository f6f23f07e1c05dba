extension Line {
  /// Whether the line declares a property.
  package var declaresProperty: Bool {
    command?.argument == .property && (command != .property || !arguments.isEmpty)
  }

  /// The property that the line declares, without the verb `property`.
  package var property: Substring { command == .property ? arguments.text : commandText }
}

extension Session {
  /// The properties that are checked in the store in use.
  package var properties: [String] { open?.monitor.properties.map(\.text) ?? [] }

  /// How far the properties of the store in use were checked.
  package var propertyChecks: [PropertyCheck] { open?.monitor.checks ?? [] }

  /// Declares the properties that belong to the features that the present line has opened.
  func declareProperties() throws(Diagnostic) {
    guard let files, let propertyLines else { return }
    for case .opened(let feature, _) in state.pending.events {
      for (line, location) in try propertyLines(feature, files) {
        guard let command = line.command else { continue }
        do throws(Diagnostic) {
          try command.run(CommandContext(state, running: command), line.arguments)
        } catch {
          var error = error
          error.range = nil
          error.notes.append("in \(location):  \(line.commandText)")
          throw error
        }
      }
    }
  }
}
