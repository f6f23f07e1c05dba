// Open streams that `answer` feeds.

extension StubTable {
  /// Calls `resume` with the next content of an open stream, immediately if it is available.
  package func next(
    of stream: Int, _ resume: @escaping @Sendable (StubStreamElement.Content) -> Void
  ) {
    let content: StubStreamElement.Content? = contents.withLock { contents in
      guard let index = contents.streams.firstIndex(where: { $0.id == stream }) else {
        return .finished
      }
      guard contents.streams[index].buffer.isEmpty else {
        let content = contents.streams[index].buffer.removeFirst()
        if contents.streams[index].isFinished, contents.streams[index].buffer.isEmpty {
          contents.streams.remove(at: index)
        }
        return content
      }
      contents.streams[index].resume = resume
      return nil
    }
    if let content { resume(content) }
  }

  /// Removes a stream without readers. Resumes a waiting reader with `finished`.
  package func close(stream: Int) {
    let resume = contents.withLock { contents -> (@Sendable (StubStreamElement.Content) -> Void)? in
      guard let index = contents.streams.firstIndex(where: { $0.id == stream }) else { return nil }
      return contents.streams.remove(at: index).resume
    }
    resume?(.finished)
  }

  /// Completes a matching pending call, or feeds an element or the end to a matching open stream: the
  /// oldest, or the one of that number. Returns the pending calls if none matches.
  package func answer(
    _ endpoint: Endpoint, where matches: ([any Sendable]) -> Bool, number: Int,
    with content: StubStreamElement.Content
  ) -> [String]? {
    guard !endpoint.isStream else {
      return feed(endpoint.name, where: matches, number: number, with: content)
    }
    switch content {
    case .value(let value):
      return complete(endpoint.name, where: matches, number: number, with: .success(value))
    case .failure(let error):
      return complete(endpoint.name, where: matches, number: number, with: .failure(error))
    case .finished, .pending: preconditionFailure("\(endpoint.name) returns one value")
    }
  }

  private func feed(
    _ endpoint: String, where matches: ([any Sendable]) -> Bool, number: Int,
    with content: StubStreamElement.Content
  ) -> [String]? {
    let found: (resume: (@Sendable (StubStreamElement.Content) -> Void)?, waiting: [String]?) =
      contents.withLock { contents in
        let fitting = contents.streams.indices.filter { index in
          let stream = contents.streams[index]
          return stream.endpoint == endpoint && !stream.isFinished && matches(stream.arguments)
        }
        guard fitting.count >= number else { return (nil, contents.pendingCallTexts.map(\.text)) }
        let index = fitting[number - 1]
        let isLast = StubStreamElement(content: content).isLast
        contents.lastAnswer = content
        contents.log?.append(.answered(call: contents.streams[index].id, content))
        contents.streams[index].isFinished = isLast
        guard let resume = contents.streams[index].resume else {
          contents.streams[index].buffer.append(content)
          return (nil, nil)
        }
        contents.streams[index].resume = nil
        if isLast { contents.streams.remove(at: index) }
        return (resume, nil)
      }
    found.resume?(content)
    return found.waiting
  }
}
