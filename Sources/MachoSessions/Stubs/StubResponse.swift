/// The result of a stubbed call.
package typealias StubResult = Result<any Sendable, any Error>

/// One `stub` line.
package struct StubRule: Sendable {
  package var endpoint: String
  /// The text of the arguments' pattern. A later stub with the same text replaces an earlier one.
  package var pattern: String
  /// The number of arguments that the pattern fixes. The most exact rule wins.
  package var exactness: Int
  package var line: String
  package var matches: @Sendable ([any Sendable]) -> Bool
  package var responses: [StubResponse]
  package var calls = 0

  /// Creates a rule that has not been called.
  package init(
    endpoint: String, pattern: String, exactness: Int, line: String,
    matches: @escaping @Sendable ([any Sendable]) -> Bool, responses: [StubResponse]
  ) {
    self.endpoint = endpoint
    self.pattern = pattern
    self.exactness = exactness
    self.line = line
    self.matches = matches
    self.responses = responses
  }
}

/// One of a stub's responses, in order. The last one repeats.
package enum StubResponse: Sendable {
  case result(StubResult, after: Duration?)
  case generator(@Sendable (_ call: Int) -> any Sendable)
  case stream([StubStreamElement])
  /// The call waits for `answer`. The cancellation of its task ends it, if it is cancellable.
  case pending(isCancellable: Bool)
}

/// An element of a stubbed stream, with its delay.
package struct StubStreamElement: Sendable {
  /// The content of an element.
  package enum Content: Sendable {
    /// An element.
    case value(any Sendable)
    /// The stream ends.
    case finished
    /// The stream ends with an error.
    case failure(any Error)
    /// Nothing until `answer` feeds an element.
    case pending
  }

  /// The content.
  package var content: Content
  /// The virtual time before the element.
  package var delay: Duration?

  /// Creates an element. Default: without a delay.
  package init(content: Content, delay: Duration? = nil) {
    self.content = content
    self.delay = delay
  }

  /// Whether it ends the stream or its stubbed part.
  var isLast: Bool {
    if case .value = content { false } else { true }
  }
}

extension StubStreamElement.Content {
  /// Converts the result of a call.
  package init(_ result: StubResult) {
    switch result {
    case .success(let value): self = .value(value)
    case .failure(let error): self = .failure(error)
    }
  }
}
