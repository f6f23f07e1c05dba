import MachoScripting
import MachoSessions
import MachoSystem
import MachoValues

extension AgentTool {
  static let save = AgentTool(
    "save", title: "Save a script",
    """
    Writes a '.macho' script below the working directory: a session with its output, a failure that \
    'explore' has found, or a text. Add 'lines' for what should hold but does not, for example \
    'expect count >= 0': 'macho test' then fails until the feature is mended.
    """,
    [
      ToolParameter("path", .text, required: true, "A path below the working directory."),
      ToolParameter("session", .text, "The handle of the session to save."),
      ToolParameter(
        "finding", .number,
        "The number of a failure or difference in the last report of 'explore' or 'compare'."),
      ToolParameter("script", .text, "The text of a script."),
      ToolParameter("lines", .text, "Lines to add at the end. They do not run."),
      ToolParameter("overwrite", .flag, "Replace an existing script. Default: false."),
    ],
    Hints(isDestructive: true, isIdempotent: true)
  ) { call throws(ToolFailure) in
    var text = try scriptText(call)
    if let lines = call.arguments.text("lines") {
      if !text.isEmpty, !text.hasSuffix("\n") { text += "\n" }
      text += lines.hasSuffix("\n") ? lines : lines + "\n"
    }
    let script: Script
    do throws(ScriptParseErrors) { script = try ScriptParser.parse(text) } catch {
      var failure = ToolFailure("syntax", "the script does not parse; nothing was written")
      failure.output = ["error: the script does not parse; nothing was written", error.text()]
      throw failure
    }
    let path = try destination(call)
    do throws(FileError) {
      try AtomicFile.write(
        Array(text.utf8), to: path.absolute, overwriting: call.arguments.flag("overwrite"))
    } catch {
      throw ToolFailure("unwritable", "\(error)")
    }
    let count = script.steps.count
    return ToolResult(
      """
      wrote \(path.name) (\(count) commands)
      next: call 'report' with "scripts": ["\(path.name)"] to run it as a test
      """,
      [
        .init("path", .string(path.name)), .init("commands", .integer(count)),
      ])
  }

  private static func scriptText(_ call: ToolCall) throws(ToolFailure) -> String {
    let finding = call.arguments.number("finding")
    let script = call.arguments.text("script")
    guard [call.session != nil, finding != nil, script != nil].count(where: \.self) == 1 else {
      throw ToolFailure(
        "bad-arguments", "exactly one of 'session', 'finding' and 'script' is required")
    }
    if let script { return script }
    if let finding {
      let scripts = call.agent.report?.scripts ?? []
      guard scripts.indices.contains(finding - 1) else {
        throw ToolFailure(
          "no-such-finding",
          scripts.isEmpty
            ? "the last report has no failures with a script: call 'explore'"
            : "the last report has the failures 1 to \(scripts.count)")
      }
      return scripts[finding - 1]
    }
    let result = try call.callSession("record", [.init("script", true)])
    return result["script"]?.string ?? ""
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
