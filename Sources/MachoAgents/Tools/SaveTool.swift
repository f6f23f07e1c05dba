import Foundation
import MachoReporting
import MachoScripting
import MachoSessions
import MachoSystem
import MachoValues

extension AgentTool {
  static let save = AgentTool(
    "save", title: "Save a script",
    """
    Writes a '.macho' script below the working directory, and says whether it passes as a test: a session \
    with its output, a failure that 'explore' has found, or a text. Lines of the session that failed and did \
    nothing, and lines that only showed something, are left out. Add 'lines' for what should hold, for example \
    'expect count >= 0'. If it does not hold, the script fails until the feature is mended.
    """,
    [
      ToolParameter("path", .text, required: true, "A path below the working directory."),
      ToolParameter("session", .text, "The handle of the session to save."),
      ToolParameter(
        "finding", .number,
        "The number of a failure or difference in the last report of 'explore' or 'compare'."),
      ToolParameter("script", .text, "The text of a script."),
      ToolParameter("lines", .text, "Lines to add at the end."),
      ToolParameter("overwrite", .flag, "Replace an existing script. Default: false."),
    ],
    Hints(isDestructive: true, isIdempotent: true)
  ) { call throws(ToolFailure) in
    let path = try destination(call)
    let draft = try ScriptDraft(call)
    let script: Script
    do throws(ScriptParseErrors) {
      script = try ScriptValidator.parse(Array(draft.text.utf8))
    } catch {
      var failure = ToolFailure("syntax", "the script does not parse; nothing was written")
      failure.output = ["error: the script does not parse; nothing was written", error.text()]
      throw failure
    }
    let test = try draft.test(beside: path.absolute, call)
    try write(draft.text, path.absolute, overwriting: call.arguments.flag("overwrite"))
    let count = script.steps.count
    var lines = ["wrote \(path.name) (\(counted(count, "command")))"] + draft.notes
    if let failure = test.failure {
      lines.append("it fails\(draft.isDefect ? " until mended" : ""): \(failure.message)")
      lines += failure.report
    } else {
      lines.append(test.hasPassed ? "it passes" : "it was not tested: \(test.text)")
    }
    return ToolResult(
      lines.joined(separator: "\n"),
      [
        .init("path", .string(path.name)), .init("commands", .integer(count)),
        .init("passed", .bool(test.hasPassed)),
      ])
  }

  private static func write(
    _ text: String, _ path: String, overwriting: Bool
  ) throws(ToolFailure) {
    do throws(FileError) {
      try OutputFile.write(text, to: path, overwriting: overwriting, createsDirectories: true)
    } catch {
      throw ToolFailure("unwritable", "\(error)")
    }
  }

  private static func destination(
    _ call: ToolCall
  ) throws(ToolFailure) -> (name: String, absolute: String) {
    let name = call.arguments.text("path") ?? ""
    guard name.hasSuffix(".macho"), !name.contains("\0") else {
      throw ToolFailure("unwritable", "the name of a script ends in '.macho': '\(name)'")
    }
    let files = DirectoryFiles(call.agent.host.workingDirectory)
    let absolute: String
    do throws(Diagnostic) { absolute = try files.destination(name) } catch {
      throw ToolFailure("unwritable", "'\(name)' is not below the working directory")
    }
    let relative = String(absolute.dropFirst(files.root.count + 1))
    guard absolute.hasSuffix(".macho"), !("/" + relative).contains("/.") else {
      throw ToolFailure(
        "unwritable", "scripts are not written to hidden files and directories: '\(relative)'")
    }
    if ScriptFiles.exists(absolute), !call.arguments.flag("overwrite") {
      var failure = ToolFailure("file-exists", "'\(relative)' exists")
      failure.notes = ["\"overwrite\": true replaces it"]
      throw failure
    }
    return (relative, absolute)
  }
}

/// A script before it is written.
private struct ScriptDraft {
  var text: String
  /// What the client should know about it.
  var notes: [String] = []
  /// Whether its last lines do not hold.
  var isDefect = false
  /// The number of lines before the added ones.
  private var head = 0

  /// Creates the draft that a call of 'save' describes.
  init(_ call: ToolCall) throws(ToolFailure) {
    let finding = call.arguments.number("finding")
    let script = call.arguments.text("script")
    guard [call.session != nil, finding != nil, script != nil].count(where: \.self) == 1 else {
      throw ToolFailure(
        "bad-arguments", "exactly one of 'session', 'finding' and 'script' is required")
    }
    text = ""
    if let session = call.session {
      try add(session, call)
    } else {
      if let finding { text = try Self.finding(finding, call) }
      if let script { text = script }
      append(call.arguments.text("lines"))
    }
  }

