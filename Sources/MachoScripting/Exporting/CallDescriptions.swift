import MachoSessions
import MachoValues

/// Describes stub calls and their answers as text.
struct CallDescriptions {
  /// The pending calls, by call number.
  private var pendingCalls: [Int: (endpoint: String, call: String)] = [:]

  /// Returns a call and its answer. The answer of a pending call is "pending".
  ///
  /// `isAnswer` is `true` if `event` completes an earlier call.
  mutating func describe(
    _ event: StubEvent, _ syntax: ValueSyntax
  ) -> (endpoint: String, call: String, answer: String, isAnswer: Bool) {
    switch event {
    case .answered(let number, let content):
      let (endpoint, call) = pendingCalls[number] ?? ("", "")
      return (endpoint, call, text(of: content, syntax), true)
    case .called(let endpoint, let arguments, let answer, _):
      let call = endpoint.name + StubTable.text(of: arguments, syntax)
      switch answer {
      case .result(let result, let delay):
        let after = delay.map { " after " + syntax.print($0) } ?? ""
        return (
          endpoint.name, call, text(of: StubStreamElement.Content(result), syntax) + after, false
        )
      case .pending(let number, _):
        pendingCalls[number] = (endpoint.name, call)
        return (endpoint.name, call, "pending", false)
      case .stream(let elements, let number):
        pendingCalls[number] = (endpoint.name, call)
        let descriptions = elements.map { element in
          text(of: element.content, syntax)
            + (element.delay.map { " after " + syntax.print($0) } ?? "")
        }
        return (endpoint.name, call, "stream " + descriptions.joined(separator: ", "), false)
      case .missing: return (endpoint.name, call, "no stub", false)
      }
    }
  }

  private func text(of content: StubStreamElement.Content, _ syntax: ValueSyntax) -> String {
    switch content {
    case .value(let value): syntax.print(value)
    case .failure(let error): "throws " + syntax.print(error)
    case .finished: "finished"
    case .pending: "pending"
    }
  }
}
