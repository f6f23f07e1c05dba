import Foundation
import MachoReporting
import MachoSystem

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
          "\(dependency.driverDirectory)/\(sources.driverPath) has no list that begins with "
          + "'\(DriverSources.featureList)' or '\(DriverSources.stubList)'; restore it")
    }
    // Only what is added now may become a comment. Other lines are the user's.
    let old = try ListFile(path).text
    let added = Set((found.features + found.stubs).map(\.text).filter { !old.contains($0) })
    try write(file)
    let omitted = try buildDriver(&file, added, sources)
    let lines = file.trimmedLines
    if omitted != nil, let first = found.features.first(where: { lines.contains($0.text) }) {
      try writeScript(of: first.name, sources)
    }
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
    // Errors of one line may hide those of others. Each build omits a line.
    while let errors = errors(ofDriver: sources) {
      var reasons = Self.reasons(errors, file.trimmedLines, added)
      if reasons.isEmpty { reasons = try isolate(added, in: file, sources) ?? [:] }
      guard !reasons.isEmpty else {
        report("\(sources.driver) does not compile:")
        for error in errors.prefix(5) { report("  \(error)") }
        return nil
      }
      omitted += reasons.sorted { $0.key < $1.key }.map { line, reason in
        "\(line.prefix { $0 != "," }): \(reason)"
      }
      file.comment(reasons)
      try write(file)
    }
    return omitted
  }

  private func errors(ofDriver sources: DriverSources) -> [String]? {
    errors(of: ["--product", sources.driver], ProcessInfo.processInfo.environment)
  }

  /// Returns the messages of the errors in lines that were added, by line.
  private static func reasons(
    _ errors: [String], _ lines: [String], _ added: Set<String>
  ) -> [String: String] {
    var reasons: [String: String] = [:]
    for error in errors {
      guard let match = error.firstMatch(of: /Driver\.swift:(\d+):\d+: error: (.*)/),
        let number = Int(match.1), lines.indices.contains(number - 1),
        added.contains(lines[number - 1])
      else { continue }
      reasons[lines[number - 1]] = reasons[lines[number - 1]] ?? String(match.2)
    }
    return reasons
  }

  /// Returns the added lines with which the driver does not compile, with the error: it is in another line,
  /// such as that where the list begins. `nil` if the driver does not compile without them either.
  private func isolate(
    _ added: Set<String>, in file: ListFile, _ sources: DriverSources
  ) throws -> [String: String]? {
    report("searching for the lines that do not compile")
    let lines = file.trimmedLines.filter(added.contains)
    // The driver is restored also if the search fails.
    let found = Result {
      try LineIsolation { active in
        var tried = file
        let inactive = lines.filter { !active.contains($0) }
        tried.comment(Dictionary(inactive.map { ($0, "left out") }, uniquingKeysWith: { $1 }))
        try AtomicFile.write(Array(tried.text.utf8), to: tried.path)
        return errors(ofDriver: sources).map { errors in
          errors.first.map(BuildErrors.message(of:)) ?? "the build fails"
        }
      }.find(in: lines)
    }
    try AtomicFile.write(Array(file.text.utf8), to: file.path)
    return try found.get()
  }

  private func summarize(_ found: AppFeatures, _ omitted: [String]?, _ sources: DriverSources) {
    let features = counted(found.features.count, "feature")
    report("\nfound \(features) and \(counted(found.stubs.count, "endpoint"))")
    for (name, reason) in found.omissions { report("not registered: \(name): \(reason)") }
    for text in omitted ?? [] { report("does not compile: \(text)") }
    guard omitted != nil else { return }
    report(
      """

      Next steps, in \(dependency.driverDirectory):
        swift run \(sources.driver) features        lists the features
        swift run \(sources.driver) repl NAME       opens a prompt; Tab completes
        swift run \(sources.driver) test scripts    runs the scripts
      Run '\(DriverName.command) init' again after the app has changed: it adds what is new.
      """)
    for note in notes { report("\n" + note) }
  }
}
