import MachoSessions
import MachoValues

/// A feature under the name of another, so that a script written for that one drives this one.
struct StandIn: DrivenFeature {
  let name: String
  let base: any DrivenFeature

  var summary: String { base.summary }
  var actionType: Any.Type { base.actionType }
  var sentTypes: [Any.Type] { base.sentTypes }
  var receivedTypes: [Any.Type] { base.receivedTypes }
  var aliases: [String: String] { base.aliases }
  var stateType: Any.Type { base.stateType }
  var promptContext: RunContext { base.promptContext }
  var endpoints: [Endpoint] { base.endpoints }
  var syntax: ValueSyntax { base.syntax }
  var computed: ComputedProperties { base.computed }
  var secrets: [String] { base.secrets }
  var startState: Any { base.startState }

  func open(_ state: Any, in context: RunContext, stubs: StubTable) -> any DrivenStore {
    base.open(state, in: context, stubs: stubs)
  }
}

/// A feature and those that have to do the same: each stands in for all of them in its turn.
package struct Variants: Sendable {
  /// Their names.
  package let names: [String]

  /// Makes the list of what `--across` names.
  package init(_ names: [String]) { self.names = names }

  /// The catalog in which one of them answers to the names of all.
  package func catalog(
    _ catalog: [any DrivenFeature], with variant: String
  ) -> [any DrivenFeature] {
    guard let base = catalog.first(where: { $0.name == variant }) else { return catalog }
    return catalog.map { feature in
      names.contains(feature.name) ? StandIn(name: feature.name, base: base) : feature
    }
  }

  /// Whether a script opens any of them, and so is one to be run across them.
  package func concerns(_ script: Script) -> Bool {
    script.steps.contains { step in
      step.line.verb == "feature"
        && names.contains(String(step.line.arguments.text.prefix { $0 != " " }))
    }
  }
}
