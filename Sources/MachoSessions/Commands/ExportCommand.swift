extension Command {
  static let export: Command = .init(
    "export", usage: ["swift|json|mermaid [FILE [--overwrite]]"],
    summary: "write the session as a Swift test, as JSON or as a diagram",
    details: """
      'swift' is a test of a TestStore in Swift Testing, for features that are reducers: what is sent,
      received and changed, with the dependencies that answer the same. What was gone back on is left
      out. 'json' is all that happened, as one object; 'mermaid' a sequence diagram of actions and
      effects. Without FILE it is printed. A script is exported by 'macho export'.

        export swift CounterTests.swift
      """,
    argument: .form
  ) { session, arguments throws(Diagnostic) in
    var arguments = arguments
    guard let (name, range) = arguments.consumeWord() else {
      throw export.usageError("it is 'swift', 'json' or 'mermaid'", at: arguments.range)
    }
    guard let format = ExportFormat(rawValue: name) else {
      throw export.usageError("'\(name)' is neither 'swift' nor 'json' nor 'mermaid'", at: range)
    }
    let path = arguments.isEmpty ? nil : try arguments.consumeFileName(for: export)
    let isOverwriting = try arguments.consumeOverwriteFlag(for: export)
    let text = try session.perform(.export(format: format, path: path, overwriting: isOverwriting))
    // The last line has its end from whoever prints it.
    if let text {
      session.events.append(.value(text.hasSuffix("\n") ? String(text.dropLast()) : text))
    }
  }
}
