import ArgumentParser
import Foundation
import MachoScripting

struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Make a script of what an app recorded, and print it.",
    discussion: """
      An app records with '.recording(to:as:)' on its root reducer. The script sends what the app's \
      effects sent back, and lets the calls of its dependencies wait; it passes 'macho test'. Exit \
      status: 0 each line does what it did; 1 one does not; 2 usage, or a file that does not parse.
      """)

  @Argument(help: "The recording; '-' reads standard input.")
  var recording: String

  func run() throws {
    let script = try readScript(recording)
    let output = redirectStandardOutput()
    let result = AppRecordingImporter(script, path: recording, catalog: Catalog.all).transcript()
    FileHandle(fileDescriptor: output, closeOnDealloc: false).write(Data(result.text.utf8))
    if !result.isWhole { throw ExitStatus.failed }
  }
}
