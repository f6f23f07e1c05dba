import MachoValues
import Testing

@testable import MachoScripting

@Suite struct TraceExportTests {
  private func trace(_ events: [JSONValue]) throws -> [JSONValue] {
    var export = TraceExport()
    for event in events { export.consume(event) }
    return try #require(try JSONValue(parsing: export.text())["traceEvents"]?.array)
  }

  private static let session: [JSONValue] = [
    ["event": "store", "store": 1, "name": "search"],
    ["event": "step", "store": 1, "step": 1, "time": 0, "effectsBefore": 0, "command": "send a"],
    ["event": "step", "store": 1, "step": 2, "time": 0, "effectsBefore": 1, "command": "send b"],
    ["event": "effect", "store": 1, "effect": 1, "kind": "started", "time": 0, "name": "run"],
    ["event": "effect", "store": 1, "effect": 2, "kind": "started", "time": 0, "name": "tick"],
    [
      "event": "effect", "store": 1, "effect": 2, "kind": "suspended", "time": 0,
      "status": "asleep", "until": 2_000_000,
    ],
    ["event": "effect", "store": 1, "effect": 1, "kind": "finished", "time": 1_500_000],
    [
      "event": "step", "store": 1, "step": 3, "time": 1_500_000, "effectsBefore": 2, "effect": 1,
      "command": "receive c",
    ],
  ]

  @Test func `Events of one time keep their order, 1 ns apart`() throws {
    let records = try trace(Self.session)
    let slices = records.filter { $0["ph"]?.string == "X" }
    #expect(
      slices.map { $0["name"]?.string } == ["send a", "send b", "#1 run", "#2 tick", "receive c"])
    let times = slices.compactMap { $0["ts"]?.text }
    #expect(times == ["0", "0.001", "0.002", "0.004", "1500.001"])
  }

  @Test func `An effect in flight ends with the trace, and its sleep with it`() throws {
    let ends = try trace(Self.session).filter { $0["ph"]?.string == "e" }
    #expect(ends.map { $0["name"]?.string } == ["#1 run", "asleep", "#2 tick"])
    #expect(ends.last?["args"]?["outcome"]?.string == "running")
  }

  @Test func `An arrow leads from the action through its effect to the response`() throws {
    let arrows = try trace(Self.session).filter { ["s", "t", "f"].contains($0["ph"]?.string) }
    let first = arrows.filter { $0["id"]?.string == "s1e1r0" }
    #expect(first.map { $0["ph"]?.string } == ["s", "t", "f"])
    #expect(first.map { $0["ts"]?.text } == ["0", "0.002", "1500.001"])
    let second = arrows.filter { $0["id"]?.string == "s1e2" }
    #expect(second.map { $0["ts"]?.text } == ["0.001", "0.004"])
  }
}
