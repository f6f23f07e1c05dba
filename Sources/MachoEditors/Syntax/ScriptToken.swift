/// A word of a script with its position: what editors highlight, and what names refer to.
struct ScriptToken: Hashable, Sendable {
  /// The kind of a token. The raw values are the names of semantic tokens.
  enum Kind: String, CaseIterable, Sendable {
    case comment
    /// The title of a phase or the name of a section.
    case heading = "namespace"
    /// `[condition]`, `!` and `[code]`.
    case prefix = "decorator"
    case verb = "keyword"
    case string
    case number
    /// `$name`, and the name in `let name =` and in a capture.
    case variable
    /// `name:` before an argument or a property.
    case label = "property"
    /// Another name: an action, a case, a path.
    case name = "enumMember"
    case `operator`
    /// A removed or added line of expected output.
    case removed = "deleted"
    case added = "inserted"
    /// Another line of expected output.
    case output = "macro"
    case regex = "regexp"
  }

  /// How a token refers to something that the script defines.
  enum Role: Hashable, Sendable {
    case definesVariable(String)
    case usesVariable(String)
    case definesSection(String)
    /// A section or a file beside the script, whose text is a value.
    case usesFile(String)
    /// A section or a file beside the script, whose commands run.
    case sourcesFile(String)
  }

  /// The line, counted from 1, and its UTF-8 columns.
  var line: Int
  var columns: Range<Int>
  var kind: Kind
  var role: Role?

  init(_ kind: Kind, line: Int, columns: Range<Int>, role: Role? = nil) {
    self.kind = kind
    self.line = line
    self.columns = columns
    self.role = role
  }
}
