import MachoValues

/// Completions and hints for the arguments of `stub` and `answer`.
struct ResponseCompleter {
  var endpoints: [Endpoint]
  let syntax: ValueSyntax
  /// The state, as the source of existing identities.
  var live: TypedValue?

  /// The verb. Only `stub` accepts delays, `pending` and several responses.
  private enum Kind {
    case stub, answer
  }

  func stubCompletions(_ text: Substring) -> [Completion] { completions(of: text, .stub) }

  /// Completes pending calls, then responses to one of them.
  func answerCompletions(_ text: Substring, pending: [(endpoint: String, text: String)])
    -> [Completion]
  {
    var rest = Arguments(text: text, offset: 0)
    if ResponseParser.consumeCondition(&rest, of: .answer) {
      let call = text[rest.text.startIndex...]
      return answerCompletions(call, pending: pending)
        .shifted(by: text.utf8.count - call.utf8.count)
    }
    let calls = pending.filter { $0.text.hasPrefix(text) && $0.text.utf8.count > text.utf8.count }
    guard calls.isEmpty else {
      return calls.map { call in
        let type = endpoints.first { $0.name == call.endpoint }.map { typeName($0.valueType) }
        return word(call.text, type.map { "waits for \($0)" } ?? "", in: text, from: 0)
      }
    }
    var answerable = self
    answerable.endpoints = endpoints.filter { $0.isAsync || $0.isStream }
    return answerable.completions(of: text, .answer)
  }

  private func completions(of text: Substring, _ kind: Kind) -> [Completion] {
    guard let (head, rest) = split(text) else { return callCompletions(text) }
    guard let endpoint = endpoints.first(where: { $0.name == name(in: head) }) else { return [] }
    let gap = rest.isEmpty ? " " : ""
    let response = rest.drop { $0 == " " || $0 == "\t" }
    if response.hasPrefix("->") {
      return valueCompletions(response.dropFirst(2), of: endpoint, kind, in: text)
    }
    if response.hasPrefix("throws ") { return errorCompletions(response.dropFirst(7), in: text) }
    let isOfStream = endpoint.isStream && kind == .stub
    var words = [(isOfStream ? "-> stream " : "-> ", typeName(endpoint.valueType))]
    if endpoint.canThrow { words.append(("throws ", "any Error")) }
    if endpoint.isStream, kind == .answer { words.append(("finished", "the stream ends")) }
    if endpoint.isAsync || endpoint.isStream, kind == .stub {
      words.append(("pending", "until 'answer'"))
    }
    let from = offset(of: response, in: text)
    return words.filter { $0.0.hasPrefix(response) }.map {
      word(gap + $0.0, $0.1, in: text, from: from)
    }
  }

  /// Returns the hint for the end of the arguments.
  func hint(of text: Substring, isStub: Bool) -> String? {
    let call = text.prefix { $0 != "(" && $0 != " " }
    guard let endpoint = endpoints.first(where: { $0.name == call }) else { return nil }
    guard let (_, rest) = split(text) else {
      guard let bracket = text.firstIndex(of: "(") else {
        return String(endpoint.signature.dropFirst(endpoint.name.count))
      }
      return syntax.hint(ofArguments: text[bracket...], types: endpoint.argumentTypes)
    }
    let response = rest.drop { $0 == " " || $0 == "\t" }
    if response.hasPrefix("throws ") { return nil }
    guard response.hasPrefix("->") else {
      guard response.isEmpty else { return nil }
      let others =
        (endpoint.canThrow ? ["throws ERROR"] : [])
        + (isStub && (endpoint.isAsync || endpoint.isStream) ? ["pending"] : [])
      return (["-> " + endpoint.result] + others).joined(separator: " | ")
    }
    let value = response.dropFirst(2).drop { $0 == " " || $0 == "\t" }
    return syntax.hint(of: value, as: endpoint.valueType)
  }

