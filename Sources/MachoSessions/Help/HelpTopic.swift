/// Something that 'help' explains beside the verbs, on one screen.
struct HelpTopic: Sendable {
  /// What stands behind 'help'.
  var name: String
  /// What it is about, for completion.
  var summary: String
  /// The whole of it.
  var text: String

  /// The topics, in the order in which 'help' names them.
  static let all: [HelpTopic] = [keys, values, paths, prompt, codes]

  static func named(_ name: String) -> HelpTopic? { all.first { $0.name == name } }

  private static let keys = HelpTopic(
    name: "keys", summary: "the keys at a prompt",
    text: #"""
      Tab             completes; again, or of several: lists
      Return          runs the line; goes on with another where
                      a bracket is open
      Up, Down        older and newer lines, or those of an
                      entry of several
      PgUp, PgDn      those that begin with what is typed
      Ctrl-R          searches them for a text
      Ctrl-A, Ctrl-E  to the line's beginning, to its end
      Ctrl-W, Ctrl-U  deletes a word, the line
      Ctrl-C          drops the line; ends a 'settle' that waits
      Ctrl-Z          stops macho; the shell's 'fg' goes on
      Ctrl-D          on an empty line: leaves
      Ctrl-\          ends macho, whatever it does
      \e              opens the last line in $EDITOR: help prompt

      'bind -v' in ~/.editrc has vi's keys instead of emacs's, and
      'bind' gives any key another meaning.
      """#)

  private static let values = HelpTopic(
    name: "values", summary: "how values are written",
    text: """
      Values are Swift's literals, as the source has them:

        factResponse("42")            a case with what it carries
        deleteButtonTapped(id: 3)     its label as in the source
        Contact(id: UUID(1), name: "Blob")
        [1, 2]   ["a": 1]   nil   true   -1.5   \"""two lines\"""
        300ms   2s   "2024-01-31T12:00:00Z"   UUID(7)
        .success(3)   error("offline")
        destination.presented.nameChanged("x")   cases in cases
        #0                            an element of a stack
        @file("repos.json")           read from a JSON file
        $row                          what 'let row = ...' named

      Tab shows labels and types. What is printed can be typed.
      """)

  private static let paths = HelpTopic(
    name: "paths", summary: "how a part of the state is named",
    text: """
      A path names a part of the state, for state, expect, let
      and watch:

        count                       a property
        contacts[0].name            an element by its index,
        contacts[id: UUID(1)]       by its identity,
        sections["a"]               by its key,
        path[#0]                    or of a stack
        destination.addContact      what an enum's case carries
        fact?.count                 what is in an optional
        contacts.count  .isEmpty  .first  .last  .keys

        expect contacts.count == 2
        expect fact contains "prime"
        expect destination is addContact

      == != < <= > >= is contains; without one: == true.
      """)

  private static let prompt = HelpTopic(
    name: "prompt", summary: "what a prompt has and scripts have not",
    text: #"""
      \e           opens the last line in $VISUAL, $EDITOR or vi,
      \e TEXT      or TEXT; what is saved is run, line by line
      $PAGER       shows what is longer than the screen;
                   MACHO_PAGER goes before it, 'cat' is none
      .machorc     its lines are run at the start: those of the
                   file $MACHORC, else ~/.machorc;
                   'macho repl --no-rc' leaves them out
      history      ~/.local/state/macho has a file a feature;
                   MACHO_HISTORY names another, or none if empty
      ~/.editrc    the keys: help keys

        timing on           how long each line took
        filter tick         what comes is taken without a word
        watch count         printed whenever it changes
        record start FILE   writes down what follows, as a script
      """#)

  private static let codes = HelpTopic(
    name: "codes", summary: "the codes of errors",
    text: {
      let width = DiagnosticCode.all.map(\.code.rawValue.count).max() ?? 0
      return DiagnosticCode.all.map { padded($0.code.rawValue, width + 2) + $0.meaning }
        .joined(separator: "\n")
    }())
}
