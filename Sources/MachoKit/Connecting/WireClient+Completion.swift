import MachoTerminal
import MachoValues
import MachoWire

// The server computes completions and hints.

extension WireClient {
  func complete(
    _ request: CompletionRequest, reply: @escaping @Sendable ([CompletionItem]) -> Void
  ) {
    send("complete", request.parameters) { response in
      guard case .success(let result) = response else { return reply([]) }
      reply((result["completions"]?.array ?? []).compactMap(CompletionItem.init))
    }
  }

  func hint(_ request: CompletionRequest, reply: @escaping @Sendable (Hint) -> Void) {
    send("complete", request.parameters) { response in
      guard case .success(let result) = response else { return reply(Hint()) }
      let items = (result["completions"]?.array ?? []).compactMap(CompletionItem.init)
      reply(Hint(for: request, completions: items, text: result["hint"]?.string))
    }
  }
}

extension CompletionRequest {
  fileprivate var parameters: [JSONValue.Member] {
    [.init("line", .string(line)), .init("cursor", .integer(cursor))]
  }
}

extension CompletionItem {
  fileprivate init?(_ json: JSONValue) {
    guard let text = json["text"]?.string, let range = json["replacing"]?.array?.compactMap(\.int),
      range.count == 2, range[0] <= range[1]
    else { return nil }
    self.init(
      replacing: range[0]..<range[1], text: text, title: json["title"]?.string,
      detail: json["detail"]?.string ?? "")
  }
}
