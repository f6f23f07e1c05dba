import Foundation
import MachoScripting
import MachoSystem

/// The identity of a script or case between runs: a resolved path and the name of the case.
struct SelectedName: Hashable {
  let script: ScriptName
  /// The name of the case. `nil` for a whole script.
  let specCase: String?

  init(_ script: ScriptName, specCase: String?) {
    self.script = script
    self.specCase = specCase
  }

  /// Whether a script is the recorded one. A script whose cases are not known now, or were not when it
  /// failed, is selected as a whole.
  func selects(_ selected: SelectedScript) -> Bool {
    guard script == ScriptName(selected.path) else { return false }
    return specCase == nil || selected.specCase == nil || specCase == selected.specCase?.name
  }

  init(_ selected: SelectedScript) {
    self.init(ScriptName(selected.path), specCase: selected.specCase?.name)
  }
}

/// The scripts and cases that failed when they last ran, for `--failed`. There is one file for each
/// working directory, in the user's state directory, so that no file appears in a repository.
struct FailureList {
  private struct Contents: Codable {
    var directory: String
    var failed: [Entry]
  }

  private struct Entry: Codable, Hashable {
    var path: String
    /// The name of a case. `nil` for a whole script.
    var specCase: String?
  }

  private let file: URL?

  init(environment: [String: String]) {
    let name = "failed-\(FNV1aHasher(ScriptName.directory).text).json"
    file = StateDirectory.url(environment)?.appendingPathComponent(name)
  }

  /// The failed scripts that still exist, and the cases of such scripts.
  var scripts: [SelectedName] {
    read().map { SelectedName(ScriptName($0.path), specCase: $0.specCase) }
      .filter { FileManager.default.fileExists(atPath: $0.script.path) }
  }

  private func read() -> [Entry] {
    guard let data = file.flatMap({ try? Data(contentsOf: $0) }),
      let contents = try? JSONDecoder().decode(Contents.self, from: data),
      contents.directory == ScriptName.directory
    else { return [] }
    return contents.failed
  }

  /// Merges the results of a run; scripts that did not run keep their entries if they exist. An error is printed and
  /// changes no exit status: the list is only a convenience.
  func update(_ results: [ScriptResult]) {
    guard let file else { return }
    let before = read()
    func entry(_ result: ScriptResult) -> Entry {
      Entry(path: ScriptName(result.path).path, specCase: result.specCase?.name)
    }
    let ran = Set(results.map(entry))
    let failed = results.filter { !$0.isSuccess }.map(entry)
    let after =
      before.filter { !ran.contains($0) && FileManager.default.fileExists(atPath: $0.path) }
      + failed
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
