import ArgumentParser
import Foundation
import MachoScripting
import MachoSystem

struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Run a script and export it as a Swift test, JSON, a diagram, a page or a trace.",
    discussion: """
      'swift' is a Swift Testing test with a TestStore, for features that are reducers. Put it into a \
      test target that imports their module. 'json' is one object with all events. 'mermaid' is a \
      sequence diagram of actions and effects. 'html' is a page that a browser opens from the file, and \
      'trace' is Chrome trace JSON for Perfetto; both also show a script that fails. Exit status: 0 written; 1 the script does not pass or \
      cannot be exported; 2 usage, or a script that does not parse; 4 a feature exited the process.
      """)

  @Argument(help: "swift, json, mermaid, html or trace.")
  var format: ExportFormat

  @Argument(
    help: "The script, or FILE:LINE for a case of a specification; '-' reads standard input.")
  var script: String

  @Option(help: ArgumentHelp("Write to a file. Default: standard output.", valueName: "file"))
  var output: String?

  @Option(help: "The name of the test. Default: the name of the script, and that of the case.")
  var name: String?

  @Option(
    name: .customLong("redact"),
    help: "Redact matches of this regular expression in pages and traces. May be repeated.")
  var redactions: [String] = []

  func run() throws {
    let redactor = try makeRedactor(redactions)
    let location = ScriptLocation(script)
    let parsed = try readScript(at: location)
    let script = location.path
    let descriptor = StandardOutput.reserve()
    CrashNote.install(output: descriptor)
    let base = script == "-" ? "session" : URL(fileURLWithPath: script).lastPathComponent
    let export = ScriptExport(
      parsed, path: script,
      name: name ?? Self.testName(base.replacing(".macho", with: ""), parsed.selection),
      catalog: Catalog.all, environment: ProcessInfo.processInfo.environment,
      redactor: redactor,
      willRun: { step in
        CrashNote.set(path: script, line: step.lines.lowerBound, text: step.text)
      })
    let text: String
    do throws(ScriptExport.Failure) {
      text = try export.text(as: format)
    } catch {
      CrashNote.set(errors: "")
      printError(error.text(path: script))
      throw ExitStatus.failed
    }
    CrashNote.set(errors: "")
    guard let output else { return StandardOutput.write(text) }
    do throws(FileError) { try OutputFile.write(text, to: output) } catch {
      printError("\(error)")
      throw ExitStatus.usage
    }
  }
}

extension ExportCommand {
  /// Returns the name of the test of a script or of a case, so that each case is another test. Names of Swift
  /// functions have no signs, so rows of a table also have their lines.
  static func testName(_ script: String, _ selection: SpecSelection?) -> String {
    guard let selection, let specCase = selection.specCase else { return script }
    let row = selection.rowName == nil ? "" : " line \(specCase.line)"
    return "\(script): \(specCase.name)\(row)"
  }
}

extension ExportFormat: ExpressibleByArgument {}
