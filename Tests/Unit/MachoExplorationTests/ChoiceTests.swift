import MachoSessions
import Testing

@testable import MachoExploration

struct ChoiceTests {
  @Test func `a sequence with fewer steps is simpler`() {
    #expect(ChoiceSequence([[], [9, 9]]) < ChoiceSequence([[], [0], [0]]))
    #expect(ChoiceSequence([[], [1]]) < ChoiceSequence([[], [2]]))
    #expect(!(ChoiceSequence([[], [2]]) < ChoiceSequence([[], [2]])))
  }

  @Test func `a sequence with fewer jobs out of order is simpler`() {
    let fifo = ChoiceSequence([[], [9]])
    let other = ChoiceSequence([[], .init(step: [1], jobs: [0, 1])])
    #expect(fifo < other)
    #expect(other < ChoiceSequence([[], .init(step: [1], jobs: [0, 2])]))
    #expect(other.preemptionCount == 1)
    #expect(other.withFIFOOrder < other)
  }

  /// Returns a choice point with some jobs.
  private func jobs(_ count: Int) -> ReadyJobs {
    ReadyJobs(effects: Array(1...count), acceptsExternalWork: false) { index in
      ReadyJob(effect: index, identity: "#\(index)")
    }
  }

  @Test func `choices of jobs are recorded in the group of their step`() {
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: ChoiceLog.byteCount, alignment: MemoryLayout<Int32>.alignment)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: ChoiceLog.byteCount)
    defer { memory.deallocate() }
    let log = ChoiceLog(memory: memory)
    log.beginRun(0)
    let recorder = RunChoices(
      random: SplitMix64(seed: 1), schedule: Schedule(.list([1, 3, 2])), log: log)
    for _ in 0..<2 {
      _ = recorder.beginGroup()
      _ = recorder.draw(below: 4, from: [3])
      for _ in 0..<2 { _ = recorder.chooseJob(from: jobs(3)) }
    }
    let expected = ChoiceSequence([
      .init(step: [3], jobs: [0, 2]), .init(step: [3], jobs: [1]),
    ])
    #expect(recorder.sequence == expected)
    #expect(recorder.scheduleNumbers == [1, 3, 2])
    // The log keeps final zeros.
    #expect(ChoiceLog(memory: memory).sequence.groups[1] == .init(step: [3], jobs: [1, 0]))
    let replay = RunChoices(replaying: expected)
    for _ in 0..<2 {
      _ = replay.beginGroup()
      _ = replay.draw(below: 4)
      for _ in 0..<2 { _ = replay.chooseJob(from: jobs(3)) }
    }
    #expect(replay.sequence == expected)
  }

  @Test func `an enumeration varies the jobs of each step`() {
    var group: ChoiceSequence.Group? = []
    var made: [[Int]] = []
    while let present = group {
      let recorder = RunChoices(enumerating: present, width: 2, varyingJobs: true)
      let step = recorder.draw(below: 2)
      made.append([step, recorder.chooseJob(from: jobs(2))])
      group = recorder.nextGroup
    }
    #expect(made == [[0, 0], [0, 1], [1, 0], [1, 1]])
  }

  /// Draws some choices whose bounds depend on earlier choices.
  private func draw(_ recorder: RunChoices) -> [Int] {
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
    let recorder = RunChoices(random: SplitMix64(seed: seed))
    let made = draw(recorder)
    let replay = RunChoices(replaying: recorder.sequence)
    #expect(draw(replay) == made)
    #expect(replay.sequence == recorder.sequence)
  }

  @Test(arguments: 0..<50 as Range<UInt64>)
  func `every sequence is a valid run`(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    let sequence = ChoiceSequence(
      (0..<5).map { _ in
        ChoiceSequence.Group(step: (0..<3).map { _ in generator.next(below: 1_000) - 500 })
      })
    let replay = RunChoices(replaying: sequence)
    #expect(draw(replay).allSatisfy { (0..<9).contains($0) })
  }

  @Test func `an enumeration makes each choice once`() {
    var group: ChoiceSequence.Group? = []
    var made: [[Int]] = []
    while let present = group {
      let recorder = RunChoices(enumerating: present, width: 2)
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
    _ = draw(RunChoices(random: SplitMix64(seed: 1), log: log))
    log.beginRun(4)
    let made = draw(RunChoices(random: SplitMix64(seed: 2), log: log))
    let reader = ChoiceLog(memory: memory)
    #expect(reader.run == 4)
    let replay = RunChoices(replaying: reader.sequence)
    #expect(draw(replay) == made)
  }

  @Test func `random numbers are the same on each machine`() {
    var generator = SplitMix64(seed: 7, index: 3)
    #expect((0..<4).map { _ in generator.next(below: 1_000) } == [277, 642, 763, 833])
  }
}
