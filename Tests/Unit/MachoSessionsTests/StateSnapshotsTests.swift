import MachoDiff
import Testing

@testable import MachoSessions

@Suite struct `The states of a history` {
  private static let small = StateSnapshots.Limits(recent: 4, slack: 3, sparse: 2)

  @Test(arguments: 1...40)
  func `Each is restored after random actions and time travel`(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    var model = Model(limits: Self.small)
    for _ in 0..<400 {
      switch Int.random(in: 0..<20, using: &generator) {
      case 0: model.move(to: model.randomPosition(&generator))
      case 1 where model.history.branches.count < 5: model.branch()
      case 2: model.add(.opaque, &generator)
      case 3: model.add(.mistaken, &generator)
      default: model.add(.pure, &generator)
      }
      #expect(model.differences(at: model.randomPosition(&generator)) == nil)
    }
    #expect(model.allDifferences.isEmpty)
  }

  @Test func `A hundred thousand pure actions retain few of them`() {
    var model = Model(limits: StateSnapshots.Limits())
    var generator = SplitMix64(seed: 7)
    for _ in 0..<100_000 { model.add(.pure, &generator) }
    #expect(model.history.branches[0].snapshots.count <= 256 + 256 + 2 * 64 + 2)
    for position in [0, 1, 49_999, 99_000, 100_000] {
      #expect(model.differences(at: .init(branch: 0, offset: position)) == nil)
    }
  }

  @Test func `All states of an object are retained`() {
    var model = Model(limits: Self.small)
    var generator = SplitMix64(seed: 7)
    for _ in 0..<100 { model.add(.opaque, &generator) }
    // One state is both the last retained snapshot and the first of the latest states.
    #expect(model.history.branches[0].snapshots.count == 102)
  }

  @Test func `A nondeterministic reducer is detected`() {
    var model = Model(limits: Self.small)
    var generator = SplitMix64(seed: 7)
    for _ in 0..<100 { model.add(.pure, &generator) }
    model.store.addend = 1
    var lost = 0
    for position in 0...100
    where model.history.state(at: .init(branch: 0, offset: position), by: model.store) == nil {
      lost += 1
    }
    #expect(lost > 80)
    #expect(model.allDifferences.count == lost)
  }
}

/// A history and a model with all states.
private struct Model {
  enum Kind { case pure, opaque, mistaken }

  var history: History
  let store = Adder()
  private var states: [[Int]] = [[0]]

  init(limits: StateSnapshots.Limits) { history = History(limits: limits) }

  mutating func add(_ kind: Kind, _ generator: inout SplitMix64) {
    let number = Int.random(in: -9...9, using: &generator)
    let before = states[history.branch][history.position]
    // The other two kinds depend on a random number; only `opaque` is marked as impure.
    let after = before + number + (kind == .pure ? 0 : Int.random(in: 1...9, using: &generator))
    states[history.branch].removeSubrange((history.position + 1)...)
    states[history.branch].append(after)
    history.append(
      StateTransition(
        cause: .sent, action: number, before: before, after: after, lastEffectIDBefore: 0,
        isPure: kind != .opaque),
      as: "send \(number)", changed: true, by: store)
  }

  mutating func move(to place: History.Position) { history.move(to: place) }

  mutating func branch() {
    states.append(Array(states[history.branch].prefix(history.position + 1)))
    history.startBranch(named: "b\(states.count)")
  }

  var allDifferences: [String] {
    mutating get {
      let places = states.indices.flatMap { branch in
        states[branch].indices.map { History.Position(branch: branch, offset: $0) }
      }
      return places.compactMap { differences(at: $0) }
    }
  }

  func randomPosition(_ generator: inout SplitMix64) -> History.Position {
    let branch = Int.random(in: states.indices, using: &generator)
    return .init(
      branch: branch, offset: Int.random(in: states[branch].indices, using: &generator))
  }

  /// Returns the difference between history and model at a position, or `nil`.
  mutating func differences(at place: History.Position) -> String? {
    let state = history.state(at: place, by: store)?.value as? Int
    let wanted = states[place.branch][place.offset]
    guard state != wanted, history.branches[place.branch].count > 0 else { return nil }
    return "\(place): \(state.map(String.init) ?? "nothing"), not \(wanted)"
  }
}

/// A store whose reducer adds numbers.
private final class Adder: TallyStore {
  var addend = 0

  init() { super.init(State()) }

  override func pureReduce(_ state: Any, actions: [Any]) -> [Any]? {
    guard var state = state as? Int, let numbers = actions as? [Int] else { return nil }
    return numbers.map { number in
      state += number + addend
      return state
    }
  }

  override func change(from old: Any, to new: Any) -> Change? {
    old as? Int == new as? Int ? nil : Change(reading: "- \(old)\n+ \(new)")
  }
}
