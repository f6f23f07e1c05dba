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
/// limited. An unchanged line is not skipped if no line before the next change equals it.
struct OutputMatcher {
  private let expectedOutput: ExpectedOutput
  private let actual: [OutputLine]
  private let outline: OutputOutline
  private let nesting: ExpectedOutline
  private let initial: CaptureBindings
  private var lineMatcher = LineMatcher()
  /// For each expected line, the capture names in it or below it.
  private let remainingNames: [Set<String>]
  private var furthestMatch = (expected: -1, actual: 0)
  private lazy var candidates = LineCandidates(expectedOutput.lines, actual, nesting.elements)
  /// How many other matches may be tried.
  private var remainingRetries = 200_000
  /// The expected lines that match a line of output, in order.
  private(set) var pairs: [Mismatch.Pair] = []

  /// Creates a matcher of a script's captures with these bindings.
  init(expectedOutput: ExpectedOutput, actual: [OutputLine], _ bindings: CaptureBindings) {
    self.expectedOutput = expectedOutput
    self.actual = actual
    initial = bindings
    outline = OutputOutline(actual)
    nesting = ExpectedOutline(expectedOutput.lines, bindings)
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
    /// By how much the last element of each array has a greater index than the expected line, by the
    /// expected line that opens the array. Only values other than 0.
    var shifts: [Int: Int] = [:]
    var bindings: CaptureBindings
  }

  /// A state at which another line of output may be skipped: by `|...`, or because it is unchanged.
  private struct Choice {
    var state: State
    var pairCount: Int
  }

  /// Returns `nil` if the output matches, and adds its captures to `bindings`.
  mutating func match(_ bindings: inout CaptureBindings) -> Mismatch? {
    // Innermost last.
    var choices: [Choice] = []
    var visited: Set<State> = []
    // The states after the first failure in which an unchanged line matched.
    var matched: Set<State> = []
    var hasFailed = false
    var state = State(bindings: bindings)
    while true {
      if state.expected == expectedOutput.lines.count, outline.nextRequired[state.actual] == .max {
        bindings = state.bindings
        return nil
      }
      if state.expected < expectedOutput.lines.count,
        expectedOutput.lines[state.expected].kind == .anyLines
      {
        if isIndependentOfCaptures(state) {
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
      guard remainingRetries > 0 else { return mismatch(.tooAmbiguous) }
      guard let next = backtrack(&choices, &visited) else { return mismatch(nil) }
      state = next
    }
  }

  /// Whether no capture that was bound so far recurs in the remaining lines.
  private func isIndependentOfCaptures(_ state: State) -> Bool {
    let names = remainingNames[state.expected]
    return names.allSatisfy { state.bindings.values[$0] == nil || initial.values[$0] != nil }
  }

  /// Matches one line. Advances the state and returns `true` if it matches.
  private mutating func matchNextLine(_ state: inout State) -> Bool {
    let (expected, line) = (state.expected, state.actual)
    guard expected < expectedOutput.lines.count, line < actual.count,
      outline.depths[line] > nesting.floor(of: expected, from: state.diffStart)
    else { return false }
    let shift = nesting.elements.shift(of: expected, to: actual[line].change?.index)
    if let shift, !nesting.elements.allows(shift, of: expected, after: state.shifts) {
      return false
    }
    let output = actual[line].withIndex(less: shift ?? 0)
    guard
      nesting.elements.count(of: expected, matches: line, of: outline)
        || lineMatcher.matches(
          expectedOutput.lines[expected], output, isContent: outline.isContent[line],
          bindings: &state.bindings)
    else { return false }
    if let shift, let array = nesting.elements.elements[expected]?.array {
      state.shifts[array] = shift == 0 ? nil : shift
    }
    state.expected += 1
    moveToNextLine(&state)
    return true
  }

  /// Whether the next line of output is unchanged and inside of what the expected lines opened.
  private func canSkipLine(_ state: State) -> Bool {
    state.actual < actual.count && outline.isOptional[state.actual]
      && outline.depths[state.actual] > nesting.floor(of: state.expected, from: state.diffStart)
  }

  /// Whether a line between the next line of output and the next change can match the expected line.
  private mutating func hasLaterCandidate(_ state: State) -> Bool {
    let next = candidates.first(for: state.expected, from: state.actual + 1)
    return next < actual.count && next <= outline.nextRequired[state.actual]
  }

  private func moveToNextLine(_ state: inout State) {
    state.actual += 1
    if state.actual < actual.count, outline.startsDiff[state.actual] {
      state.diffStart = state.expected
    }
  }

  /// Returns the next state to try: the innermost choice skips one more line.
  private mutating func backtrack(
    _ choices: inout [Choice], _ visited: inout Set<State>
  ) -> State? {
    while var choice = choices.popLast() {
      guard choice.state.actual < actual.count else { continue }
      let isAnyLines = expectedOutput.lines[choice.state.expected].kind == .anyLines
      if !isAnyLines, !canSkipLine(choice.state) || !hasLaterCandidate(choice.state) { continue }
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
  private mutating func mismatch(_ reason: Mismatch.Reason?) -> Mismatch {
    let (expected, line) = (max(0, furthestMatch.expected), furthestMatch.actual)
    let failure = lineMatcher.failure.map { Mismatch.Reason.slowRegex(message: "\($0)") }
    let reason = failure ?? reason
    var mismatch = Mismatch(
      reason: reason ?? self.reason(expected: expected, actual: line),
      expected: expectedOutput.lines.map(\.raw),
      actual: actual.map { OutputEscaping.encode($0.text) },
      expectedIndex: expected < expectedOutput.lines.count ? expected : nil,
      actualIndex: line < actual.count ? line : nil, line: 0)
    if let alignment = alignment {
      mismatch.alignment = alignment.result
      if reason == nil, outline.hasDiff {
        alignment.describe(&mismatch)
        mismatch.differences =
          ChangeDifferences(
            expected: .init(
              texts: expectedOutput.lines.map { $0.text(with: initial) }, forms: nesting.forms,
              parents: nesting.parents),
            actual: .init(
              texts: actual.map(\.text), forms: actual.map(\.change),
              parents: ChangeTree.parents(of: actual)),
            alignment.result
          ).all
      }
    }
    mismatch.line =
      expectedOutput.firstLine
      + min(mismatch.expectedIndex ?? .max, max(0, expectedOutput.lines.count - 1))
    return mismatch
  }

  /// The alignment for the report. Indexes of elements are compared if nothing else differs.
  private var alignment: OutputAlignment? {
    func align(comparesIndexes: Bool) -> OutputAlignment? {
      OutputAlignment(
        expectedOutput, actual, outline, nesting, initial, comparesIndexes: comparesIndexes)
    }
    guard outline.hasDiff, let alignment = align(comparesIndexes: false),
      alignment.result.count > 0
    else { return align(comparesIndexes: true) }
    return alignment
  }

  private mutating func reason(expected: Int, actual line: Int) -> Mismatch.Reason {
    if expected >= expectedOutput.lines.count { return .extraOutput }
    let followsAnyLines = expected > 0 && expectedOutput.lines[expected - 1].kind == .anyLines
    if line >= actual.count { return followsAnyLines ? .missingLine : .missingOutput }
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
    return followsAnyLines ? .missingLine : .differs
  }
}
