import MachoAdapters

extension Gallery {
  static let counter = Feature(
    "counter", "A number that goes up and down, and a fact about it.",
    start: CounterFeature.State(),
    prompt: .preview,
    stubs: [Stub("numberFact.fetch", \.numberFact.fetch)],
    computed: [Computed("isEven", \.isEven)],
    presets: [
      "no fact": { $0.numberFact.fetch = { _ in throw NoFact.found } },
      "slow": { values in
        let clock = values.continuousClock
        values.numberFact.fetch = { number in
          try await clock.sleep(for: .seconds(3))
          return "\(number) took its time."
        }
      },
    ]
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

private enum NoFact: Error {
  case found
}
