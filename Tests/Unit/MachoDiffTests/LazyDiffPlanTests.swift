import Testing

@testable import MachoDiff

@Suite struct `A lazy plan` {
  private struct Point { var x = 0 }

  @Test func `is the same for all tasks`() async {
    let lazy = LazyDiffPlan(Point.self)
    let found = await withTaskGroup(of: ObjectIdentifier.self) { group in
      for _ in 0..<100 { group.addTask { ObjectIdentifier(lazy.plan) } }
      return await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(found == [ObjectIdentifier(DiffPlanCache.plan(for: Point.self))])
  }
}
