import ArgumentParser
import MachoScripting

struct AcceptCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "accept", abstract: "Write into scripts what waits in their .macho.new files.",
    discussion: """
      A file is accepted whole or, if its script was changed since or is gone, or if it is not as it was \
      written, refused; then nothing is written. Exit status: 0 all accepted; 2 a file that is damaged or \
      cannot be read or written; 3 one that is stale; 5 nothing is pending.
      """)

  @Argument(
    help: "Scripts, their .macho.new files, or directories; the working directory without any.")
  var files: [String] = []

  func run() throws {
    try PendingSelection.process(files, by: accept)
  }
}

struct RejectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reject",
    abstract: "Remove .macho.new files, and leave their scripts as they are.",
    discussion: """
      Exit status: 0 all removed; 2 a file that cannot be found or removed; 5 nothing is pending.
      """)

  @Argument(
    help: "Scripts, their .macho.new files, or directories; the working directory without any.")
  var files: [String] = []

  func run() throws {
    try PendingSelection.process(files, by: reject)
  }
}

/// Accepts one, and says so or why not.
func accept(_ pending: PendingScript, _ selection: inout PendingSelection) {
  do throws(PendingError) {
    try pending.accept()
    print("ACCEPTED \(pending.path)")
  } catch {
    selection.report(error)
  }
}

/// Rejects one, and says so or why not.
func reject(_ pending: PendingScript, _ selection: inout PendingSelection) {
  do throws(FileError) {
    try pending.reject()
    print("REJECTED \(pending.file)")
  } catch {
    selection.report(error)
  }
}
