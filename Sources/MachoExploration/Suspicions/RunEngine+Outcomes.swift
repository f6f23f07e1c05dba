import MachoSessions
import MachoValues

/// Random choices that do not belong to a run.
private final class FreeChoices: ChoiceSource {
  private var generator: SplitMix64

  init(_ number: Int) { generator = SplitMix64(seed: 0, index: number) }

  func draw(below bound: Int) -> Int { bound > 1 ? generator.next(below: bound) : 0 }
}

extension RunEngine {
  /// Returns an endpoint of the feature.
  func endpoint(_ name: String) -> Endpoint? { endpoints.first { $0.name == name } }

  /// Returns the result with which a call is completed. An endpoint that cannot throw returns a value.
  /// `nil` if no value can be built.
  func content(
    _ name: String, _ outcome: Rehearsal.Outcome
  ) -> StubStreamElement.Content? {
    guard let endpoint = endpoint(name) else { return nil }
    let values = contents(of: endpoint)
    switch outcome {
    case .error(let number) where endpoint.canThrow:
      return .failure(responses.error(number, of: endpoint))
    case .otherValue: return values.last
    case .value, .error: return values.first
    }
  }

  /// Returns up to three different values of an endpoint. The last ones are not the simplest.
  func contents(of endpoint: Endpoint) -> [StubStreamElement.Content] {
    if let known = knownContents[endpoint.name] { return known }
    var found: [(text: String, content: StubStreamElement.Content)] = []
    for number in 0..<24 where found.count < 3 {
      let choices = FreeChoices(number)
      let value =
        number == 0
        ? responses.value(of: endpoint, from: RunChoices(replaying: ChoiceSequence([])))
        : responses.value(of: endpoint, from: choices)
      guard let value else { continue }
      let content = StubStreamElement.Content.value(value)
      guard let text = responses.printer.text(of: content, endpoint), text.utf8.count <= 80,
        !found.contains(where: { $0.text == text })
      else { continue }
      found.append((text, content))
    }
    knownContents[endpoint.name] = found.map(\.content)
    return found.map(\.content)
  }

  /// Returns the text of an error of an endpoint.
  func errorText(_ number: Int, _ endpoint: Endpoint) -> String {
    space.generator.syntax.print(
      TypedValue(responses.error(number, of: endpoint), as: (any Error).self))
  }
}
