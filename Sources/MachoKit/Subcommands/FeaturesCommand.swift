import ArgumentParser
import Foundation
import MachoReporting
import MachoSessions
import MachoSystem

struct FeaturesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "features", abstract: "List the registered features, or describe one.",
    discussion: """
      With --check, lists what would run live in scripts instead: dependencies whose value in tests \
      is the live one and that no stub covers, and calls such as 'Date()' and 'UUID()' in the files \
      of the features' modules, which no stub can cover. A call may be part of a client's live value; \
      then it is right. The calls are read from the object files beside the executable.

      Exit status: 0; with --check, 1 if anything is listed, or if a module cannot be searched.
      """)

  @Argument(help: "The feature to describe. Default: list all.")
  var feature: String?

  @Flag(help: "Print JSON.")
  var json = false

  @Flag(help: "List what would run live in scripts.")
  var check = false

  func validate() throws {
    if check, json { throw ValidationError("--check and --json exclude each other") }
  }

  func run() throws {
    StandardOutput.reserve()
    let features = try feature.map { [try Catalog.feature(named: $0)] } ?? Catalog.listed
    if check {
      try printCheck(FeatureCheck(features: features))
    } else if json {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      StandardOutput.print(
        String(decoding: try encoder.encode(features.map(FeatureListing.init)), as: UTF8.self))
    } else if feature == nil {
      let width = features.map(\.name.count).max() ?? 0
      for feature in features {
        let padding = String(repeating: " ", count: width - feature.name.count + 2)
        printLine((feature.name + padding + feature.summary).trimmingTrailingBlanks)
      }
    } else {
      for feature in features {
        describe(FeatureListing(feature))
        section(
          "live in tests: no stub covers them", FeatureCheck.liveDependencies(of: feature))
      }
    }
  }

  private func describe(_ feature: FeatureListing) {
    printLine(([feature.name, feature.summary].filter { !$0.isEmpty }).joined(separator: ": "))
    section("actions", feature.actions.map(\.line))
    section("state", feature.state)
    section("computed", feature.computed)
    section("stubs", feature.stubs.map(\.signature))
    section(
      "presets", feature.presets.map { "context " + ContextChoice(.preview, preset: $0).text })
  }

  private func printCheck(_ check: FeatureCheck) throws {
    let live = check.liveDependencies
    for (feature, names) in live {
      printLine("\(feature): live in tests: \(names.joined(separator: ", "))")
    }
    let (found, unsearched) = check.directUses
    for file in found { printLine("\(file.file): \(file.uses.joined(separator: ", "))") }
    for module in unsearched {
      printLine("\(module): not searched for direct uses: no object files beside the executable")
    }
    if !live.isEmpty || !found.isEmpty || !unsearched.isEmpty { throw ExitStatus.failed }
    StandardOutput.print("nothing runs live")
  }

  private func section(_ title: String, _ lines: [String]) {
    guard !lines.isEmpty else { return }
    StandardOutput.print("\n\(title)")
    for line in lines { printLine("  " + line) }
  }

  /// Prints a line. Names and summaries may contain line ends and control characters.
  private func printLine(_ text: String) { StandardOutput.print(OutputEscaping.encode(text)) }
}

extension String {
  fileprivate var trimmingTrailingBlanks: String {
    String(reversed().drop { $0 == " " }.reversed())
  }
}
