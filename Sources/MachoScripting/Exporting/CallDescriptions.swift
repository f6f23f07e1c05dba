import MachoSessions
import MachoValues

/// Describes stub calls and their answers as text.
struct CallDescriptions {
  /// The pending calls, by call number.
  private var pendingCalls: [Int: (endpoint: String, call: String)] = [:]

  /// A call and its answer.
  struct Description {
    var endpoint = ""
    var call = ""
    /// `nil` if the call is pending.
    var answer: String?
    /// Whether the event completes an earlier call.
    var isAnswer = false
  }

  /// Describes an event.
  mutating func describe(_ event: StubEvent, _ syntax: ValueSyntax) -> Description {
    switch event {
    case .answered(let number, let content):
      let (endpoint, call) = pendingCalls[number] ?? ("", "")
      return Description(
        endpoint: endpoint, call: call, answer: text(of: content, syntax), isAnswer: true)
    case .called(let endpoint, let arguments, let answer, _):
      let call = endpoint.name + StubTable.text(of: arguments, syntax)
      var description = Description(endpoint: endpoint.name, call: call)
      switch answer {
      case .result(let result, let delay):
        description.answer = text(of: StubStreamElement.Content(result), syntax).map {
          $0 + Self.text(of: delay, syntax)
        }
      case .pending(let number, _): pendingCalls[number] = (endpoint.name, call)
      case .stream(let elements, let number):
        pendingCalls[number] = (endpoint.name, call)
        let descriptions = elements.map {
          (text(of: $0.content, syntax) ?? "pending") + Self.text(of: $0.delay, syntax)
        }
        description.answer = "stream " + descriptions.joined(separator: ", ")
      case .missing: description.answer = "no stub"
      }
      return description
    }
  }

  private static func text(of delay: Duration?, _ syntax: ValueSyntax) -> String {
    delay.map { " after " + syntax.print($0) } ?? ""
  }

  /// Returns `nil` for what is pending.
  private func text(of content: StubStreamElement.Content, _ syntax: ValueSyntax) -> String? {
    switch content {
    case .value(let value): syntax.print(value)
    case .failure(let error): "throws " + syntax.print(error)
    case .finished: "finished"
    case .pending: nil
    }
  }
}
