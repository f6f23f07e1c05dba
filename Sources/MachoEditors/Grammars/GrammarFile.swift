import MachoSessions

/// A file of `scripts/editors` that is generated from the list of commands, so that a new verb cannot
/// be forgotten.
package struct GrammarFile: Sendable {
  /// The path below `scripts/editors`.
  package var path: String
  package var text: String

  /// All generated files.
  package static var all: [GrammarFile] {
    let words = GrammarWords()
    return [
      GrammarFile(
        path: "vscode/syntaxes/macho.tmLanguage.json",
        text: TextMateGrammar(words).json.prettyText + "\n"),
      GrammarFile(path: "vim/syntax/macho.vim", text: VimSyntax(words).text),
      GrammarFile(path: "tree-sitter-macho/grammar.js", text: TreeSitterGrammar(words).javascript),
      GrammarFile(
        path: "tree-sitter-macho/src/grammar.json",
        text: TreeSitterGrammar(words).json.prettyText + "\n"),
      GrammarFile(path: "emacs/macho-words.el", text: EmacsWords(words).text),
      GrammarFile(path: "kate/macho.xml", text: KateSyntax(words).text),
    ]
  }
}

/// The words of the script language.
struct GrammarWords {
  /// The verbs, in alphabetical order.
  let verbs = Command.all.map(\.verb).sorted()
  /// The words with a meaning of their own among arguments, except constants.
  let keywords = ValueLexer.keywords.subtracting(Self.constantSet).sorted()
  let constants = Self.constantSet.sorted()

  private static let constantSet: Set = ["nil", "true", "false"]

  /// The words as alternatives of a regular expression. Longer words precede their prefixes.
  static func alternatives(_ words: [String]) -> String {
    words.sorted { ($1.count, $0) < ($0.count, $1) }.joined(separator: "|")
  }
}
