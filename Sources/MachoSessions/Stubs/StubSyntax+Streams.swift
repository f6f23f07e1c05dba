import MachoValues

extension StubSyntax {
  /// Reads `stream 1, 2 after 1s, throws error("x"), then stream 3` and `pending`: a stream for
  /// each call, the last one for all later ones too.
  func streams(_ text: Arguments, of endpoint: Endpoint) throws(Diagnostic) -> [StubResponse] {
    var streams: [[StubElement]] = []
    for part in text.split(at: ",") {
      var part = part
      _ = part.take("then")
      if part.take("stream") {
        streams.append([])
        if part.isEmpty { continue }
      } else if streams.isEmpty {
        guard part.text == "pending" || part.text.hasPrefix("throws ") else {
          throw command.misuse("\(endpoint.name) returns a stream: '-> stream ...'", at: part.range)
        }
        streams.append([])
      }
      guard streams.last?.last?.isLast != true else {
        throw command.misuse("the stream has ended before this", at: part.range)
      }
      let (content, delay) = try self.delay(of: part)
      streams[streams.count - 1].append(
        StubElement(
          content: part.text == "pending" ? .pending : try self.content(content, of: endpoint),
          delay: delay))
    }
    return streams.map { elements in
      .stream(elements + (elements.last?.isLast == true ? [] : [.init(content: .finished)]))
    }
  }

  /// Reads an element of a stream, or what ends it.
  func content(_ text: Arguments, of endpoint: Endpoint) throws(Diagnostic)
    -> StubElement.Content
  {
    guard !text.isEmpty else { throw command.misuse("an element is missing", at: text.range) }
    if text.text == "finished" { return .finished }
    switch try result(text, of: endpoint) {
    case .success(let value): return .value(value)
    case .failure(let error): return .failure(error)
    }
  }
}
