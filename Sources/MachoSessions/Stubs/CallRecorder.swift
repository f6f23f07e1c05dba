import MachoValues

/// Converts observed calls of real endpoints into the lines that replace them in a script.
struct CallRecorder {
  /// The events between two external inputs.
  struct Segment {
    /// The `stub` lines of the started calls. A script needs them before the line that causes the
    /// calls.
    var stubs: [Line] = []
    /// The external input, and remarks about it. Empty for the command's own part.
    var inputs: [Event] = []
    /// The reasons why a script may differ.
    var remarks: [String] = []
    /// The number of reduced actions.
    var transitionCount = 0
    /// Whether it began with external input instead of the command.
    var isExternal = false
    /// The effects that waited for external work at its beginning, without a call of an endpoint.
    var waitingEffects: Set<Int> = []
    /// Those that ended in it.
    var endedEffects: Set<Int> = []
    /// Whether it began with a modification of the state.
    fileprivate var isModification = false
    fileprivate var calls: [Call] = []
  }

  fileprivate struct Call {
    var id: Int
    var endpoint: Endpoint
    /// The call as a script writes it.
    var text: String
    var isCancellable: Bool
    var contents: [StubStreamElement.Content] = []
    var isFinished = false
  }

  /// The calls that are pending in a script, in the order of their start.
  private var inFlight: [Call] = []
  private let printer: ResponsePrinter

  init(syntax: ValueSyntax) { printer = ResponsePrinter(syntax: syntax) }

  /// Groups the events since the last call by external input.
  mutating func segments(of observations: [LiveStoreEvent]) -> [Segment] {
    var segments = [Segment()]
    func edit(_ body: (inout Segment) -> Void) { body(&segments[segments.count - 1]) }
    for observation in observations {
      switch observation {
      case .actionReduced: edit { $0.transitionCount += 1 }
      case .timePassed(let time):
        close(&segments[segments.count - 1])
        segments.append(
          Segment(inputs: [.externalInput(printer.advanceLine(time))], isExternal: true))
      case .externalJobAccepted(let waiting):
        close(&segments[segments.count - 1])
        segments.append(Segment(isExternal: true, waitingEffects: waiting))
      case .externalEffectsEnded(let effects): edit { $0.endedEffects = effects }
      case .inputStarted:
        close(&segments[segments.count - 1])
        segments.append(Segment())
      case .orderLost:
        edit {
          $0.remarks.append("another thread modified the state while the store ran")
        }
      case .stateModified:
        // Calls that are in flight complete after the modification.
        close(&segments[segments.count - 1])
        segments.append(Segment(transitionCount: 1, isExternal: true, isModification: true))
      case .callStarted(let id, let endpoint, let arguments, let isCancellable):
        let text = printer.call(endpoint, arguments)
        edit {
          $0.calls.append(
            Call(id: id, endpoint: endpoint, text: text, isCancellable: isCancellable))
        }
      case .callCompleted(let id, let content):
        let last = segments.count - 1
        if let index = segments[last].calls.firstIndex(where: { $0.id == id }) {
          // The call completed in the same segment, so the stub itself contains the response.
          segments[last].calls[index].record(content)
        } else if let input = answer(content, of: id) {
          if segments[last].isModification {
            close(&segments[last])
            segments.append(Segment(isExternal: true))
          }
          edit { $0.inputs.append(input) }
        }
      }
    }
    close(&segments[segments.count - 1])
    return segments
  }

  // MARK: Calls

  /// Creates one `stub` line for equal calls of a segment.
  private mutating func close(_ segment: inout Segment) {
    var texts: [String] = []
    for call in segment.calls where !texts.contains(call.text) { texts.append(call.text) }
    segment.stubs = texts.compactMap { text in
      let alike = segment.calls.filter { $0.text == text }
      let endpoint = alike[0].endpoint
      let responses = alike.map { $0.response(printer) }
      if alike.contains(where: { $0.hasUnprintableContent(printer) }) {
        segment.remarks.append(Self.unprintable(text))
      }
      // A synchronous call cannot be pending.
      let isPending = responses.contains(where: \.isPending)
      if !isPending || endpoint.isAsync,
        let line = printer.stubLine(text, responses, of: endpoint)
      {
        return line
      }
      return nil
    }
    inFlight += segment.calls.filter { !$0.isFinished }
  }

  /// Returns the input that completes a call. `nil` if a script does not need it.
  private mutating func answer(_ content: StubStreamElement.Content?, of id: Int) -> Event? {
    guard let index = inFlight.firstIndex(where: { $0.id == id }) else { return nil }
    let call = inFlight[index]
    // The line completes the oldest of equal calls, or another by its number among them.
    let number = inFlight[...index].count { $0.text == call.text }
    var after = call
    after.record(content)
    if after.isFinished { inFlight.remove(at: index) }
    guard let content else { return nil }
    return printer.answerLine(call.text, number: number, content, of: call.endpoint)
      .map { .externalInput($0) } ?? .remark(Self.unprintable(call.text))
  }

  private static func unprintable(_ call: String) -> String {
    "the result of \(call) has no text that parses back"
  }
}

extension CallRecorder.Call {
  /// The response of a stub to the call. A result that has no text is answered later, by hand.
  fileprivate func response(_ printer: ResponsePrinter) -> StubResponse {
    let printable = contents.prefix { printer.text(of: $0, endpoint) != nil }
    if endpoint.isStream {
      let isPending = !isFinished || printable.count < contents.count
      return .stream((printable + (isPending ? [.pending] : [])).map { .init(content: $0) })
    }
    switch printable.first {
    case .value(let value): return .result(.success(value), after: nil)
    case .failure(let error): return .result(.failure(error), after: nil)
    case .pending, .finished, nil: return .pending(isCancellable: isCancellable)
    }
  }

  fileprivate func hasUnprintableContent(_ printer: ResponsePrinter) -> Bool {
    contents.contains { printer.text(of: $0, endpoint) == nil }
  }

  fileprivate mutating func record(_ content: StubStreamElement.Content?) {
    guard let content else {
      isFinished = true
      return
    }
    contents.append(content)
    isFinished = !endpoint.isStream || StubStreamElement(content: content).isLast
  }
}
