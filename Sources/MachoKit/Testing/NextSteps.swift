import MachoReporting
import MachoScripting

/// What a terminal shows after a report: the duration, a legend and what the user can do next.
struct NextSteps {
  private let results: [ScriptResult]
  private let duration: Duration

  init(_ results: [ScriptResult], _ duration: Duration) {
    self.results = results
    self.duration = duration
  }

  /// The lines, without newlines.
  var lines: [String] { ["in \(durationText)"] + legend + commands }

  private var durationText: String {
    let milliseconds = Int(duration / .milliseconds(1))
    return milliseconds < 10_000 ? "\(milliseconds) ms" : "\(milliseconds / 1_000) s"
  }

  private var kinds: Set<ScriptResult.Failure.Kind> {
    Set(results.lazy.filter { !$0.isSuccess }.flatMap(\.failures).map(\.kind))
  }

  private var legend: [String] {
    kinds.contains(.mismatch) ? ["E| expected, A| actual, > the first difference"] : []
  }

  private var commands: [String] {
    guard let failed = results.first(where: { $0.status == .failed }) else { return [] }
    let path = failed.path + (failed.specCase.map { ":\($0.line)" } ?? "")
    let isUpdatable = failed.failures.contains { [.mismatch, .uncompared].contains($0.kind) }
    return ["look around:  \(DriverName.command) test --debug \(path)"]
      + (isUpdatable
        ? ["accept what is printed:  \(DriverName.command) test --update \(path)"] : [])
  }
}
