import MachoValues

extension Command {
  static let source: Command = .init(
    "source", usage: ["FILE"],
    summary: "run the lines of another script here",
    details: """
      FILE is a '-- name --' section of the script or a file beside it, as for '@file'. Its lines are
      run as if they stood here, their output compared with their own '|' lines.

        source signed-in.macho
      """,
    argument: .form
  ) { session, arguments throws(Diagnostic) in
    guard !arguments.isEmpty else { throw source.usageError("a file's name is missing") }
    let name = String(arguments.text)
    guard let files = session.files else {
      throw Diagnostic(
        "no-such-file", "there are no files here: '\(name)' cannot be read", at: arguments.range)
    }
    do {
      session.directive = .source(name, text: try files.contents(of: name))
    } catch {
      throw Diagnostic("no-such-file", "\(error)", at: arguments.range)
    }
  }
}
