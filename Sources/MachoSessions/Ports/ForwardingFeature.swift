import MachoValues

/// A wrapper that changes the name of a feature, its listing or its stores.
package struct ForwardingFeature: DrivenFeature {
  package let name: String
  package let isListed: Bool
  private let base: any DrivenFeature
  private let wrap: @Sendable (any DrivenStore) -> any DrivenStore

  /// Wraps `base`. Each omitted argument keeps the property of `base`.
  package init(
    _ base: any DrivenFeature, name: String? = nil, isListed: Bool? = nil,
    wrapping wrap: @escaping @Sendable (any DrivenStore) -> any DrivenStore = { $0 }
  ) {
    self.name = name ?? base.name
    self.isListed = isListed ?? base.isListed
    self.base = base
    self.wrap = wrap
  }

  package var summary: String { base.summary }
  package var actionType: Any.Type { base.actionType }
  package var sentTypes: [Any.Type] { base.sentTypes }
  package var receivedTypes: [Any.Type] { base.receivedTypes }
  package var aliases: [String: String] { base.aliases }
  package var actionSummaries: [String: String] { base.actionSummaries }
  package var stateType: Any.Type { base.stateType }
  package var promptContext: RunContext { base.promptContext }
  package var endpoints: [Endpoint] { base.endpoints }
  package var syntax: ValueSyntax { base.syntax }
  package var computed: ComputedProperties { base.computed }
  package var secrets: [String] { base.secrets }
  package var startState: Any { base.startState }
  package var testStoreSource: TestStoreSource? { base.testStoreSource }

  package var presets: [String] { base.presets }

  package func applying(preset: String) -> any DrivenFeature {
    ForwardingFeature(
      base.applying(preset: preset), name: name, isListed: isListed, wrapping: wrap)
  }

  package func prepare() { base.prepare() }

  package func open(
    _ state: Any, in context: RunContext, stubs: StubTable
  ) -> any DrivenStore {
    wrap(base.open(state, in: context, stubs: stubs))
  }
}
