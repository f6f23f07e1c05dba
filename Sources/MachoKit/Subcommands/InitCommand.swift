import ArgumentParser
import Foundation

struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init", abstract: "Begin a driver of your own features, with a first script.",
    discussion: """
      In the working directory it writes the target NAME-driver with a small feature and a script that \
      passes. Without a Package.swift it writes that too; one that is there stays as it is, and what \
      to add to it is printed. A file that is there is never replaced: then nothing is written.

      Exit status: 0 done; 2 usage, or nothing could be written.
      """)

  @Argument(help: "What the package is called; the working directory's name without it.")
  var name: String?

  @Option(
    help: ArgumentHelp(
      "A checkout of macho; the one that this tool was built from without it.", valueName: "path"))
  var machoPath: String?

  @Option(
    help: ArgumentHelp("A repository of macho, instead of a checkout.", valueName: "url"))
  var machoUrl: String?

  func validate() throws {
    if let name, Self.sanitizedName(name) != name {
      throw ValidationError("'\(name)' is no name for a package: letters, digits, '-' and '_'")
    }
    if machoPath != nil, machoUrl != nil {
      throw ValidationError("--macho-path and --macho-url name two packages")
    }
    if let machoPath, !MachoDependency.isCheckout(machoPath) {
      throw ValidationError("there is no checkout of macho at '\(machoPath)'")
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

      Then type
        swift run \(package.driver) test scripts     which runs the script
        swift run \(package.driver) repl counter     which opens a prompt; Tab completes
        swift run \(package.driver) test --watch     which runs again what changes
      Put *.macho.new into your .gitignore: such files wait for a review of yours.
      """)
  }

  private func dependency() throws -> MachoDependency {
    if let machoUrl { return MachoDependency(url: machoUrl) }
    guard let path = machoPath ?? MachoDependency.ownCheckout else {
      printError("say where macho is: --macho-path PATH or --macho-url URL")
      throw ExitStatus.usage
    }
    return MachoDependency(path: path)
  }

  private static var directoryName: String {
    let path = FileManager.default.currentDirectoryPath
    return sanitizedName(URL(fileURLWithPath: path).lastPathComponent)
  }

  /// The text with nothing in it that SwiftPM or Swift would not have in a name.
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
