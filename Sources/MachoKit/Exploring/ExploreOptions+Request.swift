import ArgumentParser
import MachoExploration
import MachoReporting
import MachoScripting
import MachoSessions

extension ExploreOptions {
  /// Whether to visit states instead of making runs.
  var visitsStates: Bool { until != nil || graph != nil || strategy == .breadthFirst }

  /// Whether a failure is reported.
  func isRequested(_ finding: Finding) -> Bool {
    self.finding.isEmpty || self.finding.contains(finding.id)
  }

  /// The orders of ready jobs to try.
  private var orders: OrderStrategy {
    switch strategy {
    case .orders(let orders)?: orders
    case .breadthFirst?: .fifo
    case nil: visitsStates ? .fifo : .portfolio
    }
  }

  /// Returns the file of the JSON form of the coverage, if one was named. A file that cannot be opened
  /// fails before any run.
  func coverageFile() throws -> ReportOutput? { try CoverageOption.file(of: coverage) }

  /// Returns the request for a child process.
  func request(_ seed: UInt64) throws -> ExplorationRequest {
    var settings = ExplorationSettings()
    settings.seed = seed
    if let depth { settings.depth = depth }
    settings.invariants = try invariant + (invariants.map(Self.conditions) ?? [])
    settings.properties = try property + fileProperties()
    settings.actions = actions
    settings.excluded = exclude
    settings.bindings = bind?.split(separator: ",").map(String.init) ?? []
    settings.orders = orders
    settings.findsRaces = races
    settings.scriptLines = UserScripts(feature: feature).lines
    let (lines, origin) = try firstLines()
    return ExplorationRequest(
      feature: feature, lines: lines, origin: origin, settings: settings,
      runs: runs ?? (time == nil ? 2000 : .max / ExplorationRequest.chunkSize),
      task: .discover(first: 0), log: "")
  }

  /// Returns the properties in the file of the feature. A script that `--from` names declares those of
  /// its directory itself.
  private func fileProperties() throws -> [String] {
    guard from == nil else { return [] }
    do throws(Diagnostic) {
      return try PropertiesFile(of: feature, in: DirectoryFiles.current)?.properties ?? []
    } catch {
      for line in DiagnosticFormatter.styledLines(for: error, in: "", 0) { printError(line.text) }
      throw ExitStatus.usage
    }
  }

  /// Returns the lines before the first step, with their script. No lines for the start state.
  private func firstLines() throws -> ([Line], ExplorationRequest.Origin?) {
    let (lines, origin) = try from.map(Self.lines) ?? ([], nil)
    guard !stub.isEmpty else { return (lines, origin) }
    let first = lines.isEmpty ? [Line(.feature, feature)] : lines
    return (first + stub.map { Line(.stub, $0) }, origin)
  }

  /// Returns the conditions of a script of `expect` lines.
  private static func conditions(of path: String) throws -> [String] {
    let script = try readScript(at: ScriptLocation(path: path, line: nil))
    return try script.steps.compactMap { step in
      if step.line.command == .feature { return nil }
      guard step.line.command == .expect else {
        throw ValidationError(
          "--invariants: \(path):\(step.lines.lowerBound): only 'expect' is supported")
      }
      return String(step.line.arguments.text)
    }
  }

  /// Returns the commands of `SCRIPT[:LINE]`.
  private static func lines(of origin: String) throws -> ([Line], ExplorationRequest.Origin?) {
    let location = ScriptLocation(origin)
    let script = try readScript(at: location, anyLine: true)
    let steps = script.steps.filter { $0.lines.lowerBound <= location.line ?? .max }
    return (steps.map(\.line), .init(path: location.path, sections: script.files))
  }

  /// The command line that finds the same failures.
  func commandLine(_ settings: ExplorationSettings) -> String {
    var words = ["\(DriverName.current) explore \(feature)"]
    if let from { words.append("--from \(from)") }
    words += settings.invariants.map { "--invariant '\($0)'" }
    words += property.map { "--property '\($0)'" } + stub.map { "--stub '\($0)'" }
    if let actions { words.append("--actions '\(actions)'") }
    if let exclude { words.append("--exclude '\(exclude)'") }
    if let bind { words.append("--bind \(bind)") }
    if let depth { words.append("--depth \(depth)") }
    if races { words.append("--races") }
    if let strategy { words.append("--strategy \(strategy.text)") }
    if !visitsStates { words.append("--seed \(settings.seed)") }
    return words.joined(separator: " ")
  }
}
