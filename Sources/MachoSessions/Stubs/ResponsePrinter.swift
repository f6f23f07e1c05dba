import MachoValues

/// Writes calls and responses as `stub` and `answer` lines contain them. `ResponseParser` reads them.
///
/// A value whose text would read as one of the `Keyword`s begins with a dot: `.pending`.
package struct ResponsePrinter: Sendable {
  /// A word with a meaning in a response.
  package enum Keyword: String, CaseIterable {
    case arrow = "->"
    case `throws`, pending, uncancellable, stream, finished, after, then, seed
    // Literals: without a dot, they are not read as cases.
    case `nil`, `true`, `false`
  }

  private let syntax: ValueSyntax

  package init(syntax: ValueSyntax) { self.syntax = syntax }

  /// Returns a `stub` line. `nil` if the text of a value does not parse back.
  package func stubLine(
    _ call: String, _ responses: [StubResponse], of endpoint: Endpoint
  ) -> Line? {
    var rule = call
    for (index, response) in responses.enumerated() {
      guard let text = text(of: response, endpoint) else { return nil }
      if index > 0 {
        rule += ", then " + text
      } else {
        rule += (needsArrow(response) ? " -> " : " ") + text
      }
    }
    return Line(.stub, rule)
  }

  /// Returns an `answer` line. `nil` if the text of the value does not parse back.
  ///
  /// - Parameters:
  ///   - number: The number of the call among the pending calls that match, from 1.
  ///   - isOptional: Whether the line passes if no such call is pending. Default: `false`.
  package func answerLine(
    _ call: String, number: Int, _ content: StubStreamElement.Content, of endpoint: Endpoint,
    isOptional: Bool = false
  ) -> Line? {
    guard let text = text(of: content, endpoint) else { return nil }
    let arrow = if case .value = content { "-> " } else { "" }
    return Line(
      .answer,
      (isOptional ? "if pending " : "") + call + (number > 1 ? " #\(number) " : " ") + arrow + text)
  }

  /// Returns the line that lets time pass.
  func advanceLine(_ time: Duration) -> Line { Line(.advance, syntax.print(time)) }

  /// Returns a call of an endpoint. Its arguments are `(_)` if their text does not parse back.
  package func call(_ endpoint: Endpoint, _ arguments: [any Sendable]) -> String {
    let text = StubTable.text(of: arguments, syntax)
    guard !text.isEmpty else { return endpoint.name }
    let pattern = try? ArgumentsPattern(
      reading: text[...], types: endpoint.argumentTypes, syntax: syntax)
    return endpoint.name + (pattern?.matches(arguments) == true ? text : "(_)")
  }

  private func needsArrow(_ response: StubResponse) -> Bool {
    switch response {
    case .pending, .result(.failure, _): false
    case .result(.success, _), .series, .stream: true
    }
  }

  private func text(of response: StubResponse, _ endpoint: Endpoint) -> String? {
    switch response {
    case .pending(let isCancellable):
      return (isCancellable ? [.pending] : [.pending, .uncancellable] as [Keyword])
        .map(\.rawValue).joined(separator: " ")
    case .series(let series):
      switch series.name {
      case .generator(let name): return name
      case .seed(let number): return "\(Keyword.seed.rawValue) \(number)"
      }
    case .result(let result, let delay):
      return text(of: StubStreamElement.Content(result), endpoint).map { $0 + text(of: delay) }
    case .stream(let elements):
      var texts: [String] = []
      for element in elements {
        // A stubbed stream ends after its last element.
        if case .finished = element.content, element.delay == nil { continue }
        guard let text = text(of: element.content, endpoint) else { return nil }
        texts.append(text + self.text(of: element.delay))
      }
      return Keyword.stream.rawValue + (texts.isEmpty ? "" : " ")
        + texts.joined(separator: ", ")
    }
  }

  /// Returns an element of a stream, or the result of a call. `nil` if the text of its value does not
  /// parse back.
  package func text(of content: StubStreamElement.Content, _ endpoint: Endpoint) -> String? {
    switch content {
    case .finished: return Keyword.finished.rawValue
    case .pending: return Keyword.pending.rawValue
    case .failure(let error): return "\(Keyword.throws.rawValue) \(text(of: error))"
    case .value(let value):
      let text = text(of: value, endpoint)
      guard let read = try? endpoint.read(text[...], syntax), areSame(read, value) else {
        return nil
      }
      return text
    }
  }

  private func text(of value: any Sendable, _ endpoint: Endpoint) -> String {
    syntax.print(
      TypedValue(value, as: endpoint.valueType),
      reserving: Self.keywords.union(endpoint.generators.keys))
  }

  private static let keywords = Set(Keyword.allCases.map(\.rawValue))

  /// Whether the text of an error reads as an equal error.
  package func canPrint(_ error: any Error) -> Bool {
    let text = syntax.print(TypedValue(error, as: (any Error).self))
    guard let read = try? syntax.read(text[...], as: (any Error).self) else { return false }
    return type(of: read) == type(of: error) && "\(read)" == "\(error)"
  }

  /// Returns the text of an error, or of one of another type with the same description.
  private func text(of error: any Error) -> String {
    canPrint(error)
      ? syntax.print(TypedValue(error, as: (any Error).self))
      : syntax.print(ScriptedError("\(error)"))
  }

  private func text(of delay: Duration?) -> String {
    delay.map { " \(Keyword.after.rawValue) \(syntax.print($0))" } ?? ""
  }
}
