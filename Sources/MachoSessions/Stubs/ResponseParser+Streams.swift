extension ResponseParser {
  /// Reads `stream 1, 2 after 1s, throws error("x"), then stream 3` and `pending`: one stream per
  /// call. The last one repeats.
  func parseStreams(_ text: Arguments, of endpoint: Endpoint) throws(Diagnostic) -> [StubResponse] {
    var streams: [[StubStreamElement]] = []
    for part in text.split(at: ",") {
      var part = part
      _ = part.consume(.then)
      _ = part.consume(.arrow)
      var keyword = part
      if keyword.consume(.stream) {
        part = keyword
        streams.append([])
        if part.isEmpty { continue }
      } else if streams.isEmpty {
        guard keyword.consume(.throws) || keyword.consume(.pending) else {
          throw command.usageError(
            "\(endpoint.name) returns a stream: '-> stream ...'", at: part.range)
        }
        streams.append([])
      }
      guard streams.last?.last?.isLast != true else {
        throw command.usageError("the stream has already ended", at: part.range)
      }
      let (content, delay) = try self.parseDelay(of: part)
      streams[streams.count - 1].append(
        StubStreamElement(content: try parseContent(content, of: endpoint), delay: delay))
    }
    return streams.map { elements in
      .stream(elements + (elements.last?.isLast == true ? [] : [.init(content: .finished)]))
    }
  }

  /// Reads an element of a stream, or its end.
  func parseContent(_ text: Arguments, of endpoint: Endpoint) throws(Diagnostic)
    -> StubStreamElement.Content
  {
    guard !text.isEmpty else { throw command.usageError("an element is missing", at: text.range) }
    if text.isOnly(.finished) { return .finished }
    if text.isOnly(.pending), command.argument == .stub { return .pending }
    return StubStreamElement.Content(try parseResult(text, of: endpoint))
  }
}

extension Arguments {
  /// Whether the text is only a keyword.
  fileprivate func isOnly(_ keyword: ResponsePrinter.Keyword) -> Bool {
    var rest = self
    return rest.consume(keyword) && rest.isEmpty
  }
}
