import ArgumentParser
import Foundation
import MachoSessions
import MachoValues

struct FeaturesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "features", abstract: "List what is registered, or one feature's actions.")

  @Argument(help: "The feature to describe; all are listed without it.")
  var feature: String?

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    let features = try feature.map { [try Catalog.feature(named: $0)] } ?? Catalog.listed
    if json {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      print(String(decoding: try encoder.encode(features.map(FeatureListing.init)), as: UTF8.self))
    } else if feature == nil {
      let width = features.map(\.name.count).max() ?? 0
      for feature in features {
        let padding = String(repeating: " ", count: width - feature.name.count + 2)
        print((feature.name + padding + feature.summary).trimmingTrailingBlanks)
      }
    } else {
      for feature in features { describe(FeatureListing(feature)) }
    }
  }

  private func describe(_ feature: FeatureListing) {
    print(([feature.name, feature.summary].filter { !$0.isEmpty }).joined(separator: ": "))
    section("actions", feature.actions.map(\.line))
    section("state", feature.state)
    section("computed", feature.computed)
    section("stubs", feature.stubs.map(\.signature))
  }

  private func section(_ title: String, _ lines: [String]) {
    guard !lines.isEmpty else { return }
    print("\n\(title)")
    for line in lines { print("  " + line) }
  }
}

/// A feature as `macho features` shows it, in text and in JSON.
private struct FeatureListing: Encodable {
  struct Item: Encodable {
    var name: String
    var signature: String
    /// Only of another name for an action.
    var standsFor: String?
    /// Only of an action with a few words on what it does.
    var summary: String?

    /// As a line of a list.
    var line: String {
      signature + (standsFor.map { "  stands for \($0)" } ?? "")
        + (summary.map { "  \($0)" } ?? "")
    }
  }

  var name: String
  var summary: String
  var context: String
  var actions: [Item]
  var state: [String]
  var computed: [String]
  var stubs: [Item]

  init(_ feature: any DrivenFeature) {
    name = feature.name
    summary = feature.summary
    context = feature.promptContext.rawValue
    actions = feature.syntax.actions(of: feature).map {
      Item(
        name: $0.name, signature: $0.signature, standsFor: $0.standsFor,
        summary: $0.summary)
    }
    state = feature.syntax.properties(of: feature.stateType).map { "\($0.name): \($0.type)" }
    computed = feature.computed.signatures(of: feature.stateType)
    stubs = feature.endpoints.map { Item(name: $0.name, signature: $0.signature) }
  }
}

extension String {
  fileprivate var trimmingTrailingBlanks: String {
    String(reversed().drop { $0 == " " }.reversed())
  }
}
