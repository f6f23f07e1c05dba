import ArgumentParser
import MachoScripting
import MachoSystem

struct AcceptCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "accept",
    abstract: "Write the pending expectations of .macho.new files into their scripts.",
    discussion: """
      A file is accepted as a whole. It is refused if its script has changed or is missing, or if it is \
      damaged. Exit status: 0 all accepted; 2 a file is damaged or cannot be read or written; \
      3 a file is stale; 5 nothing is pending.
      """)

  @Argument(
    help: "Scripts, their .macho.new files, or directories. Default: the working directory.")
  var files: [String] = []

  func run() throws {
    try PendingSelection.process(files, with: accept)
  }
}

struct RejectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reject",
    abstract: "Remove .macho.new files without changing their scripts.",
    discussion: """
      Exit status: 0 all removed; 2 a file cannot be found or removed; 5 nothing is pending.
      """)

  @Argument(
    help: "Scripts, their .macho.new files, or directories. Default: the working directory.")
  var files: [String] = []

  func run() throws {
    try PendingSelection.process(files, with: reject)
  }
}

/// Accepts a pending file and prints the result or the error.
func accept(_ pending: PendingScript, _ selection: inout PendingSelection) {
  do throws(PendingError) {
    try pending.accept()
    StandardOutput.print("ACCEPTED \(pending.path)")
  } catch {
    selection.report(error)
  }
}

/// Rejects a pending file and prints the result or the error.
func reject(_ pending: PendingScript, _ selection: inout PendingSelection) {
  do throws(FileError) {
    try pending.reject()
    StandardOutput.print("REJECTED \(pending.file)")
  } catch {
    selection.report(error)
  }
}
