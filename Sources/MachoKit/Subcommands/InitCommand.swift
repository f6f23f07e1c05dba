import ArgumentParser
import Foundation

struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init", abstract: "Create a driver for your own features, with a first script.",
    discussion: """
      Writes the target NAME-driver, a small feature and a passing script to the working directory. \
      Also writes a Package.swift if there is none; otherwise prints what to add to the existing one. \
      If any other file exists already, nothing is written.

      Exit status: 0 written; 2 usage, or nothing was written.
      """)

  @Argument(help: "The name of the package. Default: the name of the working directory.")
  var name: String?

  @Option(
    help: ArgumentHelp(
      "A checkout of macho. Default: the one that this executable was built from.",
      valueName: "path"))
  var machoPath: String?

  @Option(
    help: ArgumentHelp("The URL of a macho repository, instead of a checkout.", valueName: "url"))
  var machoUrl: String?

  func validate() throws {
    if let name, Self.sanitizedName(name) != name {
      throw ValidationError("invalid package name '\(name)': use letters, digits, '-' and '_'")
    }
    if machoPath != nil, machoUrl != nil {
      throw ValidationError("--macho-path and --macho-url exclude each other")
    }
    if let machoPath, !MachoDependency.isCheckout(machoPath) {
      throw ValidationError("no checkout of macho at '\(machoPath)'")
    }
  }

  func run() throws {
    let package = PackageTemplate(name: name ?? Self.directoryName, dependency: try dependency())
    let hasManifest = FileManager.default.fileExists(atPath: "Package.swift")
    let manifest = hasManifest ? [] : [(path: "Package.swift", text: package.manifest)]
    let files = FileScaffold(files: manifest + package.files)
    do throws(FileScaffold.Failure) {
      try files.write(below: FileManager.default.currentDirectoryPath)
    } catch {
      printError("\(error)")
      throw ExitStatus.usage
    }
    for file in files.files { print("wrote \(file.path)") }
    if hasManifest { print("\n" + package.manifestInstructions) }
    print(
      """

      Next steps:
        swift run \(package.driver) test scripts     runs the script
        swift run \(package.driver) repl counter     opens a prompt; Tab completes
        swift run \(package.driver) test --watch     reruns scripts when files change
      Add *.macho.new to your .gitignore: these files hold expectations that await review.
      """)
  }

  private func dependency() throws -> MachoDependency {
    if let machoUrl { return MachoDependency(url: machoUrl) }
    guard let path = machoPath ?? MachoDependency.ownCheckout else {
      printError("cannot find macho: pass --macho-path PATH or --macho-url URL")
      throw ExitStatus.usage
    }
    return MachoDependency(path: path)
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
