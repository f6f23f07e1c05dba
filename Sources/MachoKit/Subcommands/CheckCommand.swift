import ArgumentParser
import Foundation
import MachoReporting
import MachoScripting
import MachoSystem

struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Parse scripts without running them.")

  @Argument(help: "Scripts or directories. Default: the working directory.")
  var paths: [String] = []

  func run() throws {
    var selection = ScriptSelection(paths)
    for file in selection.files {
      do {
        _ = try ScriptValidator.parse(try ScriptFiles.read(file), catalog: Catalog.all)
      } catch let errors as ScriptParseErrors {
        printError(errors.text(path: file))
        selection.add(.usage)
      } catch {
        printError("\(error)")
        selection.add(.usage)
      }
    }
    if selection.status == .passed {
      StandardOutput.print("\(counted(selection.files.count, "script")) parsed")
    }
    try selection.finish()
  }
}
