import Foundation
import MachoScripting
import MachoSystem

/// Builds the driver of a revision in a worktree, which is removed again. The products are kept.
struct BaseDriver {
  let revision: String
  let interruption: InterruptSignal?

  init(revision: String, _ interruption: InterruptSignal?) {
    self.revision = revision
    self.interruption = interruption
  }

  /// Returns the executable. Throws if it cannot be built.
  func build() throws -> String {
    let working = FileManager.default.currentDirectoryPath
    guard
      let package = DriverPackage(
        executable: ScriptLauncher.executable, workingDirectory: working)
    else {
      throw ComparisonError(
        "--base needs the package of this driver: run it in the package, or use --base-driver")
    }
    let top = try git(["rev-parse", "--show-toplevel"], in: package.directory)
    guard top.status == 0, let root = top.output.first else {
      throw ComparisonError("--base needs a git repository: \(package.directory) is in none")
    }
    let found = try git(
      ["rev-parse", "--verify", "--quiet", revision + "^{commit}"], in: package.directory)
    guard found.status == 0, let commit = found.output.first else {
      throw ComparisonError("no revision '\(revision)' in \(root)")
    }
    let scratch = package.scratch + "/macho-compare"
    let executable = "\(scratch)/build/\(package.configuration)/\(package.product)"
    let mark = "\(scratch)/commit"
    if (try? String(contentsOfFile: mark, encoding: .utf8)) == commit,
      FileManager.default.isExecutableFile(atPath: executable)
    {
      return executable
    }
    try? FileManager.default.removeItem(atPath: mark)
    try FileError.converting("create", scratch) {
      try FileManager.default.createDirectory(atPath: scratch, withIntermediateDirectories: true)
    }
    try build(package, commit, root: root, scratch)
    guard FileManager.default.isExecutableFile(atPath: executable) else {
      throw ComparisonError("the base '\(revision)' has no product '\(package.product)'")
    }
    try AtomicFile.write(Array(commit.utf8), to: mark)
    return executable
  }

  private func build(
    _ package: DriverPackage, _ commit: String, root: String, _ scratch: String
  ) throws {
    let worktree = scratch + "/source"
    // An earlier process may have been killed.
    removeWorktree(worktree, root)
    defer { removeWorktree(worktree, root) }
    let added = try git(["worktree", "add", "--detach", "--force", worktree, commit], in: root)
    guard added.status == 0 else {
      try requireNoInterruption()
      throw ComparisonError(
        "git cannot make a worktree: " + (added.errors.last ?? "exit status \(added.status)"))
    }
    let inside = package.directory.dropFirst(root.count)
    printError("building \(package.product) of \(revision) (\(commit.prefix(10)))")
    var progress = BuildProgress()
    defer { progress.clear() }
    let (status, lines) = try SpawnedProcess.run(
      SpawnedProcess.swift(
        "build", "--package-path", worktree + inside, "--configuration", package.configuration,
        "--product", package.product, scratch: scratch + "/build"), interruption
    ) { progress.consume($0) }
    try requireNoInterruption()
    guard status == 0 else {
      let errors = lines.map(\.withoutTerminalStyles).filter { $0.contains("error: ") }
      throw ComparisonError(
        (["the base '\(revision)' does not build:"]
          + (errors.isEmpty ? lines.suffix(5) : errors.prefix(5))).joined(separator: "\n"))
    }
  }

  private func requireNoInterruption() throws {
    if interruption?.signal != nil { throw ComparisonError("interrupted") }
  }

  private func removeWorktree(_ path: String, _ root: String) {
    guard FileManager.default.fileExists(atPath: path) else { return }
    _ = try? git(["worktree", "remove", "--force", path], in: root)
    try? FileManager.default.removeItem(atPath: path)
    _ = try? git(["worktree", "prune"], in: root)
  }

  private func git(
    _ words: [String], in directory: String
  ) throws -> (status: Int32, output: [String], errors: [String]) {
    let found = try SpawnedProcess.collect(["git", "-C", directory] + words)
    guard found.status != ForegroundProgram.notFoundStatus else {
      throw ComparisonError("--base needs 'git', which is not installed")
    }
    return found
  }

  /// Returns the names of the features of a driver.
  static func features(of executable: String) throws -> Set<String> {
    struct Listed: Decodable { let name: String }
    let found = try SpawnedProcess.collect([executable, "features", "--json"])
    guard found.status == 0,
      let listed = try? JSONDecoder().decode(
        [Listed].self, from: Data(found.output.joined(separator: "\n").utf8))
    else {
      throw ComparisonError(
        "\(executable) is not a driver: "
          + (found.errors.first ?? "it does not list its features"))
    }
    return Set(listed.map(\.name))
  }
}
