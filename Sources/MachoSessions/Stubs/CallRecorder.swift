import MachoValues

/// Converts observed calls of real endpoints into the lines that replace them in a script.
struct CallRecorder {
  /// The events between two external inputs.
  struct Segment {
    /// The `stub` lines of the started calls. A script needs them before the line that causes the
    /// calls.
    var stubs: [String] = []
    /// The lines that reproduce the external input. Empty for the command's own part.
    var lines: [String] = []
    /// The comments that say where a script may differ.
    var comments: [String] = []
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
  let syntax: ValueSyntax

  init(syntax: ValueSyntax) { self.syntax = syntax }

  /// Groups the events since the last call by external input.
  mutating func segments(of observations: [LiveStoreEvent]) -> [Segment] {
    var segments = [Segment()]
    func edit(_ body: (inout Segment) -> Void) { body(&segments[segments.count - 1]) }
    for observation in observations {
      switch observation {
      case .actionReduced: edit { $0.transitionCount += 1 }
      case .timePassed(let time):
        close(&segments[segments.count - 1])
        segments.append(Segment(lines: ["advance " + syntax.print(time)], isExternal: true))
      case .externalJobAccepted(let waiting):
        close(&segments[segments.count - 1])
        segments.append(Segment(isExternal: true, waitingEffects: waiting))
      case .externalEffectsEnded(let effects): edit { $0.endedEffects = effects }
      case .inputStarted:
        close(&segments[segments.count - 1])
        segments.append(Segment())
      case .orderLost:
        edit {
          $0.comments.append("# another thread modified the state while the store ran")
        }
      case .stateModified:
        // Calls that are in flight complete after the modification.
        close(&segments[segments.count - 1])
        segments.append(Segment(transitionCount: 1, isExternal: true, isModification: true))
      case .callStarted(let id, let endpoint, let arguments, let isCancellable):
        let text = endpoint.name + self.text(of: arguments, endpoint)
        edit {
          $0.calls.append(
            Call(id: id, endpoint: endpoint, text: text, isCancellable: isCancellable))
        }
      case .callCompleted(let id, let content):
        let last = segments.count - 1
        if let index = segments[last].calls.firstIndex(where: { $0.id == id }) {
          // The call completed in the same segment, so the stub itself contains the response.
          segments[last].calls[index].record(content)
        } else if let line = answerLine(content, of: id) {
          if segments[last].isModification {
            close(&segments[last])
            segments.append(Segment(isExternal: true))
          }
          edit { $0.lines.append(line) }
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
    segment.stubs = texts.map { text in
      let alike = segment.calls.filter { $0.text == text }
      let responses = alike.map(response)
      let endpoint = alike[0].endpoint
      let isPending = responses.contains { $0.hasPrefix("pending") }
      if isPending, !endpoint.isAsync, !endpoint.isStream {
        return "# the result of \(text) has no text that parses back"
      }
      let opening =
        responses[0].hasPrefix("throws ") || responses[0].hasPrefix("pending") ? " " : " -> "
      return "stub " + text + opening + responses.joined(separator: ", then ")
    }
    inFlight += segment.calls.filter { !$0.isFinished }
  }

  private func response(to call: Call) -> String {
    let contents = call.contents.map { self.text(of: $0, call.endpoint) ?? "pending" }
    guard call.endpoint.isStream else {
      return contents.first ?? (call.isCancellable ? "pending" : "pending uncancellable")
    }
    // Omit `finished`: a stubbed stream ends after its last element.
    let shown = contents.filter { $0 != "finished" } + (call.isFinished ? [] : ["pending"])
    return (["stream"] + [shown.joined(separator: ", ")]).joined(separator: " ").trimmingEnd
  }

  private mutating func answerLine(_ content: StubStreamElement.Content?, of id: Int) -> String? {
    guard let index = inFlight.firstIndex(where: { $0.id == id }) else { return nil }
    let call = inFlight[index]
    // The line completes the oldest of equal calls, or another by its number among them.
    let number = inFlight[...index].count { $0.text == call.text }
    var after = call
    after.record(content)
    if after.isFinished { inFlight.remove(at: index) }
    guard let content else { return nil }
    let head = "answer " + call.text + (number > 1 ? " #\(number) " : " ")
    guard let text = text(of: content, call.endpoint) else {
      return "# the result of \(call.text) has no text that parses back"
    }
    return head + (text == "finished" || text.hasPrefix("throws ") ? "" : "-> ") + text
  }

  // MARK: Values

  /// Returns the arguments as text, or `(_)` if that text does not parse back.
  private func text(of arguments: [any Sendable], _ endpoint: Endpoint) -> String {
    let text = StubTable.text(of: arguments, syntax)
    guard !text.isEmpty else { return "" }
    let pattern = try? ArgumentsPattern(
      reading: text[...], types: endpoint.argumentTypes, syntax: syntax)
    return pattern?.matches(arguments) == true ? text : "(_)"
  }

  /// Returns the result of a call as text. Returns `nil` if that text does not parse back.
  private func text(of content: StubStreamElement.Content, _ endpoint: Endpoint) -> String? {
    switch content {
    case .finished: return "finished"
    case .pending: return "pending"
    case .failure(let error):
      let text = syntax.print(error)
      if let read = try? syntax.read(text[...], as: (any Error).self), "\(read)" == "\(error)" {
        return "throws " + text
      }
      // Use an error of another type with the same description.
      return "throws " + syntax.print(ScriptedError("\(error)"))
    case .value(let value):
      let text = syntax.print(value)
      return (try? endpoint.read(text[...], syntax)) == nil ? nil : text
    }
  }
}

extension CallRecorder.Call {
  fileprivate mutating func record(_ content: StubStreamElement.Content?) {
    guard let content else {
      isFinished = true
      return
    }
    contents.append(content)
    isFinished = !endpoint.isStream || StubStreamElement(content: content).isLast
  }
}

extension String {
  fileprivate var trimmingEnd: String { hasSuffix(" ") ? String(dropLast()) : self }
}
