import Testing

@testable import MachoExploration

struct ShrinkerTests {
  @Test func `deletes the steps that the failure does not need`() throws {
    let start = ChoiceSequence([[], [3], [0, 7], [5, 1], [2], [9, 9]])
    let needed = ChoiceSequence([[], [0, 7], [2]])
    var shrinker = Shrinker(start) { candidate in
      candidate.groups.contains([0, 7]) && candidate.groups.contains([2]) ? candidate : nil
    }
    #expect(try shrinker.shrink() == ChoiceSequence([[], [2], [0, 7]]).sortedSteps)
    #expect(needed.stepCount == 2)
  }

  @Test func `lowers choices to the smallest that fails`() throws {
    var shrinker = Shrinker(ChoiceSequence([[8], [40]])) { candidate in
      candidate.groups.count == 2 && candidate.groups[1].step.first ?? 0 >= 17 ? candidate : nil
    }
    #expect(try shrinker.shrink() == ChoiceSequence([[], [17]]))
  }

  @Test func `moves the order of jobs towards first in, first out`() throws {
    let start = ChoiceSequence([
      [], .init(step: [4], jobs: [2, 0, 3]), .init(step: [1], jobs: [1]),
    ])
    var shrinker = Shrinker(start) { candidate in
      candidate.stepCount == 2 && candidate.groups[1].jobs.count == 3
        && candidate.groups[1].jobs[2] > 0 ? candidate : nil
    }
    #expect(
      try shrinker.shrink() == ChoiceSequence([[], .init(jobs: [0, 0, 1]), []]))
  }

  @Test func `finds one job out of order that has the effect of two`() throws {
    let start = ChoiceSequence([[], [], .init(jobs: [0, 1, 1])])
    var shrinker = Shrinker(start) { candidate in
      candidate == start || candidate.groups.count == 3 && candidate.groups[1].jobs == [1]
        ? candidate : nil
    }
    #expect(try shrinker.shrink() == ChoiceSequence([[], .init(jobs: [1]), []]))
  }

  @Test func `prefers the first-in, first-out order to simpler steps`() throws {
    let start = ChoiceSequence([[], .init(step: [4], jobs: [1])])
    var shrinker = Shrinker(start) { candidate in
      let group = candidate.groups.last ?? []
      return group.jobs == [1] && group.step == [] || group.step == [4] ? candidate : nil
    }
    #expect(try shrinker.shrink() == ChoiceSequence([[], [4]]))
  }

  @Test func `never runs a candidate twice`() throws {
    var seen: [ChoiceSequence] = []
    var shrinker = Shrinker(ChoiceSequence([[], [1], [2], [3], [4]])) { candidate in
      seen.append(candidate)
      return candidate.stepCount >= 2 ? candidate : nil
    }
    _ = try shrinker.shrink()
    #expect(Set(seen).count == seen.count)
  }

  @Test func `runs no more candidates than its budget`() throws {
    var count = 0
    var shrinker = Shrinker(
      ChoiceSequence([[]] + (0..<100).map { .init(step: [$0, $0]) }), budget: 40
    ) { candidate in
      count += 1
      return candidate
    }
    _ = try shrinker.shrink()
    #expect(count <= 40)
  }
}

extension ChoiceSequence {
  fileprivate var sortedSteps: ChoiceSequence {
    ChoiceSequence(
      [groups[0]] + groups.dropFirst().sorted { $0.step.lexicographicallyPrecedes($1.step) })
  }
}
