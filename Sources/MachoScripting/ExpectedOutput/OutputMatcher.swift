import MachoValues

/// Compares the lines of a gutter with lines of output.
///
/// Between two `|...` the first place that matches is as good as any later one, so nothing before
/// it is tried again; only a capture that was bound on the way, and recurs below, makes an earlier
/// choice matter. Then each state is visited once, and their number has a limit.
struct OutputMatcher {
  private let expectedOutput: ExpectedOutput
  private let actual: [String]
  private var patterns: [String: Regex<AnyRegexOutput>] = [:]
  /// For each line of the gutter, the names that stand in it or below it.
  private let remainingNames: [Set<String>]
  private var furthestMatch = (expected: -1, actual: 0)
  /// How often a `|...` may take one more line because of a capture above it.
  private var remainingRetries = 50_000

  init(gutter: ExpectedOutput, actual: [String]) {
    self.expectedOutput = gutter
    self.actual = actual
    var below: [Set<String>] = [[]]
    for line in gutter.lines.reversed() {
      guard case .capture(let capture) = line.kind else {
        below.append(below[below.count - 1])
        continue
      }
      below.append(below[below.count - 1].union(capture.names))
    }
    remainingNames = below.reversed()
  }

  private struct State: Hashable {
    var expected = 0
    var actual = 0
    var bindings: CaptureBindings
  }

  mutating func match(_ bindings: inout CaptureBindings) -> Mismatch? {
    let initial = bindings
    // Each stands at a `|...` that may take one more line; the innermost is the last.
    var choices: [State] = []
    var visited: Set<State> = []
    var state = State(bindings: bindings)
    while true {
      if state.expected == expectedOutput.lines.count, state.actual == actual.count {
        bindings = state.bindings
        return nil
      }
      if state.expected < expectedOutput.lines.count,
        expectedOutput.lines[state.expected].kind == .anyLines
      {
        if isIndependentOfCaptures(state, initial) {
          choices.removeAll(keepingCapacity: true)
          visited.removeAll(keepingCapacity: true)
        }
        choices.append(state)
        state.expected += 1
        if state.expected == expectedOutput.lines.count { state.actual = actual.count }
        continue
      }
      if matchNextLine(&state) { continue }
      recordProgress(state)
      guard remainingRetries > 0 else { return mismatch(.tooAmbiguous, initial) }
      guard let next = backtrack(&choices, &visited, initial) else { return mismatch(nil, initial) }
      state = next
    }
  }

  /// Whether nothing that was bound on the way to a state matters below it.
  private func isIndependentOfCaptures(_ state: State, _ initial: CaptureBindings) -> Bool {
    let names = remainingNames[state.expected]
    return names.allSatisfy { state.bindings.values[$0] == nil || initial.values[$0] != nil }
  }

  /// Matches one line; the state moves on when it does.
  private mutating func matchNextLine(_ state: inout State) -> Bool {
    guard state.expected < expectedOutput.lines.count, state.actual < actual.count else {
      return false
    }
    guard
      matches(expectedOutput.lines[state.expected], actual[state.actual], bindings: &state.bindings)
    else { return false }
    state.expected += 1
    state.actual += 1
    return true
  }

  /// The next state to try: the innermost `|...` takes one more line.
  private mutating func backtrack(
    _ choices: inout [State], _ visited: inout Set<State>, _ initial: CaptureBindings
  ) -> State? {
    while var state = choices.popLast() {
      guard state.actual < actual.count else { continue }
      state.actual += 1
      choices.append(state)
      state.expected += 1
      // With one choice left there is no other way to come here.
      if choices.count > 1 {
        remainingRetries -= 1
        guard visited.insert(state).inserted else {
          choices.removeLast()
          continue
        }
      }
      return state
    }
    return nil
  }

  private mutating func recordProgress(_ state: State) {
    guard state.expected > furthestMatch.expected else { return }
    furthestMatch = (state.expected, state.actual)
  }
}

// MARK: - One line

extension OutputMatcher {
  /// Whether a line matches; captures of it that are new are then bound.
  mutating func matches(
    _ line: ExpectedLine, _ text: String, bindings: inout CaptureBindings
  ) -> Bool {
    switch line.kind {
    case .literal(let expected): return ByteSearch.areSame(expected, text)
    case .blank: return text.utf8.isEmpty
    case .anyLines: return true
    case .regex(let pattern): return wholeMatch(pattern, text) != nil
    case .capture(let capture):
      guard let match = wholeMatch(capture.pattern(with: bindings), text) else { return false }
      for name in capture.names where bindings.values[name] == nil {
        bindings.values[name] =
          match[CapturePattern.groupName(name)]?.substring.map(String.init) ?? ""
      }
      return true
    }
  }

  private mutating func wholeMatch(
    _ pattern: String, _ text: String
  ) -> Regex<AnyRegexOutput>.Match? {
    if patterns[pattern] == nil {
      guard let compiled = try? Regex(pattern) else { return nil }
      patterns[pattern] = compiled
    }
    return try? patterns[pattern]?.wholeMatch(in: text)
  }
}

// MARK: - What differs

extension OutputMatcher {
  private mutating func mismatch(_ reason: Mismatch.Reason?, _ initial: CaptureBindings) -> Mismatch
  {
    let (expected, line) = (max(0, furthestMatch.expected), furthestMatch.actual)
    let found = reason ?? self.reason(expected: expected, actual: line, initial)
    return Mismatch(
      reason: found,
      expected: expectedOutput.lines.map(\.raw), actual: actual.map(OutputEscaping.encode),
      expectedIndex: expected < expectedOutput.lines.count ? expected : nil,
      actualIndex: line < actual.count ? line : nil,
      line: expectedOutput.firstLine + min(expected, max(0, expectedOutput.lines.count - 1)))
  }

  private mutating func reason(
    expected: Int, actual line: Int, _ initial: CaptureBindings
  ) -> Mismatch.Reason {
    if expected >= expectedOutput.lines.count { return .extraOutput }
    if line >= actual.count { return .missingOutput }
    var fresh = CaptureBindings()
    if case .capture(let capture) = expectedOutput.lines[expected].kind,
      matches(expectedOutput.lines[expected], actual[line], bindings: &fresh)
    {
      let changed = capture.names.first { name in
        initial.values[name].map { !ByteSearch.areSame($0, fresh.values[name] ?? "") } ?? false
      }
      if let changed, let bound = initial.values[changed] {
        return .captureDiffers(name: changed, bound: bound)
      }
    }
    return .differs
  }
}
