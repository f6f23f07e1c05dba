import MachoSessions
import MachoValues

/// A feature as lists show it, in text and in JSON.
package struct FeatureListing: Encodable {
  /// An action, or an endpoint that can be stubbed.
  package struct Item: Encodable {
    /// What it is called.
    package var name: String
    /// The name with types.
    package var signature: String
    /// Only of another name for an action.
    package var standsFor: String?
    /// Only of an action with a few words on what it does.
    package var summary: String?

    /// As a line of a list.
    package var line: String {
      signature + (standsFor.map { "  stands for \($0)" } ?? "")
        + (summary.map { "  \($0)" } ?? "")
    }
  }

  /// What opens it.
  package var name: String
  /// What it is, in a few words.
  package var summary: String
  /// The context in which a prompt opens it.
  package var context: String
  /// What can be sent.
  package var actions: [Item]
  /// The properties of its state with their types.
  package var state: [String]
  /// The computed ones that paths may name.
  package var computed: [String]
  /// The endpoints that can be stubbed.
  package var stubs: [Item]

  /// Describes a feature.
  package init(_ feature: any DrivenFeature) {
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
