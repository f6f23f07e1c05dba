import Foundation
import MachoSessions

/// Has the user's own editor change a text: `VISUAL`, `EDITOR`, or vi.
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

  /// What was saved; `nil` where nothing was.
  func edit(_ text: String) throws(Diagnostic) -> String? {
    guard ForegroundProgram.exists(command, path: path) else { throw notFoundDiagnostic }
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("macho-\(UUID().uuidString).macho")
    defer { try? FileManager.default.removeItem(at: file) }
    try write(text, to: file.path)
    switch ForegroundProgram.run(command, [file.path]) {
    case 0?: break
    case ForegroundProgram.notFoundStatus?: throw notFoundDiagnostic
    case let status?:
      throw failure("the editor '\(command)' ended with status \(status): nothing is run")
    case nil: throw failure("the editor '\(command)' was ended: nothing is run")
    }
    guard Self.wasSaved(file.path) else { return nil }
    guard let bytes = FileManager.default.contents(atPath: file.path) else {
      throw failure("what the editor '\(command)' saved cannot be read")
    }
    guard let edited = String(validating: bytes, as: UTF8.self) else {
      throw Diagnostic("invalid-utf8", "what the editor saved is not UTF-8: nothing is run")
    }
    return edited
  }

  private var notFoundDiagnostic: Diagnostic {
    failure(
      "there is no editor '\(command)'", notes: ["say which there is:  export VISUAL=nano"])
  }

  private func failure(_ message: String, notes: [String] = []) -> Diagnostic {
    Diagnostic("unreadable", message, notes: notes)
  }

  /// A file for its owner alone, with a time at which nobody saves it.
  private func write(_ text: String, to path: String) throws(Diagnostic) {
    let bytes = Data((text.isEmpty ? "" : text + "\n").utf8)
    guard
      FileManager.default.createFile(
        atPath: path, contents: bytes, attributes: [.posixPermissions: 0o600])
    else { throw Diagnostic("unwritable", "a file for the editor cannot be written: \(path)") }
    var times = [timeval(tv_sec: 1, tv_usec: 0), timeval(tv_sec: 1, tv_usec: 0)]
    utimes(path, &times)
  }

  private static func wasSaved(_ path: String) -> Bool {
    var information = stat()
    guard stat(path, &information) == 0 else { return false }
    #if canImport(Darwin)
      return information.st_mtimespec.tv_sec != 1
    #else
      return information.st_mtim.tv_sec != 1
    #endif
  }
}
