/// The result of a stubbed call.
package typealias StubResult = Result<any Sendable, any Error>

/// The responses of one `stub` line.
package struct StubRule: Sendable {
  package var endpoint: Endpoint
  /// The call as it was typed or drawn: the endpoint's name, with or without arguments.
  package var call: String
  /// The text of the arguments' pattern. A later stub with the same text replaces an earlier one.
  package var pattern: String
  /// The number of arguments that the pattern fixes. The most exact rule wins.
  package var exactness: Int
  /// The line as it was typed or drawn, for messages.
  package var line: String
  package var matches: @Sendable ([any Sendable]) -> Bool
  package var responses: [StubResponse]
  package var calls = 0

  /// Creates a rule that has not been called.
  package init(
    endpoint: Endpoint, call: String, pattern: String, exactness: Int, line: String,
    matches: @escaping @Sendable ([any Sendable]) -> Bool, responses: [StubResponse]
  ) {
    self.endpoint = endpoint
    self.call = call
    self.pattern = pattern
    self.exactness = exactness
    self.line = line
    self.matches = matches
    self.responses = responses
  }
}

/// One of a stub's responses, in order. The last one repeats.
///
/// `ResponseParser` reads its text and `ResponsePrinter` writes it.
package enum StubResponse: Sendable {
  case result(StubResult, after: Duration?)
  /// A series of values of the endpoint.
  case series(StubSeries)
  /// The elements of a stream, in order. It ends after the last one, unless that is pending.
  case stream([StubStreamElement])
  /// The call waits for `answer`. The cancellation of its task ends it, if it is cancellable.
  case pending(isCancellable: Bool)

  /// Whether each call waits for `answer`.
  var isPending: Bool { if case .pending = self { true } else { false } }
}

/// A series of values, one for each call.
package struct StubSeries: Sendable {
  /// How a script refers to the series.
  package enum Name: Hashable, Sendable {
    /// The name of one of the endpoint's generators: `incrementing`.
    case generator(String)
    /// `seed 7`.
    case seed(UInt64)
  }

  package let name: Name
  /// Returns the value of a call, from 0.
  package let value: @Sendable (_ call: Int) -> any Sendable

  /// Returns the series of a name. `nil` if the endpoint has none of that name.
  package init?(_ name: Name, of endpoint: Endpoint) {
    self.name = name
    switch name {
    case .generator(let name):
      guard let generator = endpoint.generators[name] else { return nil }
      value = generator
    case .seed(let seed):
      guard let seeded = endpoint.seeded else { return nil }
      value = { seeded(seed, $0) }
    }
  }
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
