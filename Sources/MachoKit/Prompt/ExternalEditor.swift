import Foundation
import MachoSessions
import MachoSystem

/// Lets the user edit a text in `$VISUAL`, `$EDITOR` or vi.
struct ExternalEditor {
  private let command: String
  private let path: String?

  init(_ environment: [String: String]) {
    let chosen = ["VISUAL", "EDITOR"].compactMap { environment[$0] }.first {
      !$0.allSatisfy(\.isWhitespace)
    }
    command = chosen ?? "vi"
    path = environment["PATH"]
  }

  /// Returns the saved text, or `nil` if nothing was saved.
  func edit(_ text: String) throws(Diagnostic) -> String? {
    guard ForegroundProgram.exists(command, path: path) else { throw notFoundDiagnostic }
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("macho-\(UUID().uuidString).macho")
    var keepsFile = false
    defer { if !keepsFile { try? FileManager.default.removeItem(at: file) } }
    try write(text, to: file.path)
    switch ForegroundProgram.run(command, [file.path]) {
    case 0?: break
    case ForegroundProgram.notFoundStatus?: throw notFoundDiagnostic
    case let status?:
      throw failure("the editor '\(command)' exited with status \(status); nothing was run")
    case nil: throw failure("the editor '\(command)' was terminated; nothing was run")
    }
    guard Self.wasSaved(file.path) else { return nil }
    guard let bytes = FileManager.default.contents(atPath: file.path) else {
      throw failure("cannot read the file that the editor '\(command)' saved")
    }
    guard let edited = String(validating: bytes, as: UTF8.self) else {
      keepsFile = true
      throw Diagnostic(
        "invalid-utf8", "the saved text is not UTF-8; nothing was run",
        notes: ["it is still in \(file.path)"])
    }
    return edited
  }

  private var notFoundDiagnostic: Diagnostic {
    failure(
      "no such editor: '\(command)'", notes: ["choose one:  export VISUAL=nano"])
  }

  private func failure(_ message: String, notes: [String] = []) -> Diagnostic {
    Diagnostic("unreadable", message, notes: notes)
  }

  /// Writes a file with mode 0600 and an old modification time, which reveals whether the editor
  /// saved it.
  private func write(_ text: String, to path: String) throws(Diagnostic) {
    let bytes = Data((text.isEmpty ? "" : text + "\n").utf8)
    guard
      FileManager.default.createFile(
        atPath: path, contents: bytes, attributes: [.posixPermissions: 0o600])
    else { throw Diagnostic("unwritable", "cannot write a file for the editor: \(path)") }
    var times = [timeval(tv_sec: 1, tv_usec: 0), timeval(tv_sec: 1, tv_usec: 0)]
    utimes(path, &times)
  }

  private static func wasSaved(_ path: String) -> Bool {
    var information = stat()
    guard stat(path, &information) == 0 else { return false }
    return modificationTime(information) != 1_000_000_000
  }
}
