/// A topic of 'help' other than a verb, of one screen.
struct HelpTopic: Sendable {
  /// The name after 'help'.
  var name: String
  /// A short description, for completion.
  var summary: String
  /// The text.
  var text: String

  /// The topics, in the order of 'help'.
  static let all: [HelpTopic] = [keys, values, paths, prompt, codes]

  static func named(_ name: String) -> HelpTopic? { all.first { $0.name == name } }

  private static let keys = HelpTopic(
    name: "keys", summary: "the keys at a prompt",
    text: #"""
      Tab             completes, or lists what is possible
      Right, Ctrl-E   accepts the dim rest of a word
      Return          runs the line; starts another line if a
                      bracket is open
      Up, Down        older and newer lines of the history, or
                      lines of a multiline entry
      PgUp, PgDn      lines that begin with the typed text
      Ctrl-R          searches the history
      Ctrl-A, Ctrl-E  moves to the start, to the end of the line
      Ctrl-W, Ctrl-U  deletes a word, the line
      Ctrl-C          clears the line; ends one that runs
      Ctrl-Z          suspends macho; the shell's 'fg' resumes it
      Ctrl-D          exits, on an empty line
      Ctrl-\          kills macho
      \e              opens the last line in $EDITOR: help prompt

      'bind -v' in ~/.editrc selects vi's keys instead of emacs's,
      and 'bind' changes single keys.
      """#)

  private static let values = HelpTopic(
    name: "values", summary: "how values are written",
    text: """
      Values are written as in Swift source code:

        factResponse("42")            a case with its payload
        deleteButtonTapped(id: 3)     with its label
        Contact(id: UUID(1), name: "Blob")
        [1, 2]   ["a": 1]   nil   true   -1.5   \"""two lines\"""
        300ms   2s   "2024-01-31T12:00:00Z"   UUID(7)
        .success(3)   error("offline")   NetworkError.timeout
        destination.presented.nameChanged("x")   nested cases
        rows[id: 2].deleteButtonTapped   an action of a row
        path[#0].closeButtonTapped       and of a stack element
        #0                            the ID of a stack element
        @file("repos.json")           the contents of a JSON file
        $row                          set by 'let row = ...'

      Tab shows labels and types. Printed values can be typed.
      """)

  private static let paths = HelpTopic(
    name: "paths", summary: "how to refer to parts of the state",
    text: """
      A path refers to a part of the state, for state, expect,
      let and watch:

        count                       a property
        contacts[0].name            an element by its index,
        contacts[id: UUID(1)]       by its identity,
        sections["a"]               by its key,
        path[#0]                    or in a stack
        destination.addContact      the payload of an enum case
        fact?.count                 the value of an optional
        contacts.count  .isEmpty  .first  .last  .keys

        expect contacts.count == 2
        expect fact contains "prime"
        expect destination is addContact

      == != < <= > >= is contains; default: == true.
      """)

  private static let prompt = HelpTopic(
    name: "prompt", summary: "features of the prompt",
    text: #"""
      \e           opens the last line in $VISUAL, $EDITOR or vi,
      \e TEXT      or TEXT; runs the saved lines
      $PAGER       shows 'help', 'history', 'actions' and
                   'state' if they exceed the screen;
                   MACHO_PAGER overrides it, 'cat' disables it
      \m           shows the rest of output that was cut
                   after 300 lines, outside of the pager
      .machorc     its lines run at the start. Default path:
                   ~/.machorc, or the file $MACHORC;
                   'macho repl --no-rc' skips them
      history      one file per feature in ~/.local/state/macho;
                   MACHO_HISTORY overrides it, empty disables it
      ~/.editrc    the keys: help keys

        timing on           prints the duration of each line
        ignore tick         applies actions without output
        watch count         prints the value when it changes
        record start FILE   records the session as a script
        reload              continues in the rebuilt driver
      """#)

  private static let codes = HelpTopic(
    name: "codes", summary: "the error codes",
    text: {
      let width = DiagnosticCode.all.map(\.code.rawValue.count).max() ?? 0
      return DiagnosticCode.all.map { padded($0.code.rawValue, width + 2) + $0.meaning }
        .joined(separator: "\n")
    }())
}
