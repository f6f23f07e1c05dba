import Foundation
import MachoReporting
import MachoSystem

/// Writes a driver for an existing app: a package of its own in a directory beside its sources, which compiles the
/// app's targets from where they are and registers their features.
struct AppAdoption {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  let packages: [SourcePackage]
  let dependency: MachoDependency
  /// Prints a line for the user.
  let report: (String) -> Void

  var directory: String { packages[0].path + "/" + dependency.driverDirectory }

  /// Writes or extends the driver. Returns whether everything that was found compiles.
  func run() throws -> Bool {
    report("looking for the packages that the app needs")
    let declared = AppTargets(packages)
    var missing = try PackageCheck(
      declarations: declared.packages.filter { StandIns.sharedPackages[$0.key] == nil },
      directory: directory
    ).missing()
    let graphs = NSTemporaryDirectory() + "macho-symbols-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: graphs, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: graphs) }
    let driver = PackageTemplate.driverName(ScaffoldName(directory: packages[0].name).commandName)
    while true {
      var app = declared
      app.readFiles(without: Set(missing.keys))
      var sources = DriverSources(app: app, dependency: dependency, driver: driver)
      if let language = packages[0].defaultLocalization { sources.localization = language }
      let owned = try write(sources, without: missing.keys.map { declared.packages[$0]! })
      try link(app)
      for target in app.targets { try writeViewList(of: target) }
      for (identity, reason) in missing.sorted(by: { $0.key < $1.key }) {
        report("left out the package \(identity): \(reason)")
      }
      let count = app.targets.map(\.withoutViews.count).reduce(0, +)
      if count > 0 { report("compiled without their views: \(counted(count, "file"))") }
      report("\nbuilding the app's targets (the first time takes minutes)")
      switch try buildTargets(&app, driver, graphs, owned: owned) {
      case .built(let built):
        for target in app.targets { reportMode(of: target) }
        let found = AppFeatures(
          try AppSymbols(directory: graphs, modules: built.map(\.module)))
        let isComplete = try register(found, built, sources)
        let compiles = !app.targets.contains { $0.omitted.contains(where: \.hasError) }
        return isComplete && compiles && built.count == app.targets.count
      case .failed(let identity, let reason): missing[identity] = reason
      }
    }
  }

  // MARK: Files

  /// Writes the driver's files, or adds what they lack. Returns the targets whose lines the user has changed.
  private func write(
    _ sources: DriverSources, without missing: [String]
  ) throws -> Set<String> {
    guard FileManager.default.fileExists(atPath: directory + "/Package.swift") else {
      try FileScaffold(files: sources.files).write(below: directory)
      for file in sources.files { report("wrote \(dependency.driverDirectory)/\(file.path)") }
      try writeWorkflow(of: sources)
      return []
    }
    var manifest = try ListFile(directory + "/Package.swift")
    for declaration in missing { manifest.remove(linesBeginning: "  " + declaration) }
    try write(manifest)
    return try extend(sources)
  }

  /// Adds what the app has and the driver's manifest does not. Returns the targets whose lines the user has
  /// changed. All others are tried again with all of their files.
  private func extend(_ sources: DriverSources) throws -> Set<String> {
    var manifest = try ListFile(directory + "/Package.swift")
    var owned: Set<String> = []
    for target in sources.app.targets {
      guard let line = manifest.line(beginning: DriverSources.beginning(of: target)) else {
        continue
      }
      if DriverSources.isWritten(line, for: target) {
        manifest.replace(
          lineBeginning: DriverSources.beginning(of: target),
          with: "  " + DriverSources.line(of: target))
      } else {
        owned.insert(target.name)
      }
    }
    var isComplete = true
    for name in sources.app.standIns {
      let path = DriverSources.standInPath(name)
      if !FileManager.default.fileExists(atPath: "\(directory)/\(path)") {
        try FileScaffold(files: [(path, DriverSources.standInText(name))]).write(below: directory)
        report("wrote \(dependency.driverDirectory)/\(path)")
      }
      isComplete =
        manifest.add(
          DriverSources.standInLine(name), to: DriverSources.standInList,
          unless: "standIn(\"\(name)\"") && isComplete
    }
    for target in sources.app.targets {
      isComplete =
        manifest.add(
          DriverSources.line(of: target), to: DriverSources.targetList,
          unless: DriverSources.beginning(of: target)) && isComplete
    }
    for declaration in sources.app.packages.values.sorted() {
      // The lines of targets contain the name of the package, so the URL identifies it.
      isComplete =
        manifest.add(
          declaration + ",", to: DriverSources.packageList,
          unless: String(declaration.prefix { $0 != "," })) && isComplete
    }
    guard isComplete else {
      throw Failure(
        description: "\(dependency.driverDirectory)/Package.swift has no list that begins with "
          + "'\(DriverSources.targetList)'; restore it, or move the directory away")
    }
    try write(manifest)
    return owned
  }

  func write(_ file: ListFile) throws {
    let old = try ListFile(file.path)
    guard old.text != file.text else { return }
    try AtomicFile.write(Array(file.text.utf8), to: file.path)
    report("changed \(file.path.dropFirst(packages[0].path.count + 1))")
  }

  /// Links the directories of the app's targets into the driver's package. Writes an empty file beside each
  /// link, because SwiftPM builds no target without files of its own.
  private func link(_ app: AppTargets) throws {
    for target in app.targets {
      let sources = "\(directory)/Sources/\(target.name)"
      // Nothing may be written into the app's sources.
      if (try? FileManager.default.destinationOfSymbolicLink(atPath: sources)) != nil {
        throw Failure(
          description: "\(dependency.driverDirectory)/Sources/\(target.name) is a link; remove it")
      }
      let (link, empty) = (
        sources + "/" + DriverSources.link, sources + "/" + DriverSources.emptyFile
      )
      if !FileManager.default.fileExists(atPath: empty) {
        let text = "// The app's files are in \(DriverSources.link).\n"
        try FileScaffold(files: [(DriverSources.emptyFile, text)]).write(below: sources)
      }
      if (try? FileManager.default.destinationOfSymbolicLink(atPath: link)) == nil {
        try FileManager.default.createSymbolicLink(
          atPath: link,
          withDestinationPath: Self.relativePath(to: target.directory, from: sources))
      }
    }
  }

  private static func relativePath(to path: String, from directory: String) -> String {
    let (target, base) = (path.split(separator: "/"), directory.split(separator: "/"))
    let common = zip(target, base).prefix { $0 == $1 }.count
    return (base.dropFirst(common).map { _ in ".." } + target.dropFirst(common).map(String.init))
      .joined(separator: "/")
  }

  func writeViewList(of target: AppTargets.Target) throws {
    let path = "\(directory)/\(DriverSources.viewListPath(target.name))"
    guard !target.withoutViews.isEmpty || FileManager.default.fileExists(atPath: path) else {
      return
    }
    let text = target.withoutViews.map { "\(DriverSources.link)/\($0)\n" }.joined()
    try FileManager.default.createDirectory(
      atPath: directory + "/WithoutViews", withIntermediateDirectories: true)
    try AtomicFile.write(Array(text.utf8), to: path)
  }
}
