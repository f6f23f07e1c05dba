import MachoValues

/// Compares the lines of a gutter with lines of output.
///
/// Between two `|...` the first place that matches is as good as any later one, so nothing before
/// it is tried again; only a capture that was bound on the way, and recurs below, makes an earlier
/// choice matter. Then each state is visited once, and their number has a limit.
struct GutterMatcher {
  private let gutter: Gutter
  private let actual: [String]
  private var patterns: [String: Regex<AnyRegexOutput>] = [:]
  /// For each line of the gutter, the names that stand in it or below it.
  private let namesBelow: [Set<String>]
  private var furthest = (expected: -1, actual: 0)
  /// How often a `|...` may take one more line because of a capture above it.
  private var budget = 50_000

  init(gutter: Gutter, actual: [String]) {
    self.gutter = gutter
    self.actual = actual
    var below: [Set<String>] = [[]]
    for line in gutter.lines.reversed() {
      guard case .capture(let capture) = line.kind else {
        below.append(below[below.count - 1])
        continue
      }
      below.append(below[below.count - 1].union(capture.names))
    }
    namesBelow = below.reversed()
  }

  private struct State: Hashable {
    var expected = 0
    var actual = 0
    var bindings: Bindings
  }

  mutating func match(_ bindings: inout Bindings) -> Mismatch? {
    let initial = bindings
    // Each stands at a `|...` that may take one more line; the innermost is the last.
    var choices: [State] = []
    var visited: Set<State> = []
    var state = State(bindings: bindings)
    while true {
      if state.expected == gutter.lines.count, state.actual == actual.count {
        bindings = state.bindings
        return nil
      }
      if state.expected < gutter.lines.count, gutter.lines[state.expected].kind == .anything {
        if isFree(state, initial) {
          choices.removeAll(keepingCapacity: true)
          visited.removeAll(keepingCapacity: true)
        }
        choices.append(state)
        state.expected += 1
        if state.expected == gutter.lines.count { state.actual = actual.count }
        continue
      }
      if step(&state) { continue }
      note(state)
      guard budget > 0 else { return mismatch(.tooAmbiguous, initial) }
      guard let next = retry(&choices, &visited, initial) else { return mismatch(nil, initial) }
      state = next
    }
  }

  /// Whether nothing that was bound on the way to a state matters below it.
  private func isFree(_ state: State, _ initial: Bindings) -> Bool {
    let names = namesBelow[state.expected]
    return names.allSatisfy { state.bindings.values[$0] == nil || initial.values[$0] != nil }
  }

  /// Matches one line; the state moves on when it does.
  private mutating func step(_ state: inout State) -> Bool {
    guard state.expected < gutter.lines.count, state.actual < actual.count else { return false }
    guard
      matches(gutter.lines[state.expected], actual[state.actual], bindings: &state.bindings)
    else { return false }
    state.expected += 1
    state.actual += 1
    return true
  }

  /// The next state to try: the innermost `|...` takes one more line.
  private mutating func retry(
    _ choices: inout [State], _ visited: inout Set<State>, _ initial: Bindings
  ) -> State? {
    while var state = choices.popLast() {
      guard state.actual < actual.count else { continue }
      state.actual += 1
      choices.append(state)
      state.expected += 1
      // With one choice left there is no other way to come here.
      if choices.count > 1 {
        budget -= 1
        guard visited.insert(state).inserted else {
          choices.removeLast()
          continue
        }
      }
      return state
    }
    return nil
  }

  private mutating func note(_ state: State) {
    guard state.expected > furthest.expected else { return }
    furthest = (state.expected, state.actual)
  }
}

// MARK: - One line

extension GutterMatcher {
  /// Whether a line matches; captures of it that are new are then bound.
  mutating func matches(
    _ line: GutterLine, _ text: String, bindings: inout Bindings
  ) -> Bool {
    switch line.kind {
    case .literal(let expected): return ByteSearch.areSame(expected, text)
    case .blank: return text.utf8.isEmpty
    case .anything: return true
    case .regex(let pattern): return wholeMatch(pattern, text) != nil
    case .capture(let capture):
      guard let match = wholeMatch(capture.pattern(with: bindings), text) else { return false }
      for name in capture.names where bindings.values[name] == nil {
        bindings.values[name] = match[CapturePattern.group(name)]?.substring.map(String.init) ?? ""
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

extension GutterMatcher {
  private mutating func mismatch(_ reason: Mismatch.Reason?, _ initial: Bindings) -> Mismatch {
    let (expected, line) = (max(0, furthest.expected), furthest.actual)
    let found = reason ?? self.reason(expected: expected, actual: line, initial)
    return Mismatch(
      reason: found,
      expected: gutter.lines.map(\.raw), actual: actual.map(GutterText.encode),
      expectedIndex: expected < gutter.lines.count ? expected : nil,
      actualIndex: line < actual.count ? line : nil,
      line: gutter.firstLine + min(expected, max(0, gutter.lines.count - 1)))
  }

  private mutating func reason(
    expected: Int, actual line: Int, _ initial: Bindings
  ) -> Mismatch.Reason {
    if expected >= gutter.lines.count { return .outputGoesOn }
    if line >= actual.count { return .outputEnded }
    var fresh = Bindings()
    if case .capture(let capture) = gutter.lines[expected].kind,
      matches(gutter.lines[expected], actual[line], bindings: &fresh)
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
