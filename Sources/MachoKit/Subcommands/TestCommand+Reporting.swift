import Foundation
import MachoReporting
import MachoScripting

// The reporters of a run and their outputs.

extension TestCommand {
  /// Returns the reporters and their outputs. A file that cannot be opened fails before any script
  /// runs.
  func outputs(
    _ environment: [String: String], _ bazel: BazelTest?, _ shard: ReportShard?
  ) throws -> [(report: any Reporter, output: ReportOutput)] {
    let isReadable = output != nil || format.isReadable
    let standard = ReportOutput(
      standardOutputWith: isReadable ? colors.palette(for: STDOUT_FILENO) : nil)
    let isUnderHarness = environment["HARNESS_ACTIVE"] != nil && format == .tap
    let reporter = (isUnderHarness ? .tap13 : format).reporter(shard: shard)
    do {
      var outputs: [(report: any Reporter, output: ReportOutput)] = []
      if let output {
        outputs = [
          (ReportFormat.pretty.reporter(), standard),
          (reporter, try ReportOutput(path: output, format.isReadable ? .plain : nil)),
        ]
      } else {
        outputs = [(reporter, standard)]
      }
      if let path = bazel?.reportPath {
        outputs.append(
          (ReportFormat.junit.reporter(shard: shard), try ReportOutput(path: path, nil)))
      }
      for report in reports {
        outputs.append((try pageReporter(for: report, shard), try ReportOutput(path: report, nil)))
      }
      return outputs
    } catch let failure as ReportOutput.Failure {
      printError("\(failure)")
      throw ExitStatus.usage
    }
  }

  /// Returns the reporter of a `--report`.
  private func pageReporter(
    for path: String, _ shard: ReportShard?
  ) throws -> any Reporter {
    let redactor = try makeRedactor(redactions)
    if path.hasSuffix(".jsonl") {
      return TimelineReporter(redactor: redactor, shard: shard)
    }
    let directory = URL(fileURLWithPath: FileManager.default.currentDirectoryPath).lastPathComponent
    return HTMLReporter(title: "\(directory): macho test", redactor: redactor)
  }
}
