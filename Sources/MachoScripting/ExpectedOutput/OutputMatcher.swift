import MachoReporting
import MachoValues

/// Matches lines of actual output against expected lines.
///
/// Each line must match in order, except that expected output may omit the unchanged lines of a
/// diff. A line of a diff must be inside of what the expected lines above it open.
///
/// Between two `|...` lines the first match is as good as any later one, so the matcher does not
/// backtrack across it. The exception is a capture that was bound before and recurs later: then
/// earlier choices matter. Each state is visited once after the first failure, and retries are
/// limited.
struct OutputMatcher {
  private let expectedOutput: ExpectedOutput
  private let actual: [OutputLine]
  private let outline: OutputOutline
  private let nesting: ExpectedOutline
  private var lineMatcher = LineMatcher()
  /// For each expected line, the capture names in it or below it.
  private let remainingNames: [Set<String>]
  private var furthestMatch = (expected: -1, actual: 0)
  /// How many other matches may be tried.
  private var remainingRetries = 200_000
  /// The expected lines that match a line of output, in order.
  private(set) var pairs: [Mismatch.Pair] = []

  init(expectedOutput: ExpectedOutput, actual: [OutputLine]) {
    self.expectedOutput = expectedOutput
    self.actual = actual
    outline = OutputOutline(actual)
    nesting = ExpectedOutline(expectedOutput.lines)
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
    /// The first expected line of the diff that contains the next line of output.
    var diffStart = 0
    var bindings: CaptureBindings
  }

  /// A state at which another line of output may be skipped: by `|...`, or because it is unchanged.
  private struct Choice {
    var state: State
    var pairCount: Int
  }

  mutating func match(_ bindings: inout CaptureBindings) -> Mismatch? {
    let initial = bindings
    // Innermost last.
    var choices: [Choice] = []
    var visited: Set<State> = []
    // The states after the first failure in which an unchanged line matched.
    var matched: Set<State> = []
    var hasFailed = false
    var state = State(bindings: bindings)
    while true {
      if state.expected == expectedOutput.lines.count, !outline.requiresMore[state.actual] {
        bindings = state.bindings
        return nil
      }
      if state.expected < expectedOutput.lines.count,
        expectedOutput.lines[state.expected].kind == .anyLines
      {
        if isIndependentOfCaptures(state, initial) {
          choices.removeAll(keepingCapacity: true)
          visited.removeAll(keepingCapacity: true)
          matched.removeAll(keepingCapacity: true)
        }
        choices.append(Choice(state: state, pairCount: pairs.count))
        state.expected += 1
        if state.expected == expectedOutput.lines.count { state.actual = actual.count }
        continue
      }
      let before = state
      if matchNextLine(&state) {
        let isOptional = outline.isOptional[before.actual]
        if !isOptional || !hasFailed || matched.insert(before).inserted {
          if isOptional { choices.append(Choice(state: before, pairCount: pairs.count)) }
          pairs.append(Mismatch.Pair(expected: before.expected, actual: before.actual))
          continue
        }
      } else if canSkipLine(state) {
        moveToNextLine(&state)
        continue
      }
      recordProgress(state)
      hasFailed = true
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
    guard state.expected < expectedOutput.lines.count, state.actual < actual.count,
      outline.depths[state.actual] > nesting.floor(of: state.expected, from: state.diffStart),
      lineMatcher.matches(
        expectedOutput.lines[state.expected], actual[state.actual],
        isContent: outline.isContent[state.actual], bindings: &state.bindings)
    else { return false }
    state.expected += 1
    moveToNextLine(&state)
    return true
  }

  /// Whether the next line of output is unchanged and inside of what the expected lines opened.
  private func canSkipLine(_ state: State) -> Bool {
    state.actual < actual.count && outline.isOptional[state.actual]
      && outline.depths[state.actual] > nesting.floor(of: state.expected, from: state.diffStart)
  }

  private func moveToNextLine(_ state: inout State) {
    state.actual += 1
    if state.actual < actual.count, outline.startsDiff[state.actual] {
      state.diffStart = state.expected
    }
  }

  /// Returns the next state to try: the innermost choice skips one more line.
  private mutating func backtrack(
    _ choices: inout [Choice], _ visited: inout Set<State>, _ initial: CaptureBindings
  ) -> State? {
    while var choice = choices.popLast() {
      guard choice.state.actual < actual.count else { continue }
      let isAnyLines = expectedOutput.lines[choice.state.expected].kind == .anyLines
      if !isAnyLines, !canSkipLine(choice.state) { continue }
      pairs.removeLast(pairs.count - choice.pairCount)
      moveToNextLine(&choice.state)
      var state = choice.state
      guard isAnyLines else {
        remainingRetries -= 1
        return state
      }
      choices.append(choice)
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

// MARK: - Mismatches

extension OutputMatcher {
  private mutating func mismatch(_ reason: Mismatch.Reason?, _ initial: CaptureBindings) -> Mismatch
  {
    let (expected, line) = (max(0, furthestMatch.expected), furthestMatch.actual)
    var mismatch = Mismatch(
      reason: reason ?? self.reason(expected: expected, actual: line, initial),
      expected: expectedOutput.lines.map(\.raw),
      actual: actual.map { OutputEscaping.encode($0.text) },
      expectedIndex: expected < expectedOutput.lines.count ? expected : nil,
      actualIndex: line < actual.count ? line : nil, line: 0)
    if let alignment = OutputAlignment(expectedOutput, actual, outline, nesting, initial) {
      mismatch.alignment = alignment.result
      if reason == nil, outline.hasDiff { alignment.describe(&mismatch) }
    }
    mismatch.line =
      expectedOutput.firstLine
      + min(mismatch.expectedIndex ?? .max, max(0, expectedOutput.lines.count - 1))
    return mismatch
  }

  private mutating func reason(
    expected: Int, actual line: Int, _ initial: CaptureBindings
  ) -> Mismatch.Reason {
    if expected >= expectedOutput.lines.count { return .extraOutput }
    if line >= actual.count { return .missingOutput }
    var fresh = CaptureBindings()
    if case .capture(let capture) = expectedOutput.lines[expected].kind,
      lineMatcher.matches(
        expectedOutput.lines[expected], actual[line], isContent: outline.isContent[line],
        bindings: &fresh)
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
