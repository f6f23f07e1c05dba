import ArgumentParser
import Foundation
import MachoReporting
import MachoScripting
import MachoSystem

struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Parse scripts and compare them with types, without running them.",
    discussion: """
      Prints all errors of all scripts: what does not parse, and each action, value, path and \
      endpoint that does not fit the types of its feature. If a changed declaration may be the reason, \
      prints the 'macho migrate' command that adapts the scripts.
      """)

  @Argument(help: "Scripts or directories. Default: the working directory.")
  var paths: [String] = []

  func run() throws {
    var selection = ScriptSelection(paths)
    var hints: [MigrationHint] = []
    for file in selection.files {
      do {
        let script = try ScriptValidator.parse(try ScriptFiles.read(file), catalog: Catalog.all)
        let errors = ScriptTypeCheck.errors(in: script, path: file, catalog: Catalog.all)
        guard !errors.isEmpty else { continue }
        printError(errors.map { $0.text(path: file) }.joined(separator: "\n\n"))
        hints += errors.flatMap(\.hints)
        selection.add(.failed)
      } catch let errors as ScriptParseErrors {
        printError(errors.text(path: file))
        selection.add(.usage)
      } catch {
        printError("\(error)")
        selection.add(.usage)
      }
    }
    let possible = MigrationHint.possible(hints, with: Catalog.all)
    for line in MigrationHint.lines(for: possible) { printError(line.text) }
    if selection.status == .passed {
      StandardOutput.print("\(counted(selection.files.count, "script")) checked")
    }
    try selection.finish()
  }
}
