import Foundation
import MachoSessions
import Testing

private func effect(_ name: String, _ kind: EffectChange.Kind) -> EffectChange {
  EffectChange(
    kind,
    RunningEffect(
      id: 1, name: name, origin: "ask", location: CodeLocation(file: "Tally.swift", line: 1),
      status: .external))
}

@Suite struct CoverageTests {
  private func collector() -> CoverageCollector { CoverageCollector(TallyFeature()) }

  @Test func `Everything that the types allow is listed, reached or not`() {
    let coverage = collector().coverage
    #expect(Set(coverage.actions.map(\.action)) == ["add", "addLater", "ask", "added"])
    #expect(coverage.actions.allSatisfy { !$0.isReached })
    #expect(Set(coverage.states.map(\.condition)) == ["note == nil", "note != nil"])
    #expect(coverage.effects.isEmpty)
  }

  @Test func `An endpoint of several features counts for those that call it`() throws {
    func coverage(callingOf name: String?) throws -> CoverageReport.Feature {
      let collector = CoverageCollector(TallyFeature(), sharedEndpoints: ["library.search"])
      if let name {
        let endpoint = try #require(TallyFeature().endpoints.first { $0.name == name })
        collector.record(.missing, of: endpoint)
      }
      return collector.coverage
    }
    #expect(try coverage(callingOf: nil).stubs.map(\.endpoint) == ["uuid"])
    #expect(
      try coverage(callingOf: "library.search").stubs.map(\.endpoint) == ["library.search", "uuid"])
    #expect(collector().coverage.stubs.map(\.endpoint) == ["library.search", "uuid"])

    var other = TallyFeature()
    other.name = "other"
    var report = CoverageReport()
    report.features = [try coverage(callingOf: "uuid")]
    report.findUncalledEndpoints(in: [TallyFeature()])
    #expect(report.uncalledEndpoints == [])
    report.findUncalledEndpoints(in: [TallyFeature(), other])
    #expect(report.uncalledEndpoints == ["library.search"])
    report.features.append(try coverage(callingOf: "library.search"))
    report.findUncalledEndpoints(in: [TallyFeature(), other])
    #expect(report.uncalledEndpoints == [])
    report.features = [collector().coverage]
    report.findUncalledEndpoints(in: [TallyFeature(), other])
    #expect(report.features[0].stubs.isEmpty)
    #expect(report.uncalledEndpoints == ["library.search", "uuid"])
  }

  @Test func `Actions, states and effects are counted`() {
    let collector = collector()
    collector.record(TallyStore.Action.add(3), isSent: true)
    collector.record(TallyStore.Action.add(4), isSent: true)
    collector.record(TallyStore.Action.added(4), isSent: false)
    collector.record("another type", isSent: true)
    collector.record(state: TallyStore.State(count: 3))
    for change in [effect("run", .started), effect("run", .started), effect("run", .finished)] {
      collector.record(change)
    }
    let coverage = collector.coverage
    #expect(coverage.actions.filter { $0.sent == 2 }.map(\.action) == ["add"])
    #expect(coverage.actions.filter { $0.received == 1 }.map(\.action) == ["added"])
    #expect(coverage.actions.count(where: \.isReached) == 2)
    #expect(coverage.states.filter(\.isReached).map(\.condition) == ["note == nil"])
    #expect(coverage.effects.map(\.started) == [2])
    #expect(coverage.effects.map(\.finished) == [1])
  }

  @Test func `Merging reports gives the same result in each order`() throws {
    func report(_ name: String, count: Int) -> CoverageReport {
      let collector = collector()
      for _ in 0..<count { collector.record(TallyStore.Action.ask, isSent: true) }
      collector.record(effect(name, .started))
      var report = CoverageReport()
      report.features = [collector.coverage]
      return report
    }
    let reports = [report("b", count: 1), report("a", count: 2), report("b", count: 0)]
    func merged(_ order: [Int]) -> CoverageReport {
      var result = CoverageReport()
      for index in order { result.merge(reports[index]) }
      return result
    }
    let first = merged([0, 1, 2])
    for order in [[2, 1, 0], [1, 0, 2], [1, 2, 0], [0, 2, 1], [2, 0, 1]] {
      #expect(merged(order) == first)
    }
    #expect(first.features[0].actions.filter(\.isReached).map(\.action) == ["ask"])
    #expect(first.features[0].actions.reduce(0) { $0 + $1.sent } == 3)
    #expect(first.features[0].effects.map(\.key.name) == ["a", "b"])
    #expect(first.features[0].effects.map(\.started) == [1, 2])
    let decoded = try JSONDecoder().decode(
      CoverageReport.self, from: try JSONEncoder().encode(first))
    #expect(decoded == first)
  }
}
