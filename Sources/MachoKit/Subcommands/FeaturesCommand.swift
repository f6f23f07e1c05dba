import ArgumentParser
import Foundation
import MachoReporting
import MachoSessions
import MachoSystem

struct FeaturesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "features", abstract: "List the registered features, or describe one.")

  @Argument(help: "The feature to describe. Default: list all.")
  var feature: String?

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    StandardOutput.reserve()
    let features = try feature.map { [try Catalog.feature(named: $0)] } ?? Catalog.listed
    if json {
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
        section("live in tests: no stub covers them", liveDependencies(of: feature))
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

  /// Opens the feature, because only its code knows what it reads.
  private func liveDependencies(of feature: any DrivenFeature) -> [String] {
    let store = feature.open(feature.startState, in: .test, stubs: StubTable())
    defer { store.close() }
    return store.liveDependencies
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
