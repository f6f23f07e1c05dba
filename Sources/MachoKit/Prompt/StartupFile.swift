import Foundation

/// The lines that a prompt runs when it begins: `.machorc`.
struct StartupFile {
  /// The file as messages call it.
  let name: String
  let text: String

  /// The file of the environment's `MACHORC`, else the working directory's, else the home's; none
  /// where `MACHORC` is empty. The notes say which was left out, and why.
  static func find(_ environment: [String: String]) -> (file: StartupFile?, notes: [String]) {
    if let named = environment["MACHORC"] {
      return named.isEmpty ? (nil, []) : read(named, as: named)
    }
    var notes: [String] = []
    if FileManager.default.fileExists(atPath: fileName) {
      guard let stranger = stranger(at: fileName) else { return read(fileName, as: "./.machorc") }
      notes = ["(./.machorc is left out: \(stranger))"]
    }
    guard let home = environment["HOME"], !home.isEmpty else { return (nil, notes) }
    let path = home + "/" + fileName
    guard FileManager.default.fileExists(atPath: path) else { return (nil, notes) }
    let found = read(path, as: "~/.machorc")
    return (found.file, notes + found.notes)
  }

  private static let fileName = ".machorc"

  /// Who else may have written the file that a working directory happens to have; `nil`: nobody.
  private static func stranger(at path: String) -> String? {
    var (link, file) = (stat(), stat())
    guard lstat(path, &link) == 0, stat(path, &file) == 0 else { return "it cannot be looked at" }
    guard link.st_uid == geteuid(), file.st_uid == geteuid() else { return "it is not yours" }
    guard file.st_mode & (S_IWGRP | S_IWOTH) == 0 else {
      return "others may write it:  chmod go-w .machorc"
    }
    return nil
  }

  private static func read(_ path: String, as name: String)
    -> (file: StartupFile?, notes: [String])
  {
    var information = stat()
    // A pipe would have the prompt wait for whoever writes to it.
    guard stat(path, &information) == 0, information.st_mode & S_IFMT == S_IFREG,
      let bytes = FileManager.default.contents(atPath: path)
    else { return (nil, ["(\(name) cannot be read)"]) }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      return (nil, ["(\(name) is left out: it is not UTF-8)"])
    }
    return (StartupFile(name: name, text: text), [])
  }
}
