extension Command {
  package static let export: Command = .init(
    "export", usage: ["swift|json|mermaid|html|trace [FILE [--overwrite]]"],
    summary: "export the session as a test, JSON, a diagram, a page or a trace",
    details: """
      'swift' is a test in Swift Testing with a TestStore, for reducers only. It contains the sent
      and received actions, the state changes and the stubs, but no undone actions. 'json' is one
      object with all commands and events. 'mermaid' is a sequence diagram of actions and effects.
      'html' is a page that a browser opens from the file, and 'trace' is for Perfetto.
      Without FILE, the export is printed. Use 'macho export' to export a script.

        export swift CounterTests.swift
      """,
    argument: .form, helpGroup: .script, traits: [], transcript: .excluded
  ) { context, arguments throws(Diagnostic) in
    var arguments = arguments
    guard let (name, range) = arguments.consumeWord() else {
      throw export.usageError("expected \(formatNames)", at: arguments.range)
    }
    guard let format = ExportFormat(rawValue: name) else {
      throw export.usageError("unknown format '\(name)': expected \(formatNames)", at: range)
    }
    let path = arguments.isEmpty ? nil : try arguments.consumeFileName(for: export)
    let flags = try arguments.consumeFlags(["--overwrite"], for: export)
    let text = try context.perform(
      .export(format: format, path: path, overwriting: flags.contains("--overwrite")))
    // An export ends with a newline, and so does each line of the output.
    if let text { context.report(.value(String(text.dropLast()))) }
  }
}

/// The names of the formats, in quotes.
private var formatNames: String {
  let names = ExportFormat.allCases.map { "'\($0.rawValue)'" }
  return names.dropLast().joined(separator: ", ") + " or " + names[names.count - 1]
}
