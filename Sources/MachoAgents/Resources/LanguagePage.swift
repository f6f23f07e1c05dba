import MachoSessions

/// The description of the script language, from the texts of 'help'.
enum LanguagePage {
  /// The name of the topic `scripts`.
  static let scriptsTopic = "scripts"

  /// What a script contains.
  static let scripts = """
    A script is a list of lines. Each line is a verb with arguments. Lines that begin with '#' are \
    comments, and '## TITLE' begins a phase. '| ' lines below a command are its expected output, which \
    'macho test' compares. '! [CODE] LINE' expects that a line fails with a code. In a script, unlike in a \
    session, 'receive ACTION' must assert each action that an effect sends, unless 'exhaustive off' comes \
    first, and at the end no effect may run.

      feature counter
      stub numberFact.fetch -> "ok" after 1s
      send factButtonTapped
      advance 1s
      receive factResponse.success("ok")
      expect fact == "ok"
    """

  static let text: String = {
    let start = "# The script language of macho\n\n\(scripts)\n"
    let topics = ["values", "paths"].compactMap { name in
      Command.explanation(of: name).map { "## \(name.capitalized)\n\n\($0)\n" }
    }
    let verbs = Command.all.map { "### \($0.verb)\n\n\($0.manual)\n" }
    let codes = Command.explanation(of: "codes").map { "## Error codes\n\n\($0)\n" }
    return ([start] + topics + ["## Verbs\n"] + verbs + [codes ?? ""]).joined(separator: "\n")
  }()
}
