import ArgumentParser
import Foundation
import MachoReporting
import MachoSystem

struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init", abstract: "Create a driver for your own features, with a first script.",
    discussion: """
      Writes to the working directory: the target NAME-driver with a small feature, a passing \
      script, a test target that runs the scripts with 'swift test', and a workflow for GitHub \
      Actions. Also writes a Package.swift and a .gitignore if there is none; otherwise prints what \
      to add to the existing one. If any other file exists already, nothing is written.

      In a package with targets that use The Composable Architecture, writes the package 'macho' \
      instead: a driver with the features and dependencies of these targets, whose sources stay as \
      they are, a script, and a test target. At the root of a repository, also writes the workflow. \
      If the package exists, adds what is new. The article Bringing an app explains it.

      With --feature, the small feature is yours: a reducer in AppControllers/NAME/NAMEFeature.swift, \
      a script and a test. In a package that has a driver, only these files are written, and the \
      feature is added to the driver's list, or the line to add is printed.

      The package depends on the repository that this macho was cloned from. If it was not cloned, \
      or with --macho-path, the package depends on a directory, and only this machine can build it.

      Exit status: 0 written; 1 written, and a part of the app does not compile; 2 usage, or nothing \
      was written.
      """)

  @Argument(help: "The name of the package. Default: the name of the working directory.")
  var name: String?

  @Option(
    help: ArgumentHelp(
      "Write the files of this feature, such as Contacts, instead of an example.",
      valueName: "name"))
  var feature: String?

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
    do throws(ScaffoldName.Failure) {
      if let name { _ = try ScaffoldName(name, kind: "package") }
      if let feature { _ = try FeatureTemplate(feature) }
    } catch { throw ValidationError("\(error)") }
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
    let project = ProjectDirectory.working
    if feature == nil, project.hasManifest, try adoptApp(in: project) { return }
    if feature == nil, name == nil, !project.hasManifest, let xcode = project.xcodeProject {
      try fail(Self.message(for: xcode, project.innerPackages))
    }
    let feature = try feature.map(FeatureTemplate.init)
    if let feature, let driver = try existingDriver(in: project) {
      return try add(feature, to: driver)
    }
    let directory = URL(fileURLWithPath: project.path).lastPathComponent
    let package = PackageTemplate(
      name: try name.map { try ScaffoldName($0, kind: "package") }
        ?? ScaffoldName(directory: directory), dependency: try dependency(), feature: feature)
    try write(package.files(missingIn: project), below: project.path)
    for note in package.notes(for: project) { StandardOutput.print("\n" + note) }
    StandardOutput.print("\n" + package.nextSteps)
  }

  /// What to do beside an Xcode project without a manifest.
  private static func message(for xcode: String, _ packages: [String]) -> String {
    let places =
      packages.isEmpty
      ? ""
      : "run '\(DriverName.command) init' in a package with its features: \(packages.joined(separator: ", "))\n"
    return "no-package: \(xcode) has no Package.swift beside it, and macho compiles packages\n"
      + places
      + "write a manifest with a target for the app's sources; the article Bringing an app has one\n"
      + "for a new package with an example, give its name: \(DriverName.command) init NAME"
  }

  /// Writes a driver for the app in a package. Returns `false` if none of its targets uses a library that
  /// macho stands in for.
  private func adoptApp(in project: ProjectDirectory) throws -> Bool {
    let packages: [SourcePackage]
    do throws(SourcePackage.Failure) {
      packages = try SourcePackage.readAll(at: project.path)
    } catch {
      // With a name, the user asks for the example, whose files do not belong in an app.
      guard name != nil else {
        try fail(
          "\(error)\nso the package was not searched for features, and nothing was written\n"
            + "for an example beside the manifest, give a name: macho init NAME")
      }
      printError("\(error)\nso the package was not searched for features")
      return false
    }
    guard AppTargets.isApp(packages) else { return false }
    let adoption = AppAdoption(packages: packages, dependency: try dependency()) {
      StandardOutput.print($0)
    }
    let isComplete: Bool
    do { isComplete = try adoption.run() } catch { try fail("\(error)") }
    if !isComplete { throw ExitStatus.failed }
    return true
  }

  private func write(_ files: [(path: String, text: String)], below directory: String) throws {
    do throws(FileScaffold.Failure) {
      try FileScaffold(files: files).write(below: directory)
    } catch { try fail("\(error)") }
    for file in files { StandardOutput.print("wrote \(file.path)") }
  }

  private func fail(_ message: String) throws -> Never {
    printError(message)
    throw ExitStatus.usage
  }

  // MARK: A feature in a package that has a driver

  /// Returns the driver of a package, or the one that the argument names. `nil` if there is none.
  private func existingDriver(in project: ProjectDirectory) throws -> ExistingDriver? {
    let drivers = ExistingDriver.find(in: project.path)
    if let name {
      let wanted = PackageTemplate.driverName(name)
      return drivers.first { [$0.target, $0.product].contains { $0 == name || $0 == wanted } }
    }
    guard drivers.count > 1 else { return drivers.first }
    let names = drivers.map(\.target).joined(separator: ", ")
    try fail("the package has several drivers; name one of them before --feature: \(names)")
  }

  private func add(_ feature: FeatureTemplate, to driver: ExistingDriver) throws {
    if let conflict = driver.conflict(with: feature) { try fail(conflict) }
    let test = driver.tests.map { feature.test(in: $0, of: driver.target) }
    try write(
      feature.files(in: driver.target) + (test.map { [$0] } ?? []), below: driver.directory)
    let isRegistered: Bool
    do throws(FileError) { isRegistered = try driver.register(feature) } catch {
      printError("\(error)")
      isRegistered = false
    }
    if isRegistered {
      StandardOutput.print(
        "changed \(driver.path): added to its features\n\n    \(feature.registration),")
    } else {
      StandardOutput.print(
        "\n\(driver.path) was not changed. Add to its features:\n\n    \(feature.registration),")
    }
    if test == nil {
      StandardOutput.print(
        "\nNo test was written, because Tests/\(driver.target)-tests does not exist.")
    }
    let commands = PackageTemplate.commands(of: driver.product, feature: feature.command)
    StandardOutput.print("\nNext steps:\n" + commands)
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
}
