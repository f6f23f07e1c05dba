import Foundation
import MachoScripting
import MachoSystem

/// Packs files into a `.tar.gz`. All of them are below one directory, which has the archive's name.
struct BundleArchive {
  /// Why an archive could not be written.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  let path: String
  private let work: TemporaryDirectory
  private let name: String

  static let suffix = ".tar.gz"

  init(path: String) throws {
    self.path = path
    name = String(URL(fileURLWithPath: path).lastPathComponent.dropLast(Self.suffix.count))
    work = try TemporaryDirectory()
  }

  /// Adds a file with a text.
  func add(_ text: String, as name: String, isExecutable: Bool = false) throws {
    let target = try prepare(name)
    try AtomicFile.write(Array(text.utf8), to: target)
    if isExecutable { chmod(target, 0o755) }
  }

  /// Adds a file that exists. It is not copied until the archive is written.
  func add(file: String, as name: String) throws {
    let source = URL(fileURLWithPath: file).standardizedFileURL.path
    let target = try prepare(name)
    guard symlink(source, target) == 0 else { throw FileError("create", target) }
  }

  private func prepare(_ name: String) throws -> String {
    let url = URL(fileURLWithPath: "\(work.path)/\(self.name)/\(name)")
    let directory = url.deletingLastPathComponent()
    try FileError.converting("create", directory.path) {
      try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    }
    return url.path
  }

  /// Writes the archive. `first` is the first file in it, so that it can be read without unpacking
  /// the rest.
  func write(first: String) throws {
    // The program 'tar' needs a name to write to.
    let archive = try FileReplacement(of: path, isNamed: true)
    guard let temporary = archive.temporaryPath else { throw FileError("write", path) }
    let files = "\(work.path)/\(name)"
    let rest = try FileError.converting("read the directory", files) {
      try FileManager.default.contentsOfDirectory(atPath: files)
    }.filter { $0 != first }.sorted()
    let status = ForegroundProgram.run(
      "tar",
      // The links of `add(file:as:)` become files.
      ["-c", "-z", "-h", "-f", URL(fileURLWithPath: temporary).path, "-C", work.path]
        + ([first] + rest).map { "\(name)/\($0)" })
    guard status == 0 else {
      throw Failure(
        description: status == ForegroundProgram.notFoundStatus
          ? "cannot write \(path): 'tar' is not installed"
          : "cannot write \(path): 'tar' failed")
    }
    try archive.publish()
  }

  /// Removes what was added. Call it once the archive is written, or given up.
  func removeParts() { work.remove() }

  /// Unpacks an archive into an empty directory. Returns the path of its program `run`.
  static func unpack(_ archive: String, to directory: String) throws -> String {
    let found: (status: Int32, output: [String], errors: [String])
    do {
      found = try SpawnedProcess.collect(["tar", "-xzf", archive, "-C", directory])
    } catch { throw Failure(description: "cannot unpack \(archive): \(error)") }
    let contents = try FileError.converting("read the directory", directory) {
      try FileManager.default.contentsOfDirectory(atPath: directory)
    }
    guard found.status != ForegroundProgram.notFoundStatus else {
      throw Failure(description: "cannot unpack \(archive): 'tar' is not installed")
    }
    // The archive may have been renamed since it was written, its only directory was not.
    let programs = contents.map { "\(directory)/\($0)/run" }
    guard found.status == 0, let program = programs.first, programs.count == 1,
      FileManager.default.isExecutableFile(atPath: program)
    else {
      throw Failure(
        description: "\(archive) is not an archive of 'macho bundle'"
          + (found.errors.last.map { ": " + $0 } ?? ""))
    }
    return program
  }
}
