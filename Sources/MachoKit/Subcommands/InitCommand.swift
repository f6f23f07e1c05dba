import ArgumentParser
import Foundation
import MachoSystem

struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init", abstract: "Create a driver for your own features, with a first script.",
    discussion: """
      Writes to the working directory: the target NAME-driver with a small feature, a passing \
      script, a test target that runs the scripts with 'swift test', and a workflow for GitHub \
      Actions. Also writes a Package.swift and a .gitignore if there is none; otherwise prints what \
      to add to the existing one. If any other file exists already, nothing is written.

      The package depends on the repository that this macho was cloned from. If it was not cloned, \
      or with --macho-path, the package depends on a directory, and only this machine can build it.

      Exit status: 0 written; 2 usage, or nothing was written.
      """)

  @Argument(help: "The name of the package. Default: the name of the working directory.")
  var name: String?

  @Option(
    help: ArgumentHelp(
      "The URL of a macho repository, such as \(MachoDependency.exampleURL). Default: the remote "
        + "'origin' of the checkout that this executable was built from.",
      valueName: "url"))
  var machoUrl: String?

  @Option(
    help: ArgumentHelp(
      "A checkout of macho on this machine, instead of a URL. Default for a clone without a "
        + "remote: the checkout that this executable was built from.",
      valueName: "path"))
  var machoPath: String?

  func validate() throws {
    if let name, Self.sanitizedName(name) != name {
      throw ValidationError("invalid package name '\(name)': use letters, digits, '-' and '_'")
    }
    if machoPath != nil, machoUrl != nil {
      throw ValidationError("--macho-path and --macho-url exclude each other")
    }
    if let machoUrl, RepositoryURL.shareable(machoUrl) == nil {
      throw ValidationError("'\(machoUrl)' is not a URL; use --macho-path for a directory")
    }
    if let machoPath, !MachoDependency.isCheckout(machoPath) {
      throw ValidationError("no checkout of macho at '\(machoPath)'")
    }
  }

  func run() throws {
    let package = PackageTemplate(name: name ?? Self.directoryName, dependency: try dependency())
    let project = ProjectDirectory.working
    let files = FileScaffold(files: package.files(missingIn: project))
    do throws(FileScaffold.Failure) {
      try files.write(below: project.path)
    } catch {
      printError("\(error)")
      throw ExitStatus.usage
    }
    for file in files.files { StandardOutput.print("wrote \(file.path)") }
    for note in package.notes(for: project) { StandardOutput.print("\n" + note) }
    StandardOutput.print("\n" + package.nextSteps)
  }

  private func dependency() throws -> MachoDependency {
    if let machoUrl { return MachoDependency(url: machoUrl) }
    if let machoPath { return MachoDependency(path: machoPath) }
    guard let checkout = MachoDependency.ownCheckout else {
      printError("cannot find macho: pass --macho-url URL or --macho-path PATH")
      throw ExitStatus.usage
    }
    return RepositoryURL.origin(of: checkout).map(MachoDependency.init(url:))
      ?? MachoDependency(path: checkout)
  }

  private static var directoryName: String {
    let path = FileManager.default.currentDirectoryPath
    return sanitizedName(URL(fileURLWithPath: path).lastPathComponent)
  }

  /// Returns the text with every character replaced that SwiftPM or Swift do not allow in a name.
  private static func sanitizedName(_ text: String) -> String {
    let name = text.unicodeScalars.map { scalar -> Character in
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", "_": Character(scalar)
      default: "-"
      }
    }.drop { !$0.isLetter }
    return name.isEmpty ? "app" : String(name)
  }
}
