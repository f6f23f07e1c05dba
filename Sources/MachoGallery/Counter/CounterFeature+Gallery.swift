import MachoAdapters

extension Gallery {
  static let counter = Feature(
    "counter", "A number that goes up and down, and a fact about it.",
    start: CounterFeature.State(),
    prompt: .preview,
    stubs: [Stub("numberFact.fetch", \.numberFact.fetch)],
    computed: [Computed("isEven", \.isEven)]
  ) {
    CounterFeature()
  }
  .describing([
    "incrementButtonTapped": "one more",
    "decrementButtonTapped": "one less",
    "factButtonTapped": "asks for a fact about the number",
    "factResponse": "the fact or an error",
  ])
}
