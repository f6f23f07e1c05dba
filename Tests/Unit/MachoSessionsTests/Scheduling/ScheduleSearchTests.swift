import MachoSessions
import Testing

/// Chains of jobs of several effects, of which each job makes the next one ready. Returns the order
/// of the effects.
private func run(_ lengths: [Int], _ schedule: Schedule) -> [Int] {
  var left = lengths
  var ready = Array(lengths.indices)
  var order: [Int] = []
  while !ready.isEmpty {
    var index = 0
    if ready.count > 1 {
      let effects = ready
      index = schedule.chooseJob(
        from: ReadyJobs(effects: effects, acceptsExternalWork: false) {
          ReadyJob(effect: effects[$0], identity: "#\(effects[$0])")
        })
    }
    let effect = ready.remove(at: index)
    order.append(effect)
    left[effect] -= 1
    if left[effect] > 0 { ready.append(effect) }
  }
  return order
}

@Suite struct ScheduleSearchTests {
  @Test(arguments: [([1, 1], 2), ([2, 2], 6), ([1, 1, 1], 6), ([2, 2, 2], 90), ([3, 3], 20)])
  func `Depth-first search finds each interleaving once`(lengths: [Int], count: Int) {
    var orders: [[Int]] = []
    let search = ScheduleSearch<Never>(SchedulePlan(.depthFirst(bound: 99), count: 10_000)) {
      orders.append(run(lengths, $0))
      return nil
    }
    #expect(orders.count == count)
    #expect(Set(orders).count == count)
    #expect(search.summary.isExhausted)
    #expect(search.summary.text == "passes in all \(count) orders with at most 99 preemptions")
  }

  @Test func `A bound limits the choices of other jobs than the oldest`() {
    func orders(_ bound: Int) -> Int {
      ScheduleSearch<Never>(SchedulePlan(.depthFirst(bound: bound), count: 10_000)) {
        _ = run([2, 2, 2], $0)
        return nil
      }.summary.total
    }
    #expect(orders(0) == 1)
    #expect(orders(1) > 1)
    #expect(orders(1) < orders(2))
    #expect(orders(2) < 90)
  }

  @Test func `A failing order has the fewest choices that lead to it`() throws {
    // Fails if effect 1 runs twice before effect 0 has run twice.
    let search = ScheduleSearch<[Int]>(SchedulePlan(.random, count: 200)) { schedule in
      let order = run([2, 2, 2], schedule)
      let last = order.lastIndex(of: 0)! > order.lastIndex(of: 1)!
      return last ? order : nil
    }
    let failing = try #require(search.failingOrder)
    #expect(failing.divergence == nil)
    #expect(failing.indices.count { $0 != 1 } == 1)
    #expect(run([2, 2, 2], Schedule(.list(failing.indices))) == failing.failure)
    #expect(search.summary.passed < search.summary.total)
    #expect(search.summary.total == 200)
  }

  @Test func `A run without choice points has one order`() {
    var count = 0
    let search = ScheduleSearch<Never>(SchedulePlan(.random, count: 50)) {
      _ = run([3], $0)
      count += 1
      return nil
    }
    #expect(count == 1)
    #expect(search.summary.text == "passes in its only order")
  }

  @Test func `An order that cannot be repeated is named with its reason`() throws {
    var count = 0
    let search = ScheduleSearch<Int>(SchedulePlan(.random, count: 20)) { schedule in
      count += 1
      // The second run has other jobs than all later ones, as external work can cause.
      let isExternal = count == 2
      let effects = isExternal ? [0, 1, 2] : [0, 1]
      let index = schedule.chooseJob(
        from: ReadyJobs(effects: effects, acceptsExternalWork: isExternal) {
          ReadyJob(effect: $0, identity: "#\($0)")
        })
      return isExternal && index > 0 ? count : nil
    }
    // The second run has the seed 1, which chooses another job than the oldest of three.
    let failing = try #require(search.failingOrder)
    #expect(failing.divergence?.number == 1)
    #expect(
      failing.divergence?.reason
        == "external work completed at another time, beside #0; #1; #2")
  }

  @Test func `A strategy gives one order for each seed`() {
    for strategy in [
      ScheduleStrategy.random(seed: 7), .pct(depth: 3, seed: 7, length: 6), .list([2, 1, 2]), .fifo,
    ] {
      let order = run([2, 3, 2], Schedule(strategy))
      #expect((0..<20).allSatisfy { _ in run([2, 3, 2], Schedule(strategy)) == order })
    }
    let orders = Set((0..<50).map { run([2, 3, 2], Schedule(.random(seed: $0))) })
    #expect(orders.count > 20)
  }

  @Test func `PCT finds a bug of depth 2 at least as often as its bound promises`() {
    // The bug needs the third effect to end before the first begins.
    let lengths = [1, 3, 3]
    let fifo = Schedule(.fifo)
    _ = run(lengths, fifo)
    let length = fifo.indices.count
    let found = (0..<1000).count { seed in
      let order = run(lengths, Schedule(.pct(depth: 2, seed: UInt64(seed), length: length)))
      return order.lastIndex(of: 2)! < order.firstIndex(of: 0)!
    }
    let bound = ScheduleStrategy.pctBound(effects: 3, points: length, depth: 2)
    #expect(Double(found) / 1000 >= bound)
    #expect(ScheduleStrategy.pctBound(effects: 5, points: 20, depth: 2) == 0.01)
  }

  @Test func `An index without a job fails once, and then the oldest jobs run`() {
    let schedule = Schedule(.list([2, 4, 2]))
    #expect(run([2, 2], schedule) == [1, 0, 1, 0])
    #expect(!schedule.isFaithful)
    #expect(schedule.remainingIndices.isEmpty)
  }

  @Test(arguments: [
    ("500", "random:500"), ("random:20", "random:20"), ("pct:3", "pct:3:1000"),
    ("pct:2:50", "pct:2:50"), ("dfs:0", "dfs:0:10000"), ("dfs:2:9", "dfs:2:9"),
  ])
  func `A plan has a text form`(text: String, canonical: String) throws {
    let plan = try #require(SchedulePlan(text))
    #expect(plan.text == canonical)
    #expect(SchedulePlan(plan.text) == plan)
  }

  @Test(arguments: ["", "0", "-1", "x", "pct", "pct:0", "dfs", "dfs:-1", "pct:1:2:3", "2:3", ":5"])
  func `A malformed plan is rejected`(text: String) { #expect(SchedulePlan(text) == nil) }
}
