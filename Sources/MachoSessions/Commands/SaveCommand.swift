extension Command {
  static let save: Command = .init(
    "save", usage: ["FILE [--overwrite]"],
    summary: "write what has been done so far to a file, as a script that passes",
    details: """
      The whole session up to here. 'record start' goes on with what follows.

        save session.macho
      """,
    argument: .form
  ) { session, arguments throws(Diagnostic) in
    let (path, isOverwriting) = try arguments.path(for: save)
    try session.ask(.save(path: path, overwriting: isOverwriting))
  }
}
