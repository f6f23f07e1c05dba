import ArgumentParser
import Foundation
import MachoEditors
import MachoScripting
import MachoSystem

/// Writes the grammars of `scripts/editors`, or checks that they are current.
struct GrammarsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "write-grammars", abstract: "Write the grammars for editors.",
    shouldDisplay: false)

  @Argument(help: "The directory of the editors' configurations.")
  var directory: String

  @Flag(help: "Write nothing; fail if a file differs.")
  var check = false

  func run() throws {
    var hasDifference = false
    for file in GrammarFile.all {
      let path = directory + "/" + file.path
      let text = Array(file.text.utf8)
      if check {
        guard (try? ScriptFiles.read(path)) != text else { continue }
        printError("\(path) is not current; run: macho write-grammars \(directory)")
        hasDifference = true
      } else {
        let directory = URL(fileURLWithPath: path).deletingLastPathComponent().path
        try FileError.converting("create", directory) {
          try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true)
        }
        try AtomicFile.write(text, to: path)
      }
    }
    if hasDifference { throw ExitStatus.failed }
  }
}
