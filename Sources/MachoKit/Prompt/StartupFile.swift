import Foundation

/// The file with the lines that a prompt runs first: `.machorc`.
struct StartupFile {
  /// The file's name in messages.
  let name: String
  let text: String

  /// Finds the file: `$MACHORC`, else `~/.machorc`; none if `MACHORC` is empty. The notes report
  /// what was skipped and why.
  ///
  /// SECURITY: a `.machorc` in the working directory is reported but not run. It came with the
  /// directory, and its lines may write files.
  static func find(_ environment: [String: String]) -> (file: StartupFile?, notes: [String]) {
    if let named = environment["MACHORC"] {
      return named.isEmpty ? (nil, []) : read(named, as: named)
    }
    var notes: [String] = []
    let home = environment["HOME"] ?? ""
    let path = home + "/" + fileName
    if FileManager.default.fileExists(atPath: fileName), !isSameFile(fileName, path) {
      notes = ["(.machorc in this directory was not run:  source .machorc)"]
    }
    guard !home.isEmpty else { return (nil, notes) }
    guard FileManager.default.fileExists(atPath: path) else { return (nil, notes) }
    let found = read(path, as: "~/.machorc")
    return (found.file, notes + found.notes)
  }

  private static let fileName = ".machorc"

  /// Whether two paths refer to the same file.
  private static func isSameFile(_ left: String, _ right: String) -> Bool {
    var (first, second) = (stat(), stat())
    guard stat(left, &first) == 0, stat(right, &second) == 0 else { return false }
    return first.st_dev == second.st_dev && first.st_ino == second.st_ino
  }

  private static func read(_ path: String, as name: String)
    -> (file: StartupFile?, notes: [String])
  {
    var information = stat()
    // Reading a pipe would block until something writes to it.
    guard stat(path, &information) == 0, information.st_mode & S_IFMT == S_IFREG,
      let bytes = FileManager.default.contents(atPath: path)
    else { return (nil, ["(cannot read \(name))"]) }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      return (nil, ["(skipped \(name): not UTF-8)"])
    }
    return (StartupFile(name: name, text: text), [])
  }
}
