/// What a stubbed call ends with.
public typealias StubResult = Result<any Sendable, any Error>

/// One `stub` line.
package struct StubRule: Sendable {
  package var endpoint: String
  /// The arguments' pattern as text: a later stub of the same calls replaces an earlier one.
  package var pattern: String
  /// How many arguments the pattern fixes: the most exact rule answers.
  package var exactness: Int
  package var line: String
  package var matches: @Sendable ([any Sendable]) -> Bool
  package var responses: [StubResponse]
  package var calls = 0
}

/// One of the responses of a stub, in their order; the last one repeats.
package enum StubResponse: Sendable {
  case result(StubResult, after: Duration?)
  case generator(@Sendable (_ call: Int) -> any Sendable)
  case stream([StubStreamElement])
  case pending
}

/// What comes out of a stubbed stream, and how long after what came before it.
public struct StubStreamElement: Sendable {
  /// What comes.
  public enum Content: Sendable {
    /// An element.
    case value(any Sendable)
    /// The stream ends.
    case finished
    /// The stream ends with an error.
    case failure(any Error)
    /// Nothing, until `answer` gives it.
    case pending
  }

  /// What comes.
  public var content: Content
  /// The virtual time that passes first.
  public var delay: Duration?

  /// Whether nothing comes after it.
  var isLast: Bool {
    if case .value = content { false } else { true }
  }
}

extension StubStreamElement.Content {
  /// What a call ended with.
  package init(_ result: StubResult) {
    switch result {
    case .success(let value): self = .value(value)
    case .failure(let error): self = .failure(error)
    }
  }
}
