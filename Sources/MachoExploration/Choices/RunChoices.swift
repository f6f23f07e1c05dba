import MachoValues

/// Makes the choices of one run and records them.
package struct RunChoices: ChoiceSource {
  /// Where the choices come from.
  private enum Origin {
    case random(SplitMix64)
    case replay(ChoiceSequence)
    /// The choices of one group, after which the simplest choices follow.
    case enumeration([Int])
  }

  private var origin: Origin
  private var choices: [Int] = []
  /// The index of the first choice of each group.
  private var starts: [Int] = []
  private var log: ChoiceLog?
  /// The number of alternatives of each choice, in an enumeration.
  private(set) var alternatives: [Int] = []
  /// The maximum number of alternatives of a value, in an enumeration.
  private let width: Int

  /// Creates a recorder that makes random choices.
  package init(random generator: SplitMix64, log: ChoiceLog? = nil) {
    origin = .random(generator)
    width = .max
    self.log = log
    choices.reserveCapacity(256)
    starts.reserveCapacity(64)
  }

  /// Creates a recorder that repeats choices.
  package init(replaying sequence: ChoiceSequence, log: ChoiceLog? = nil) {
    origin = .replay(sequence)
    width = .max
    self.log = log
  }

  /// Creates a recorder for one group of an enumeration of all choices.
  ///
  /// - Parameters:
  ///   - earlier: The groups before it, for the log.
  init(
    enumerating choices: [Int], width: Int, after earlier: [[Int]] = [], log: ChoiceLog? = nil
  ) {
    origin = .enumeration(choices)
    self.width = width
    self.log = log
    starts = [0]
    guard let log else { return }
    log.beginRun(0)
    for group in earlier {
      log.beginGroup()
      for choice in group { log.append(choice) }
    }
    log.beginGroup()
  }

  /// The next group in an enumeration. `nil` at its end.
  var nextGroup: [Int]? {
    var next = choices
    while let last = next.last {
      if last + 1 < alternatives[next.count - 1] {
        next[next.count - 1] += 1
        return next
      }
      next.removeLast()
    }
    return nil
  }

  /// Begins a group. Returns `false` at the end of the repeated choices.
  mutating func beginGroup() -> Bool {
    switch origin {
    case .replay(let sequence) where starts.count >= sequence.groups.count: return false
    // The group began with the recorder.
    case .enumeration: return true
    default: break
    }
    starts.append(choices.count)
    log?.beginGroup()
    return true
  }

  package mutating func draw(below bound: Int) -> Int {
    record(makeChoice(below: bound) { $0.next(below: bound) }, min(bound, width))
  }

  /// Returns a choice below `bound`. A random choice is one of `candidates`.
  mutating func draw(below bound: Int, from candidates: [Int]) -> Int {
    record(makeChoice(below: bound) { candidates[$0.next(below: candidates.count)] }, bound)
  }

  private mutating func makeChoice(
    below bound: Int, _ random: (inout SplitMix64) -> Int
  ) -> Int {
    guard bound > 1 else { return 0 }
    switch origin {
    case .random(var generator):
      let choice = random(&generator)
      origin = .random(generator)
      return choice
    case .replay(let sequence):
      guard let start = starts.last else { return 0 }
      let group = sequence.groups[starts.count - 1]
      let index = choices.count - start
      return index < group.count ? min(max(group[index], 0), bound - 1) : 0
    case .enumeration(let group):
      return choices.count < group.count ? min(group[choices.count], bound - 1) : 0
    }
  }

  private mutating func record(_ choice: Int, _ count: Int) -> Int {
    choices.append(choice)
    if case .enumeration = origin { alternatives.append(count) }
    log?.append(choice)
    return choice
  }

  /// The choices so far. Final zeros of a group are omitted: they are the default.
  package var sequence: ChoiceSequence {
    ChoiceSequence(
      starts.indices.map { index in
        let end = index + 1 < starts.count ? starts[index + 1] : choices.count
        var group = choices[starts[index]..<end]
        while group.last == 0 { group.removeLast() }
        return Array(group)
      })
  }
}
