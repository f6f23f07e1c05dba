import ArgumentParser
import Foundation
import MachoReporting
import MachoScripting
import MachoSessions
import MachoSystem

/// The value of `--coverage`: where to write the JSON form of the report, if anywhere.
struct CoverageOption: Hashable, ExpressibleByArgument {
  /// The file. `nil` for text only.
  let path: String?

  init?(argument: String) {
    path = argument == Self.implicitValue ? nil : argument
  }

  private static let implicitValue = "-"

  /// Adds `=` to a bare `--coverage`, because ArgumentParser requires a value. A file is only ever
  /// given after `=`, because the next argument may be a script.
  static func addingImplicitValues(_ arguments: [String]) -> [String] {
    arguments.map { $0 == "--coverage" ? "--coverage=" + implicitValue : $0 }
  }

  /// Returns the file of the JSON form, if one was named. A file that cannot be opened is a usage error.
  static func file(of option: CoverageOption?) throws -> ReportOutput? {
    guard let path = option?.path else { return nil }
    do { return try ReportOutput(path: path, nil) } catch {
      printError("\(error)")
      throw ExitStatus.usage
    }
  }
}

extension TestCommand {
  /// The features that scripts should open.
  var listedFeatures: [String] { Catalog.all.filter(\.isListed).map(\.name) }

  /// Prints the coverage of the results, and writes its JSON form to a file.
  func reportCoverage(
    _ results: [ScriptResult], to file: ReportOutput?
  ) throws(ReportOutput.Failure) {
    guard coverage != nil else { return }
    var report = CoverageReport(of: results, listed: listedFeatures)
    report.findUncalledEndpoints(in: Catalog.all)
    let formatter = CoverageFormatter(report)
    if format.isReadable || output != nil {
      let palette = colors.palette(for: STDOUT_FILENO)
      StandardOutput.print(palette.escapedText(of: formatter.lines))
    }
    try file?.write(formatter.json)
    try file?.finish()
  }
}

extension CoverageReport {
  /// Merges the coverage of the scripts of a run.
  init(of results: [ScriptResult], listed names: [String]) {
    self.init()
    for result in results {
      if let coverage = result.coverage {
        merge(coverage)
      } else if result.hasUnknownCoverage {
        missingScripts.append(result.name)
      }
    }
    missingScripts.sort()
    unopened = names.filter { name in !features.contains { $0.feature == name } }.sorted()
  }
}

extension ScriptResult {
  /// Whether the script ran and its coverage is lost.
  fileprivate var hasUnknownCoverage: Bool {
    switch status {
    case .crashed, .timedOut: true
    default: false
    }
  }
}
