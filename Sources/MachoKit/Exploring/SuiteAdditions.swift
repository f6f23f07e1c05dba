import Foundation
import MachoExploration
import MachoScripting
import MachoSessions
import MachoSystem

/// Adds scripts to the suite in the working directory that reach what it does not.
struct SuiteAdditions {
  let campaign: ExplorationCampaign
  let request: ExplorationRequest
  let files: CounterexampleFiles

  /// An added script.
  struct Script {
    let path: String
    let text: String
    /// What only this script reaches, as phrases.
    let points: [String]
  }

  /// Writes the scripts for what an exploration reached.
  func write(_ seeds: CoverageSeeds) throws -> [Script] {
    let launcher = ScriptLauncher(
      explainsCrashes: false, interruption: campaign.child.interruption)
    launcher.prepare()
    defer { launcher.stop() }
    let missing = seeds.points.subtracting(suitePoints(launcher))
    guard !missing.isEmpty else { return [] }
    var scripts: [Script] = []
    for run in try campaign.cover(request, missing, from: seeds) {
      let lines = try campaign.describe(request, run.sequence).lines
      let points = run.points.sorted()
      let text = CounterexampleScript.text(
        reaching: nil, lines, prefix: files.prefix, comment: Self.comment(points))
      let name = "\(request.feature)-covers-\(FNV1aHasher(text).text.prefix(8)).macho"
      let path = files.path(of: name)
      try AtomicFile.write(Array(text.utf8), to: path)
      guard try addOutput(path, launcher) else {
        unlink(path)
        continue
      }
      let bytes = try ScriptFiles.read(path)
      scripts.append(
        Script(path: path, text: String(decoding: bytes, as: UTF8.self), points: points))
    }
    return scripts
  }

  private static func comment(_ points: [String]) -> String {
    let rest = points.count > 3 ? " and \(points.count - 3) more" : ""
    return "covers " + points.prefix(3).joined(separator: ", ") + rest
  }

  /// What the scripts of the feature in the working directory reach.
  private func suitePoints(_ launcher: ScriptLauncher) -> Set<String> {
    let child = scriptRun(launcher, updater: nil)
    var report = CoverageReport()
    for path in ScriptFiles.find(["."]).files {
      guard let bytes = try? ScriptFiles.read(path), let script = try? ScriptParser.parse(bytes),
        script.steps.contains(where: { $0.line.openedFeatureName == request.feature }),
        let results = child.results(ofScript: path)
      else { continue }
      for coverage in results.compactMap(\.coverage) { report.merge(coverage) }
    }
    return report.features.first { $0.feature == request.feature }?.reachedPoints ?? []
  }

  /// Adds the output of each command to a script. Returns whether it passes.
  private func addOutput(_ path: String, _ launcher: ScriptLauncher) throws -> Bool {
    let child = scriptRun(launcher, updater: ExpectationUpdater(mode: .all))
    let results = child.results(ofScript: path)
    for result in results ?? [] {
      guard case .unreadable(let reason) = result.status else { continue }
      unlink(path)
      throw ReportOutput.Failure(description: reason)
    }
    return results?.allSatisfy(\.isSuccess) ?? false
  }

  private func scriptRun(
    _ launcher: ScriptLauncher, updater: ExpectationUpdater?
  ) -> IsolatedScriptRun {
    IsolatedScriptRun(
      isStrict: false, repetitions: 1, limit: .seconds(60), backtraceLimit: .zero,
      updater: updater, interruption: campaign.child.interruption, launcher: launcher,
      wantsCoverage: true)
  }
}
