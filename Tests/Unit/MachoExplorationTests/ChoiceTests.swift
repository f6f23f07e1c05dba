import MachoValues
import Testing

@testable import MachoExploration

struct ChoiceTests {
  @Test func `a sequence with fewer steps is simpler`() {
    #expect(ChoiceSequence([[], [9, 9]]) < ChoiceSequence([[], [0], [0]]))
    #expect(ChoiceSequence([[], [1]]) < ChoiceSequence([[], [2]]))
    #expect(!(ChoiceSequence([[], [2]]) < ChoiceSequence([[], [2]])))
  }

  /// Draws some choices whose bounds depend on earlier choices.
  private func draw(_ recorder: inout RunChoices) -> [Int] {
    var made: [Int] = []
    while made.count < 40, recorder.beginGroup() {
      let first = recorder.draw(below: 7)
      made.append(first)
      for _ in 0..<first { made.append(recorder.draw(below: 1 + first)) }
      made.append(recorder.draw(below: 9, from: [1, 4]))
    }
    return made
  }

  @Test(arguments: 0..<50 as Range<UInt64>)
  func `a replay makes the recorded choices`(seed: UInt64) {
    var recorder = RunChoices(random: SplitMix64(seed: seed))
    let made = draw(&recorder)
    var replay = RunChoices(replaying: recorder.sequence)
    #expect(draw(&replay) == made)
    #expect(replay.sequence == recorder.sequence)
  }

  @Test(arguments: 0..<50 as Range<UInt64>)
  func `every sequence is a valid run`(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    let sequence = ChoiceSequence(
      (0..<5).map { _ in (0..<3).map { _ in generator.next(below: 1_000) - 500 } })
    var replay = RunChoices(replaying: sequence)
    #expect(draw(&replay).allSatisfy { (0..<9).contains($0) })
  }

  @Test func `an enumeration makes each choice once`() {
    var group: [Int]? = []
    var made: [[Int]] = []
    while let present = group {
      var recorder = RunChoices(enumerating: present, width: 2)
      let first = recorder.draw(below: 3, from: [0])
      made.append([first] + (first == 1 ? [recorder.draw(below: 5)] : []))
      group = recorder.nextGroup
    }
    #expect(made == [[0], [1, 0], [1, 1], [2]])
  }

  @Test func `a log contains the choices of the last run`() {
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: ChoiceLog.byteCount, alignment: MemoryLayout<Int32>.alignment)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: ChoiceLog.byteCount)
    defer { memory.deallocate() }
    let log = ChoiceLog(memory: memory)
    log.beginRun(3)
    var recorder = RunChoices(random: SplitMix64(seed: 1), log: log)
    _ = draw(&recorder)
    log.beginRun(4)
    recorder = RunChoices(random: SplitMix64(seed: 2), log: log)
    let made = draw(&recorder)
    let reader = ChoiceLog(memory: memory)
    #expect(reader.run == 4)
    var replay = RunChoices(replaying: reader.sequence)
    #expect(draw(&replay) == made)
  }

  @Test func `random numbers are the same on each machine`() {
    var generator = SplitMix64(seed: 7, index: 3)
    #expect((0..<4).map { _ in generator.next(below: 1_000) } == [277, 642, 763, 833])
  }
}
