import Foundation
import MachoSystem

/// Writes a driver for an existing app: a package of its own in the directory `macho`, which compiles the
/// app's targets from where they are and registers their features.
struct AppAdoption {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  let packages: [SourcePackage]
  let dependency: MachoDependency
  /// Prints a line for the user.
  let report: (String) -> Void

  var directory: String { packages[0].path + "/" + DriverSources.directory }

  /// Writes or extends the driver. Returns whether everything that was found compiles.
  func run() throws -> Bool {
    var app = AppTargets(packages)
    let driver = PackageTemplate.driverName(ScaffoldName(directory: packages[0].name).commandName)
    let sources = DriverSources(app: app, dependency: dependency, driver: driver)
    var owned: Set<String> = []
    if FileManager.default.fileExists(atPath: directory + "/Package.swift") {
      owned = try extend(sources)
    } else {
      try FileScaffold(files: sources.files).write(below: directory)
      for file in sources.files { report("wrote \(DriverSources.directory)/\(file.path)") }
    }
    try link(app)
    for target in app.targets {
      for file in target.omitted { report("left out \(target.name)/\(file.file): \(file.reason)") }
    }
    for (name, reason) in app.unavailable { report("left out the target \(name): \(reason)") }
    report("\nbuilding the app's targets (the first time takes minutes)")
    let graphs = NSTemporaryDirectory() + "macho-symbols-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: graphs, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: graphs) }
    let built = try buildTargets(&app, driver, graphs, owned: owned)
    let found = AppFeatures(
      try AppSymbols(directory: graphs, modules: built.map(\.module)))
    let isComplete = try register(found, built, sources)
    let compiles = !app.targets.contains { $0.omitted.contains(where: \.hasError) }
    return isComplete && compiles && built.count == app.targets.count
  }

  // MARK: Files

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
        report("wrote \(DriverSources.directory)/\(path)")
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
        description: "\(DriverSources.directory)/Package.swift has no list that begins with "
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

  /// Links the directories of the app's targets into the driver's package.
  private func link(_ app: AppTargets) throws {
    let sources = directory + "/Sources"
    for target in app.targets {
      let link = sources + "/" + target.name
      guard (try? FileManager.default.destinationOfSymbolicLink(atPath: link)) == nil else {
        continue
      }
      try FileManager.default.createSymbolicLink(
        atPath: link, withDestinationPath: Self.relativePath(to: target.directory, from: sources))
    }
  }

  private static func relativePath(to path: String, from directory: String) -> String {
    let (target, base) = (path.split(separator: "/"), directory.split(separator: "/"))
    let common = zip(target, base).prefix { $0 == $1 }.count
    return (base.dropFirst(common).map { _ in ".." } + target.dropFirst(common).map(String.init))
      .joined(separator: "/")
  }

  // MARK: Building

  /// Builds the targets that can be built. Files that do not compile are excluded, unless the target's line
  /// is the user's. Returns the targets, each after those that it depends on.
  private func buildTargets(
    _ app: inout AppTargets, _ driver: String, _ graphs: String, owned: Set<String>
  ) throws -> [AppTargets.Target] {
    var environment = ProcessInfo.processInfo.environment
    environment["MACHO_SYMBOL_GRAPHS"] = graphs
    // The driver depends on all targets. If building it succeeds, no target needs a build of its own.
    guard let errors = errors(of: ["--target", driver], environment) else { return app.targets }
    if errors.allSatisfy({ $0.hasPrefix("error: ") }) {
      // No error is in a file: the package cannot be loaded, or one that it depends on cannot be fetched.
      throw Failure(
        description: "SwiftPM cannot load the driver's package, which is written; mend "
          + "\(DriverSources.directory)/Package.swift and run 'macho init' again:\n"
          + errors.prefix(5).joined(separator: "\n"))
    }
    var built: [AppTargets.Target] = []
    for index in app.targets.indices {
      let target = app.targets[index]
      if let missing = target.targets.first(where: { name in !built.contains { $0.name == name } })
      {
        report("left out the target \(target.name): \(missing) does not compile")
        continue
      }
      var failure = self.errors(of: ["--target", target.name], environment)
      while !owned.contains(target.name), let errors = failure,
        try excludeFailing(of: &app.targets[index], errors)
      {
        failure = self.errors(of: ["--target", target.name], environment)
      }
      guard let failure else {
        built.append(app.targets[index])
        continue
      }
      report("left out the target \(target.name), which does not compile:")
      for error in failure.prefix(3) { report("  \(error)") }
      if failure.count > 3 { report("  and \(failure.count - 3) more errors") }
    }
    return built
  }

  /// Excludes the files that have errors. If none of them imports a module of views, they may use
  /// `canImport`, which finds the stand-in: then the target is first built without stand-ins of views.
  /// Returns whether anything changed.
  private func excludeFailing(
    of target: inout AppTargets.Target, _ errors: [String]
  ) throws -> Bool {
    let base = "/Sources/\(target.name)/"
    let remaining = target.sources.filter { file in !target.omitted.contains { $0.file == file } }
    var failing: [(file: String, error: String)] = remaining.compactMap { file in
      errors.first { $0.contains("\(base)\(file):") }.map { (file, $0) }
    }
    let views = Set(target.withViews)
    if target.aliasedModules.contains(where: StandIns.views.contains),
      !failing.contains(where: { views.contains($0.file) })
    {
      failing = remaining.filter(views.contains).map { ($0, "") }
      target.aliasedModules.removeAll(where: StandIns.views.contains)
    }
    guard !failing.isEmpty, failing.count < remaining.count else { return false }
    for (file, error) in failing {
      target.omitted.append(.init(file: file, hasError: !views.contains(file)))
      report(
        "left out \(target.name)/\(file): "
          + (views.contains(file)
            ? "it imports views; put them behind '#if canImport(SwiftUI)', or in a file of their own"
            : "it does not compile:\n  \(error)"))
    }
    var manifest = try ListFile(directory + "/Package.swift")
    manifest.replace(
      lineBeginning: DriverSources.beginning(of: target),
      with: "  " + DriverSources.line(of: target))
    try AtomicFile.write(Array(manifest.text.utf8), to: manifest.path)
    return true
  }

  /// Builds a part of the driver's package. Returns the compiler's errors, or `nil` if there are none.
  func errors(of arguments: [String], _ environment: [String: String]) -> [String]? {
    let words = ["swift", "build", "--package-path", directory] + arguments
    do throws(SpawnedProcess.Failure) {
      let result = try SpawnedProcess.collect(words, environment: environment)
      guard result.status != 0 else { return nil }
      let lines = result.output + result.errors
      var errors: [String] = []
      for line in lines
      where line.contains("error: ") && !line.hasPrefix(" ") && !line.hasPrefix("warning: ") {
        if !errors.contains(line) { errors.append(line) }
      }
      errors.removeAll { $0.hasPrefix("error: ExitCode") || $0.hasPrefix("error: fatalError") }
      return errors.isEmpty ? Array(lines.suffix(3)) : errors
    } catch { return ["\(error)"] }
  }
}