  private mutating func append(_ lines: String?) {
    guard let lines else { return }
    if !text.isEmpty, !text.hasSuffix("\n") { text += "\n" }
    text += lines.hasSuffix("\n") ? lines : lines + "\n"
  }

  private static func finding(_ number: Int, _ call: ToolCall) throws(ToolFailure) -> String {
    let scripts = call.agent.report?.scripts ?? []
    guard scripts.indices.contains(number - 1) else {
      throw ToolFailure(
        "no-such-finding",
        scripts.isEmpty
          ? "the last report has no failures with a script: call 'explore'"
          : "the last report has the failures 1 to \(scripts.count)")
    }
    return scripts[number - 1]
  }

  private mutating func add(_ session: AgentSession, _ call: ToolCall) throws(ToolFailure) {
    let lines = call.arguments.text("lines")
    var added: [Line] = []
    if let lines { added = try AgentTool.commands(in: lines, orElse: "nothing was written") }
    guard let replay = session.replay(adding: added, call.cancellation) else {
      // The lines of others, or of real dependencies, are saved as they were recorded.
      (text, notes) = try call.callSession(
        "record", [.init("script", true)], limit: AgentSession.recordLimit
      ).recordedScript
      return append(lines)
    }
    if var failure = replay.failures.first(where: { $0.failure.isAboutText })?.failure {
      failure.output.append("nothing was written")
      throw failure
    }
    if replay.omitted > 0 {
      notes.append(
        "left out: \(counted(replay.omitted, "line")) that did nothing or only showed something")
    }
    isDefect = !replay.failures.isEmpty
    if !isDefect { notes += replay.notes }
    text = isDefect ? session.defectScript(replay, adding: added) : replay.script
    head = Self.lines(text) - added.reduce(0) { $0 + Self.lines($1.text) + 1 }
  }

  /// The number of line ends.
  private static func lines(_ text: String) -> Int {
    text.utf8.count(where: { $0 == UInt8(ascii: "\n") })
  }

  /// Runs the script as a test. Throws if it has an error, or does not fail as it should.
  func test(beside path: String, _ call: ToolCall) throws(ToolFailure) -> TestReport {
    let parent = URL(fileURLWithPath: path).deletingLastPathComponent().path
    // A directory that does not exist yet has no files that the script could read.
    let directory = ScriptFiles.exists(parent) ? parent : call.agent.host.workingDirectory
    let file: FileReplacement
    do throws(FileError) {
      file = try FileReplacement(of: directory + "/.macho-test", isNamed: true)
      try file.write(Array(text.utf8))
    } catch {
      throw ToolFailure("unwritable", "\(error)")
    }
    // The temporary file exists as long as the object.
    defer { withExtendedLifetime(file) {} }
    let test = TestReport(
      try call.runCommand(
        ["test", "--format", "jsonl", file.temporaryPath ?? ""], limit: .seconds(120)))
    if let failure = test.failure, failure.code.map(ToolFailure.isAboutText) ?? false {
      throw refusal(failure.code ?? "", "the script has an error", failure.message, failure.report)
    }
    guard isDefect else { return test }
    guard let failure = test.failure else {
      let end = test.hasPassed ? "passes" : "was not tested"
      throw refusal(
        "not-reproduced", "the script \(end)", test.hasPassed ? "" : test.text, [])
    }
    guard failure.line ?? .max > head else {
      throw refusal(
        "not-reproduced", "the script fails before the added lines", failure.message,
        failure.report)
    }
    return test
  }

  private func refusal(
    _ code: String, _ message: String, _ reason: String, _ report: [String]
  ) -> ToolFailure {
    var failure = ToolFailure(code, message + "; nothing was written")
    failure.output = ["error: \(failure.message)", reason] + report
    failure.output.removeAll(where: \.isEmpty)
    return failure
  }
}

extension ToolFailure {
  /// Whether a code says that a line is wrong, whatever the state.
  static func isAboutText(_ code: String) -> Bool {
    DiagnosticCode.textCodes.contains(DiagnosticCode(rawValue: code))
  }

  /// Whether the line that failed is wrong, whatever the state.
  var isAboutText: Bool { Self.isAboutText(code) }
}
