import ArgumentParser
import Foundation
import MachoScripting
import MachoTerminal

struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Run a script and write what it did as a Swift test, as JSON, or as a diagram.",
    discussion: """
      'swift' is a test of a TestStore in Swift Testing; it is for features that are reducers, and is \
      put into a test target that can import their module. 'json' is everything that happened as one \
      object. 'mermaid' is a sequence diagram of actions and effects. Exit status: 0 it is written; \
      1 the script does not pass, or cannot be written so; 2 usage, or a script that does not parse.
      """)

  @Argument(help: "swift, json or mermaid.")
  var format: ExportFormat

  @Argument(help: "The script; '-' reads standard input.")
  var script: String

  @Option(help: ArgumentHelp("Write to a file, and not to standard output.", valueName: "file"))
  var output: String?

  @Option(help: "What the test is called; the script's name without it.")
  var name: String?

  func run() throws {
    let parsed = try readScript(script)
    let descriptor = redirectStandardOutput()
    CrashBreadcrumb.install(output: descriptor)
    let base = script == "-" ? "session" : URL(fileURLWithPath: script).lastPathComponent
    let export = ScriptExport(
      parsed, path: script, name: name ?? base.replacing(".macho", with: ""),
      catalog: Catalog.all, environment: ProcessInfo.processInfo.environment,
      willRun: { step in
        let place = "\(script):\(step.lines.lowerBound):  \(CrashBreadcrumb.excerpt(of: step.text))"
        CrashBreadcrumb.set(errors: "macho: the process crashed at \(place)\n")
      })
    let text: String
    do throws(ScriptExport.Failure) {
      text = try export.text(as: format)
    } catch {
      CrashBreadcrumb.set(errors: "")
      printError(error.text(path: script))
      throw ExitStatus.failed
    }
    CrashBreadcrumb.set(errors: "")
    do {
      if let output {
        try AtomicFile.write(Array(text.utf8), to: output)
      } else {
        try FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
          .write(contentsOf: Data(text.utf8))
      }
    } catch {
      printError("cannot write \(output ?? "standard output"): \(error)")
      throw ExitStatus.usage
    }
  }
}

extension ExportFormat: ExpressibleByArgument {}
