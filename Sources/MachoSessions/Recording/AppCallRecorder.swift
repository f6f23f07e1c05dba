import MachoLocks
import MachoValues

/// Turns the calls of an app's endpoints into texts for its recording.
///
/// A synchronous call is one text, because a script needs its response before it is made. The response of
/// another call is a text of its own: the call is pending in a script until then.
package final class AppCallRecorder: Sendable {
  /// A text of the recording.
  package enum Entry: Equatable, Sendable {
    /// A synchronous call, and what it returned or threw, as a `stub` line has them.
    case call(String, returned: String?, threw: String?)
    /// A response, as the arguments of an `answer` line.
    case answer(String)
    /// The reason why a script may differ.
    case remark(String)
  }

  /// The table that observed calls are reported to.
  package let table = StubTable()

  private struct State: Sendable {
    var recorder: CallRecorder
    /// The synchronous calls that have not returned.
    var synchronousCalls: [Int: (endpoint: Endpoint, text: String)] = [:]
  }

  /// Creates a recorder.
  ///
  /// - Parameters:
  ///   - syntax: The syntax of the feature's values.
  ///   - onEntry: Receives the texts, on any thread.
  package init(syntax: ValueSyntax, onEntry: @escaping @Sendable (Entry) -> Void) {
    let printer = ResponsePrinter(syntax: syntax)
    let state = Lock(State(recorder: CallRecorder(syntax: syntax)))
    table.onLiveEvent { event in
      let entries = state.withLock { Self.entries(of: event, &$0, printer) }
      for entry in entries { onEntry(entry) }
    }
  }

  private static func entries(
    of event: LiveStoreEvent, _ state: inout State, _ printer: ResponsePrinter
  ) -> [Entry] {
    switch event {
    case .callStarted(let call, let endpoint, let arguments, _)
    where !endpoint.isAsync && !endpoint.isStream:
      state.synchronousCalls[call] = (endpoint, printer.call(endpoint, arguments))
      return []
    case .callCompleted(let call, let content):
      guard let (endpoint, text) = state.synchronousCalls.removeValue(forKey: call) else { break }
      guard let content, let response = printer.text(of: content, endpoint) else {
        return [.remark("the result of \(text) has no text that parses back")]
      }
      if case .failure = content { return [.call(text, returned: nil, threw: response)] }
      return [.call(text, returned: response, threw: nil)]
    default: break
    }
    return state.recorder.segments(of: [event]).flatMap { segment in
      segment.remarks.map(Entry.remark) + segment.inputs.compactMap(entry)
    }
  }

  private static func entry(of input: Event) -> Entry? {
    switch input {
    case .externalInput(let line): .answer(String(line.arguments.text))
    case .remark(let text): .remark(text)
    default: nil
    }
  }
}
