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
      Prints all errors of all scripts: what does not parse, each action, value, path and endpoint that \
      does not fit the types of its feature, and each file that does not exist. Includes the files that \
      scripts source, and files of properties. If a changed declaration may be the reason, \
      prints the 'macho migrate' command that adapts the scripts.
      """)

  @Argument(help: "Scripts or directories. Default: the working directory.")
  var paths: [String] = []

  func run() throws {
    var selection = ScriptSelection(paths, includingProperties: true)
    var hints: [MigrationHint] = []
    for file in selection.files {
      do {
        let (script, errors) = try ScriptValidator.parsePartly(
          try ScriptFiles.read(file), catalog: Catalog.all)
        let typeErrors = ScriptTypeCheck.errors(
          in: script, path: file, catalog: Catalog.all, excluding: Set(errors.map(\.line)))
        var found = errors.map { (line: $0.line, text: $0.text(path: file)) }
        found += typeErrors.map { (line: $0.line, text: $0.text(path: file)) }
        guard !found.isEmpty else { continue }
        found.sort { $0.line < $1.line }
        printError(found.map(\.text).joined(separator: "\n\n"))
        hints += typeErrors.flatMap(\.hints)
        selection.add(errors.isEmpty ? .failed : .usage)
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
