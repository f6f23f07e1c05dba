import MachoExploration
import Testing

@testable import MachoKit

@Suite struct `Groups of differences` {
  private typealias Group = VersionComparison.Group

  private func group(
    _ kind: Difference.Kind, _ path: String, after labels: [String], runs: Int = 1,
    base: String = "1"
  ) -> Group {
    let difference = Difference(
      kind: kind, step: labels.last ?? "", path: path, base: base, head: "2", index: labels.count)
    var group = Group(
      difference: difference, runs: runs, lines: RunLines(stubs: [], steps: labels))
    group.head.records = ([""] + labels).map { label in
      var record = StepRecord(line: label)
      record.label = label
      return record
    }
    return group
  }

  private func causes(_ groups: [Group]) -> [[String]] {
    groups.arranged.map { $0.all.map { "\($0.difference.cause)" } }
  }

  @Test func `begin with the shortest run, and with a call before what an effect sends`() {
    let found = causes([
      group(.pending, "a", after: ["tap"], runs: 9), group(.received, "b", after: ["tap"], runs: 8),
      group(.state, "c", after: ["tap", "tap"]), group(.call, "d", after: ["tap"]),
    ])
    #expect(
      found == [
        ["after tap: call d"], ["received b"], ["after tap: pending a"], ["after tap: state c"],
      ])
  }

  @Test func `join the same part after another step`() {
    #expect(
      causes([
        group(.state, "total", after: ["add", "remove"]), group(.state, "total", after: ["add"]),
        group(.state, "count", after: ["remove"]),
      ]) == [
        ["after add: state total", "after remove: state total"], ["after remove: state count"],
      ])
  }

  @Test func `do not join two crashes with other messages`() {
    #expect(
      causes([
        group(.end, "", after: ["a"], base: "crashes: one"),
        group(.end, "", after: ["b"], base: "crashes: two"),
        group(.end, "", after: ["c"], base: "crashes: one"),
      ]) == [["after a: end", "after c: end"], ["after b: end"]])
  }

  @Test func `join what the same steps show first with simpler responses`() {
    let cause = group(.call, "track", after: ["change", "tap"])
    var other = group(.received, "saved", after: ["change", "advance", "tap"])
    #expect(causes([other, cause]).count == 2)
    other.neighbours[cause.difference.cause] = [["", "tap", "change"]]
    #expect(causes([other, cause]).count == 2)
    other.neighbours[cause.difference.cause] = [["", "change", "tap"]]
    #expect(causes([other, cause]) == [["after tap: call track", "received saved"]])
  }
}
