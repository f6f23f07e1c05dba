import Foundation

extension AppAdoption {
  /// Adds the features and endpoints to the driver's lists, and builds it. Lines that do not compile become
  /// comments.
  func register(
    _ found: AppFeatures, _ built: [AppTargets.Target], _ sources: DriverSources
  ) throws -> Bool {
    let path = directory + "/" + sources.driverPath
    var file = try ListFile(path)
    for target in built {
      file.addImport(target.module, isTestable: found.testableModules.contains(target.module))
    }
    var isComplete = true
    for line in found.features {
      isComplete =
        file.add(
          line.text, to: DriverSources.featureList, unless: line.key, indentation: "    ")
        && isComplete
    }
    for line in found.stubs {
      isComplete =
        file.add(
          line.text, to: DriverSources.stubList, unless: line.key, indentation: "    ")
        && isComplete
    }
    guard isComplete else {
      throw Failure(
        description:
          "\(DriverSources.directory)/\(sources.driverPath) has no list that begins with "
          + "'\(DriverSources.featureList)' or '\(DriverSources.stubList)'; restore it")
    }
    // Only what is added now may become a comment. Other lines are the user's.
    let old = try ListFile(path).text
    let added = Set((found.features + found.stubs).map(\.text).filter { !old.contains($0) })
    try write(file)
    let omitted = try buildDriver(&file, added, sources)
    summarize(found, omitted, sources)
    return omitted != nil
  }

  /// Builds the driver until no line of its lists fails. Returns the reasons of the lines that were left
  /// out, or `nil` if other lines fail.
  private func buildDriver(
    _ file: inout ListFile, _ added: Set<String>, _ sources: DriverSources
  ) throws -> [String]? {
    report("building \(sources.driver)")
    var omitted: [String] = []
    // Errors of one line may hide those of others.
    for _ in 0..<10 {
      let environment = ProcessInfo.processInfo.environment
      guard let errors = errors(of: ["--product", sources.driver], environment) else {
        return omitted
      }
      var reasons: [Int: String] = [:]
      for error in errors {
        guard let match = error.firstMatch(of: /Driver\.swift:(\d+):\d+: error: (.*)/),
          let number = Int(match.1)
        else { continue }
        let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.indices.contains(number - 1) else { continue }
        let line = lines[number - 1].drop { $0 == " " }
        guard added.contains(String(line)) else { continue }
        reasons[number] = reasons[number] ?? String(match.2)
        if let reason = reasons[number] {
          omitted.append("\(line.prefix { $0 != "," }): \(reason)")
        }
      }
      guard !reasons.isEmpty else {
        report("\(sources.driver) does not compile:")
        for error in errors.prefix(5) { report("  \(error)") }
        return nil
      }
      file.comment(reasons)
      try write(file)
    }
    report("\(sources.driver) does not compile: each build finds more lines with errors")
    return nil
  }

  private func summarize(_ found: AppFeatures, _ omitted: [String]?, _ sources: DriverSources) {
    report("\nfound \(found.features.count) features and \(found.stubs.count) endpoints")
    for (name, reason) in found.omissions { report("not registered: \(name): \(reason)") }
    for text in omitted ?? [] { report("does not compile: \(text)") }
    guard omitted != nil else { return }
    report(
      """

      Next steps, in \(DriverSources.directory):
        swift run \(sources.driver) features        lists the features
        swift run \(sources.driver) repl NAME       opens a prompt; Tab completes
      Run 'macho init' again after the app has changed: it adds what is new.
      """)
  }
}
