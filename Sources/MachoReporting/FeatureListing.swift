import MachoSessions
import MachoValues

/// A feature for lists, as text and as JSON.
package struct FeatureListing: Encodable {
  /// An action or an endpoint.
  package struct Item: Encodable {
    /// The name.
    package var name: String
    /// The name with types.
    package var signature: String
    /// The expansion, for an alias only.
    package var standsFor: String?
    /// The short description of an action, if there is one.
    package var summary: String?

    /// The line for a list.
    package var line: String {
      signature + (standsFor.map { "  stands for \($0)" } ?? "")
        + (summary.map { "  \($0)" } ?? "")
    }
  }

  /// The name for `feature NAME`.
  package var name: String
  /// A short description.
  package var summary: String
  /// The context in which a prompt opens it.
  package var context: String
  /// The actions that can be sent.
  package var actions: [Item]
  /// The properties of the state with their types.
  package var state: [String]
  /// The computed properties that paths may use.
  package var computed: [String]
  /// The presets of dependencies, for `context preview "NAME"`.
  package var presets: [String]
  /// The endpoints that can be stubbed.
  package var stubs: [Item]

  /// Creates the listing of a feature.
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
    presets = feature.presets
    stubs = feature.endpoints.map { Item(name: $0.name, signature: $0.signature) }
  }
}
