import MachoValues

extension Command {
  package static let source: Command = .init(
    "source", usage: ["FILE"],
    summary: "run another script",
    details: """
      FILE is a '-- name --' section of the script, or a path as for '@file'. The lines run as if
      they were part of this script. Their output is compared with their own '|' lines.

        source signed-in.macho
      """,
    argument: .form, helpGroup: .script, traits: .runsScript, transcript: .comment
  ) { context, arguments throws(Diagnostic) in
    guard !arguments.isEmpty else { throw source.usageError("a file's name is missing") }
    let name = String(arguments.text)
    guard let files = context.files else {
      throw Diagnostic(
        "no-such-file", "files are not available here: '\(name)' cannot be read",
        at: arguments.range)
    }
    do {
      context.direct(.source(name, text: try files.contents(of: name)))
    } catch {
      throw Diagnostic("no-such-file", "\(error)", at: arguments.range)
    }
  }
}
