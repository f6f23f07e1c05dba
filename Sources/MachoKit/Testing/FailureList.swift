import Foundation
import MachoScripting
import MachoSystem

/// The scripts that failed when they last ran, for `--failed`. There is one file for each working
/// directory, in the user's state directory, so that no file appears in a repository.
struct FailureList {
  private struct Contents: Codable {
    var directory: String
    var failed: [String]
  }

  private let file: URL?

  init(environment: [String: String]) {
    let name = "failed-\(FNV1aHasher(ScriptName.directory).text).json"
    file = StateDirectory.url(environment)?.appendingPathComponent(name)
  }

  /// The failed scripts that still exist, relative to the working directory if they are below it.
  var paths: [String] {
    read().map(ScriptName.init).filter { FileManager.default.fileExists(atPath: $0.path) }
      .map(\.name)
  }

  private func read() -> [String] {
    guard let data = file.flatMap({ try? Data(contentsOf: $0) }),
      let contents = try? JSONDecoder().decode(Contents.self, from: data),
      contents.directory == ScriptName.directory
    else { return [] }
    return contents.failed
  }

  /// Merges the results of a run; scripts that did not run keep their entries. An error is printed and
  /// changes no exit status: the list is only a convenience.
  func update(_ results: [ScriptResult]) {
    guard let file else { return }
    let before = read()
    let ran = Set(results.map { ScriptName($0.path).path })
    let failed = results.filter { !$0.isSuccess }.map { ScriptName($0.path).path }
    let after = before.filter { !ran.contains($0) } + failed
    guard after != before else { return }
    let contents = Contents(directory: ScriptName.directory, failed: after)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(contents) else { return }
    // Without the directory, writing the file fails.
    try? FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    do throws(FileError) {
      try AtomicFile.write(Array(data) + [UInt8(ascii: "\n")], to: file.path)
    } catch {
      printError("'--failed' will not know of this run: \(error)")
    }
  }
}
