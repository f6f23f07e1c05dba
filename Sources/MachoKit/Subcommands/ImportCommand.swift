import ArgumentParser
import Foundation
import MachoScripting
import MachoSystem

struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Convert an app's recording to a script and print it.",
    discussion: """
      An app records with '.recording(to:as:)' on its root reducer. The script sends the actions of \
      the app and stubs its dependencies, with the recorded responses or as pending; it passes \
      'macho test'. Exit status: \
      0 each line has the recorded result; 1 one has not; 2 usage, or a file that does not parse.
      """)

  @Argument(help: "The recording; '-' reads standard input.")
  var recording: String

  func run() throws {
    let recorded = try readRecording()
    CrashNote.install(output: StandardOutput.reserve())
    CrashNote.set(errors: "macho: the process crashed when the recording was repeated\n")
    let result = AppRecordingImporter(recorded, path: recording, catalog: Catalog.all).transcript()
    StandardOutput.write(result.text)
    if !result.isFaithful { throw ExitStatus.failed }
  }

  private func readRecording() throws(ExitStatus) -> AppRecording {
    do { return try AppRecording(try ScriptFiles.read(recording), path: recording) } catch {
      printError((error as? ScriptParseErrors)?.text(path: recording) ?? "\(error)")
      throw .usage
    }
  }
}