  /// Splits the text after the call. Returns `nil` if the call may be incomplete.
  private func split(_ text: Substring) -> (head: Substring, rest: Substring)? {
    let arguments = Arguments(text: text, offset: 0)
    // The call ends at the first blank or arrow outside of its arguments.
    let end = arguments.firstSeparator(of: ["->", " "])
    let hasEnded = text.last.map { " \t)".contains($0) } ?? false
    guard end != nil || hasEnded && arguments.isClosed else { return nil }
    let head = end.map { arguments.before($0).text } ?? arguments.text
    return (head, text[head.endIndex...])
  }

  /// Completes the endpoint's name or the arguments of its call.
  private func callCompletions(_ text: Substring) -> [Completion] {
    guard let bracket = text.firstIndex(of: "(") else {
      return Completion.matching(
        endpoints.map { CompletionWord($0.name, title: $0.signature) }, typed: text,
        replacing: 0..<text.utf8.count)
    }
    guard let endpoint = endpoints.first(where: { $0.name == name(in: text) }) else { return [] }
    return syntax.completions(
      ofArguments: text[bracket...], types: endpoint.argumentTypes, live: live
    )
    .shifted(by: offset(of: text[bracket...], in: text))
  }

  private func valueCompletions(
    _ response: Substring, of endpoint: Endpoint, _ kind: Kind, in text: Substring
  )
    -> [Completion]
  {
    // Complete the last response of a series.
    let parts = Arguments(text: response, offset: 0).split(at: endpoint.isStream ? "," : ", then")
    let last = response[(parts.last?.text.startIndex ?? response.startIndex)...]
    var value = last.drop { $0 == " " || $0 == "\t" }
    if endpoint.isStream, kind == .stub {
      if parts.count == 1, "stream ".hasPrefix(value) {
        return [word("stream ", endpoint.result, in: text, from: offset(of: value, in: text))]
      }
      if value.hasPrefix("stream ") { value = value.dropFirst(7).drop { $0 == " " } }
    }
    if value.hasPrefix("throws ") { return errorCompletions(value.dropFirst(7), in: text) }
    var found = syntax.completions(of: value, as: endpoint.valueType, live: live)
      .shifted(by: offset(of: value, in: text))
    guard kind == .stub else { return found }
    let from = offset(of: value, in: text)
    if parts.count > 1, endpoint.isAsync || endpoint.isStream, "pending".hasPrefix(value) {
      found.append(word("pending", "until 'answer'", in: text, from: from))
    }
    found += endpoint.generators.keys.sorted().filter { $0.hasPrefix(value) }.map {
      word($0, "a series of \(typeName(endpoint.valueType))", in: text, from: from)
    }
    return found + delayCompletions(value, of: endpoint, in: text)
  }

  /// Completes `after`, after a complete value.
  private func delayCompletions(_ value: Substring, of endpoint: Endpoint, in text: Substring)
    -> [Completion]
  {
    guard endpoint.isAsync || endpoint.isStream, let blank = value.lastIndex(of: " "),
      "after ".hasPrefix(value[value.index(after: blank)...]),
      (try? endpoint.read(value[..<blank].trimmingBlanks, syntax)) != nil
    else { return [] }
    let from = offset(of: value[value.index(after: blank)...], in: text)
    return [word("after ", "a Duration: 300ms", in: text, from: from)]
  }

  private func errorCompletions(_ value: Substring, in text: Substring) -> [Completion] {
    syntax.completions(of: value, as: (any Error).self).shifted(by: offset(of: value, in: text))
  }

  // MARK: Parts of the text

  private func name(in call: Substring) -> Substring { call.prefix { $0 != "(" }.trimmingBlanks }

  private func offset(of part: Substring, in text: Substring) -> Int {
    text.utf8.distance(from: text.startIndex, to: part.startIndex)
  }

  private func word(_ word: String, _ detail: String, in text: Substring, from start: Int)
    -> Completion
  {
    Completion(replacing: start..<text.utf8.count, text: word, detail: detail)
  }
}
