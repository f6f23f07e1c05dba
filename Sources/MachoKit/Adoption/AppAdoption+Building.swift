import Foundation
import MachoReporting
import MachoSystem

extension AppAdoption {
  enum BuildResult {
    /// The targets, each after those that it depends on.
    case built([AppTargets.Target])
    /// A dependency of the app does not compile.
    case failed(package: String, reason: String)
  }

  /// Builds the targets. Files that do not compile are compiled without views and in the Swift 5 language mode,
  /// and excluded if that does not suffice, unless the target's line is the user's.
  func buildTargets(
    _ app: inout AppTargets, _ driver: String, _ graphs: String, owned: Set<String>
  ) throws -> BuildResult {
    var environment = ProcessInfo.processInfo.environment
    environment["MACHO_SYMBOL_GRAPHS"] = graphs
    // The driver depends on all targets. Each build ends at the first targets that have errors.
    while let errors = errors(of: ["--target", driver], environment) {
      var isChanged = false
      for index in app.targets.indices where !owned.contains(app.targets[index].name) {
        isChanged = try excludeFailing(of: &app.targets[index], errors) || isChanged
      }
      if isChanged { continue }
      for identity in app.packages.keys.sorted() where StandIns.sharedPackages[identity] == nil {
        let error = errors.first { $0.lowercased().contains("/checkouts/\(identity)/") }
        if let error { return .failed(package: identity, reason: error) }
      }
      guard errors.contains(where: { !$0.hasPrefix("error: ") }) else {
        // No error is in a file: the package cannot be loaded.
        throw Failure(
          description: "SwiftPM cannot load the driver's package, which is written; fix "
            + "\(dependency.driverDirectory)/Package.swift and run '\(DriverName.command) init' again:\n"
            + errors.prefix(5).joined(separator: "\n"))
      }
      return .built(targetsWithoutErrors(app, errors))
    }
    return .built(app.targets)
  }

  /// Returns the targets that neither have one of these errors nor depend on one that has.
  private func targetsWithoutErrors(
    _ app: AppTargets, _ errors: [String]
  ) -> [AppTargets.Target] {
    var built: [AppTargets.Target] = []
    func ownErrors(of target: AppTargets.Target) -> [String] {
      errors.filter { $0.contains("/Sources/\(target.name)/\(DriverSources.link)/") }
    }
    if app.targets.allSatisfy({ ownErrors(of: $0).isEmpty }) {
      report("the app's targets do not compile, and no error names one of their files:")
      for error in errors.prefix(5) { report("  \(error)") }
    }
    for target in app.targets {
      let failure = ownErrors(of: target)
      if let missing = target.targets.first(where: { name in !built.contains { $0.name == name } })
      {
        report("left out the target \(target.name): \(missing) does not compile")
      } else if !failure.isEmpty {
        report("left out the target \(target.name), which does not compile:")
        for error in failure.prefix(3) { report("  \(error)") }
        if failure.count > 3 { report("  and \(failure.count - 3) more errors") }
      } else {
        built.append(target)
      }
    }
    return built
  }

  func reportMode(of target: AppTargets.Target) {
    guard let change = target.mode5 else { return }
    report("compiled in the Swift 5 language mode: \(target.name), with these errors in Swift 6:")
    for (_, error) in change.errors.prefix(3) { report("  \(error)") }
    if change.errors.count > 3 {
      report("  and files with errors: \(change.errors.count - 3) more")
    }
  }

  /// Compiles files that have errors without views, then in another language mode, or else excludes them.
  /// Returns whether anything changed.
  private func excludeFailing(
    of target: inout AppTargets.Target, _ errors: [String]
  ) throws -> Bool {
    let base = "/Sources/\(target.name)/\(DriverSources.link)/"
    let failing: [(file: String, error: String)] = target.compiled.compactMap { file in
      errors.first { $0.contains("\(base)\(file):") }.map { (file, $0) }
    }
    guard !failing.isEmpty else { return false }
    let withViews = failing.map(\.file).filter { !target.withoutViews.contains($0) }
    let missing = Set(target.aliasedModules).subtracting(["Combine"])
    // Another language mode adds no declarations to modules that have none here.
    let complete = failing.filter { emptyModules($0.file, target).isEmpty }
    if !missing.isDisjoint(with: StandIns.views), !withViews.isEmpty {
      target.withoutViews += withViews
    } else if !missing.isEmpty,
      !failing.contains(where: { !missing.isDisjoint(with: target.missing[$0.file] ?? []) })
    {
      // The file may ask for the module by 'canImport', which finds the stand-in.
      target.aliasedModules.removeAll(where: missing.contains)
      for file in target.compiled {
        guard let module = target.missing[file]?.first(where: missing.contains) else { continue }
        omit(file, of: &target, "it imports \(module), which does not exist on this platform")
      }
    } else if !target.changeMode(because: complete) {
      for (file, error) in failing {
        let modules = emptyModules(file, target)
        let cause =
          modules.isEmpty
          ? "" : " with an empty stand-in for \(modules.joined(separator: " and "))"
        omit(
          file, of: &target, "it does not compile\(cause):\n  \(error)",
          hasError: modules.isEmpty)
      }
    }
    try writeViewList(of: target)
    var manifest = try ListFile(directory + "/Package.swift")
    manifest.replace(
      lineBeginning: DriverSources.beginning(of: target),
      with: "  " + DriverSources.line(of: target))
    try AtomicFile.write(Array(manifest.text.utf8), to: manifest.path)
    return true
  }

  /// The modules that a file imports and that have no declarations here.
  private func emptyModules(_ file: String, _ target: AppTargets.Target) -> [String] {
    (target.missing[file] ?? []).filter(StandIns.isEmpty)
  }

  private func omit(
    _ file: String, of target: inout AppTargets.Target, _ reason: String, hasError: Bool = false
  ) {
    target.withoutViews.removeAll { $0 == file }
    target.omitted.append(.init(file: file, hasError: hasError))
    report("left out \(target.name)/\(file): \(reason)")
  }

  /// Builds a part of the driver's package. Returns the compiler's errors, or `nil` if there are none.
  func errors(of arguments: [String], _ environment: [String: String]) -> [String]? {
    let words = ["swift", "build", "--package-path", directory] + arguments
    do throws(SpawnedProcess.Failure) {
      var progress = BuildProgress()
      defer { progress.clear() }
      let result = try SpawnedProcess.collect(words, environment: environment) {
        progress.consume($0)
      }
      guard result.status != 0 else { return nil }
      let lines = result.output + result.errors
      let errors = BuildErrors.find(in: lines)
      return errors.isEmpty ? lines.suffix(3).map(\.withoutTerminalStyles) : errors
    } catch { return ["\(error)"] }
  }
}
