import MachoScripting
import MachoSessions
import MachoValues

/// A document that the editor has opened, with the process that runs it.
final class OpenDocument {
  /// A question to the child process.
  struct Question {
    var deadline: ContinuousClock.Instant
    /// Called with the answer, or with `nil` if there is none in time.
    var answer: (JSONValue?) -> Void
  }

  /// A command that crashed its process or did not finish. It is not run again until the script
  /// above its end changes.
  struct Defect {
    var line: Int
    /// The lines of the script up to the end of the command.
    var lines: [String]
    var code: String
    var message: String
    var notes: [String]
  }

  let uri: String
  /// The path of the file. `-` for a document without a file.
  let path: String
  private(set) var text: TextDocument
  /// The version that the editor counts. `nil` if it counts none.
  private(set) var version: Int?
  /// Counts the texts. Messages of the child process refer to it.
  private(set) var revision = 0
  /// The first line, from 1, that changed since the last evaluation.
  private(set) var firstChangedLine = 1
  var child: ChildProcess?
  /// The revision that the child process has.
  var sentRevision: Int?
  /// The last result of the child process.
  var evaluation: DocumentEvaluation?
  var defect: Defect?
  /// The version of the executable with which the child process could not be started.
  var brokenStamp: Int?
  var questions: [Int: Question] = [:]
  /// Called after the present text has been evaluated, or cannot be.
  var whenEvaluated: [() -> Void] = []
  private var cachedLines: SourceLines?
  private var cachedTokens: [ScriptToken]?

  init(uri: String, text: String, version: Int?) {
    self.uri = uri
    path = DocumentPath.path(of: uri) ?? "-"
    self.text = TextDocument(text)
    self.version = version
  }

  /// The lines as the script parser counts them.
  var lines: SourceLines {
    if let cachedLines { return cachedLines }
    let lines = SourceLines(text)
    cachedLines = lines
    return lines
  }

  var tokens: [ScriptToken] {
    if let cachedTokens { return cachedTokens }
    let tokens = ScriptLexer.tokens(of: lines.lines)
    cachedTokens = tokens
    return tokens
  }

  /// Whether the last evaluation is that of the present text.
  var isEvaluated: Bool { evaluation?.revision == revision }

  /// Applies a change of the editor: a range and its new text, or the whole text.
  func apply(_ change: JSONValue) {
    guard let new = change["text"]?.string else { return }
    if let value = change["range"], value != .null {
      guard let range = TextRange(value) else { return }
      let offset = text.offset(of: range.start)
      let line = text.bytes[..<offset].count { $0 == 0x0A } + 1
      firstChangedLine = min(firstChangedLine, line)
      text.replace(range, with: new)
    } else {
      firstChangedLine = 1
      text = TextDocument(new)
    }
    (cachedLines, cachedTokens) = (nil, nil)
    revision += 1
  }

  func setVersion(_ version: Int?) { self.version = version }

  func setEvaluation(_ result: DocumentEvaluation) {
    evaluation = result
    firstChangedLine = .max
  }

  /// Returns the end of the command that begins at a line: the number of the line after it.
  func endOfCommand(at line: Int) -> Int {
    var reader = LogicalLineReader()
    var end = line
    while end <= lines.count, !reader.consume(lines.text(end)) { end += 1 }
    return min(end + 1, lines.count + 1)
  }

  /// Forgets the defect if the script above the end of its command has changed.
  func checkDefect() {
    guard let defect, Array(lines.lines.prefix(defect.lines.count)) != defect.lines else { return }
    self.defect = nil
  }

  /// Ends the child process. Its questions have no answers.
  func stop() {
    _ = child?.end()
    child = nil
    sentRevision = nil
    let open = questions.values
    questions = [:]
    for question in open { question.answer(nil) }
  }
}

/// The result of an evaluation, as its process reports it.
struct DocumentEvaluation {
  struct Command {
    var line: Int
    var lastLine: Int
    var change: String?
    var origins: [(effect: Int, location: CodeLocation)]

    init(_ message: JSONValue) {
      line = message["line"]?.int ?? 1
      lastLine = message["lastLine"]?.int ?? 1
      change = message["change"]?.string
      origins = (message["origins"]?.array ?? []).map { origin in
        let file = origin["file"]?.string ?? ""
        return (
          origin["effect"]?.int ?? 0, CodeLocation(file: file, line: origin["line"]?.int ?? 1)
        )
      }
    }
  }

  var revision: Int
  var errors: [DocumentFinding]
  var failures: [DocumentFinding]
  var commands: [Command]

  init(_ message: JSONValue) {
    revision = message["version"]?.int ?? -1
    errors = (message["errors"]?.array ?? []).map(DocumentFinding.init)
    failures = (message["failures"]?.array ?? []).map(DocumentFinding.init)
    commands = (message["commands"]?.array ?? []).map(Command.init)
  }

  /// Returns the command whose lines or expected output contain a line.
  func command(at line: Int) -> Command? {
    commands.last { $0.line <= line && line <= max($0.line, $0.lastLine) }
  }
}

/// An error of a script with its position.
struct DocumentFinding {
  var code: String
  var message: String
  var line: Int
  var columns: Range<Int>?
  var candidates: [String]
  var notes: [String]
  /// Whether `xfail` declares that the script fails.
  var isExpected = false

  init(_ message: JSONValue) {
    isExpected = message["expected"]?.bool ?? false
    code = message["code"]?.string ?? ""
    self.message = message["message"]?.string ?? ""
    line = message["line"]?.int ?? 1
    if let start = message["column"]?.int, let end = message["endColumn"]?.int {
      columns = start..<max(start, end)
    }
    candidates = (message["candidates"]?.array ?? []).compactMap(\.string)
    notes = (message["notes"]?.array ?? []).compactMap(\.string)
  }

  init(_ error: ScriptParseError) {
    code = error.code.rawValue
    message = error.message
    line = error.line
    columns = error.columns
    candidates = error.candidates
    notes = error.suggestion.map { [$0] } ?? []
  }

  init(_ defect: OpenDocument.Defect) {
    (code, message, line) = (defect.code, defect.message, defect.line)
    (candidates, notes) = ([], defect.notes)
  }
}
