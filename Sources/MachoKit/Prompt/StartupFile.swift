import Foundation

/// The lines that a prompt runs when it begins: `.machorc`.
struct StartupFile {
  /// The file as messages call it.
  let name: String
  let text: String

  /// The file of the environment's `MACHORC`, else the home's; none where `MACHORC` is empty. The
  /// notes say what was left out, and why.
  ///
  /// The working directory's own is told of and not run: it came with the directory, from whoever
  /// wrote that, and its lines may write files.
  static func find(_ environment: [String: String]) -> (file: StartupFile?, notes: [String]) {
    if let named = environment["MACHORC"] {
      return named.isEmpty ? (nil, []) : read(named, as: named)
    }
    var notes: [String] = []
    let home = environment["HOME"] ?? ""
    let path = home + "/" + fileName
    if FileManager.default.fileExists(atPath: fileName), !isSameFile(fileName, path) {
      notes = ["(there is a .machorc here:  source .machorc)"]
    }
    guard !home.isEmpty else { return (nil, notes) }
    guard FileManager.default.fileExists(atPath: path) else { return (nil, notes) }
    let found = read(path, as: "~/.machorc")
    return (found.file, notes + found.notes)
  }

  private static let fileName = ".machorc"

  /// Whether two paths lead to one file.
  private static func isSameFile(_ one: String, _ other: String) -> Bool {
    var (first, second) = (stat(), stat())
    guard stat(one, &first) == 0, stat(other, &second) == 0 else { return false }
    return first.st_dev == second.st_dev && first.st_ino == second.st_ino
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
