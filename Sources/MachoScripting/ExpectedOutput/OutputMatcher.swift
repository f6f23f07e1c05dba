import MachoReporting
import MachoValues

/// Matches lines of actual output against expected lines.
///
/// Between two `|...` lines the first match is as good as any later one, so the matcher does not
/// backtrack across it. The exception is a capture that was bound before and recurs later: then
/// earlier choices matter. In that case each state is visited once, and retries are limited.
struct OutputMatcher {
  private let expectedOutput: ExpectedOutput
  private let actual: [String]
  private var patterns: [String: Regex<AnyRegexOutput>] = [:]
  /// For each expected line, the capture names in it or below it.
  private let remainingNames: [Set<String>]
  private var furthestMatch = (expected: -1, actual: 0)
  /// How often a `|...` may still match one more line because of a capture above it.
  private var remainingRetries = 50_000

  init(expectedOutput: ExpectedOutput, actual: [String]) {
    self.expectedOutput = expectedOutput
    self.actual = actual
    var below: [Set<String>] = [[]]
    for line in expectedOutput.lines.reversed() {
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
    // The states at `|...` lines that can match one more line, innermost last.
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

  /// Whether no capture that was bound so far recurs in the remaining lines.
  private func isIndependentOfCaptures(_ state: State, _ initial: CaptureBindings) -> Bool {
    let names = remainingNames[state.expected]
    return names.allSatisfy { state.bindings.values[$0] == nil || initial.values[$0] != nil }
  }

  /// Matches one line. Advances the state and returns `true` if it matches.
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

  /// Returns the next state to try: the innermost `|...` matches one more line.
  private mutating func backtrack(
    _ choices: inout [State], _ visited: inout Set<State>, _ initial: CaptureBindings
  ) -> State? {
    while var state = choices.popLast() {
      guard state.actual < actual.count else { continue }
      state.actual += 1
      choices.append(state)
      state.expected += 1
      // With a single choice left, each state is reached only once.
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
  /// Returns whether a line matches. If it does, binds its new captures.
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

// MARK: - Mismatches

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
