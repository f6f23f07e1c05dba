import ArgumentParser
import Foundation
import MachoScripting

struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Parse scripts without running them.")

  @Argument(help: "Scripts, or directories that hold some; the working directory without any.")
  var paths: [String] = []

  func run() throws {
    var selection = try ScriptSelection(paths)
    for file in selection.files {
      do {
        _ = try ScriptCheck.parse(try ScriptFiles.read(file))
      } catch let errors as ScriptErrors {
        standardError(errors.text(path: file))
        selection.status = .usage
      } catch {
        standardError("\(error)")
        selection.status = .usage
      }
    }
    if selection.status == .passed {
      print("\(selection.files.count) script\(selection.files.count == 1 ? "" : "s") parsed")
    }
    try selection.end()
  }
}

/// The scripts that a subcommand works on, and the status that it ends with.
struct ScriptSelection {
  let files: [String]
  var status: ExitStatus

  /// Finds the scripts of some paths, of the working directory when there are none.
  init(_ paths: [String]) throws {
    let found = ScriptFiles.find(paths.isEmpty ? ["."] : paths)
    for error in found.errors { standardError("\(error)") }
    files = found.files
    status = .passed
    if !found.errors.isEmpty { add(.usage) }
    if files.isEmpty {
      if found.errors.isEmpty { standardError("no .macho file was found") }
      add(.nothingSelected)
    }
  }

  /// Takes a status into account.
  mutating func add(_ other: ExitStatus) { status = min(status, other) }

  /// Ends the subcommand with the weightiest status.
  func end() throws {
    if status != .passed { throw status }
  }
}
