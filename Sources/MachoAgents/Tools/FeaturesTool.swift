import MachoValues

extension AgentTool {
  static let features = AgentTool(
    "features", title: "List features",
    """
    Lists the features, or describes one: its actions, the properties of its state, its presets, and the \
    endpoints that can be stubbed.
    """,
    [
      ToolParameter("feature", .text, "The feature to describe. Default: all, without details."),
      .cursor,
    ],
    Hints(isReadOnly: true, isIdempotent: true)
  ) { call throws(ToolFailure) in
    let name = call.arguments.text("feature")
    let listings = try call.agent.features(name).map(FeatureSummary.init)
    let text =
      name == nil
      ? listings.map(\.line).joined(separator: "\n")
      : listings.map(\.text).joined(separator: "\n")
    return ToolResult(text, [.init("count", .integer(listings.count))])
  }
}

/// A feature as the wire protocol lists it.
struct FeatureSummary {
  private let listing: JSONValue

  init(_ listing: JSONValue) { self.listing = listing }

  var name: String { listing["name"]?.string ?? "" }
  var summary: String { listing["summary"]?.string ?? "" }

  /// The actions that can be sent, with their types.
  var actions: [(name: String, signature: String, summary: String)] {
    (listing["actions"]?.array ?? []).map { action in
      (
        action["name"]?.string ?? "", action["signature"]?.string ?? "",
        action["summary"]?.string ?? ""
      )
    }
  }

  private func texts(_ name: String) -> [String] {
    (listing[name]?.array ?? []).compactMap(\.string)
  }

  private var stubs: [String] {
    (listing["stubs"]?.array ?? []).compactMap { $0["signature"]?.string }
  }

  var line: String { summary.isEmpty ? name : "\(name): \(summary)" }

  var text: String {
    let state =
      Self.section("state", texts("state")) + Self.section("computed", texts("computed"))
      + Self.section("presets", texts("presets"))
    return ([line] + state + inputs).joined(separator: "\n")
  }

  /// The lines that list what a client can send and stub.
  var inputs: [String] {
    let actions = actions.map {
      $0.summary.isEmpty ? $0.signature : "\($0.signature)  \($0.summary)"
    }
    return Self.section("actions", actions) + Self.section("stubs", stubs)
  }

  private static func section(_ title: String, _ lines: [String]) -> [String] {
    lines.isEmpty ? [] : ["", title] + lines.map { "  " + $0 }
  }
}
