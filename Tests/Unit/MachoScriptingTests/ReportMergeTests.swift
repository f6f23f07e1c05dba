import MachoReporting
import Testing

@testable import MachoScripting

@Suite struct `Merging reports` {
  private func bytes(_ lines: [String]) -> [UInt8] { Array(lines.joined(separator: "\n").utf8) }

  private func result(_ path: String, _ transcript: String?) -> ScriptResult {
    var result = ScriptResult(path: path, status: .passed)
    result.transcript = transcript
    result.duration = .microseconds(1_234_567)
    return result
  }

  private func report(
    _ results: [ScriptResult], _ format: ReportFormat = .jsonl, path: String = "report",
    shard: ReportShard? = nil
  ) throws -> ReportContents {
    var reporter = format.reporter(shard: shard)
    var lines = reporter.start(scripts: results.map(\.path))
    for result in results { lines += reporter.report(result) }
    lines += reporter.finish(RunSummary(results: results, duration: .milliseconds(5)))
    return try ReportContents(bytes(lines.map(\.text)), path: path)
  }

  @Test func `sorts scripts as a run of all does`() throws {
    let paths = ["b.macho", "a/z.macho", "a-b.macho", "./a/b.macho"]
    let merge = ReportMerge(try paths.map { try report([result($0, "1")], path: $0) })
    let sorted = ["./a/b.macho", "a/z.macho", "a-b.macho", "b.macho"]
    #expect(merge.entries.map(\.script.path) == sorted)
    #expect(merge.end.counts == ["passed": 4])
  }

  @Test(arguments: [ReportFormat.jsonl, .junit])
  func `reports a script with equal transcripts once`(_ format: ReportFormat) throws {
    let merge = ReportMerge([
      try report([result("a", "1"), result("b", "2")], format),
      try report([result("a", "1"), result("b", "3")], format, path: "other"),
    ])
    #expect(merge.entries.map(\.script.path) == ["a", "b"])
    #expect(merge.entries[0].script.durationMs == 1234.567)
    let disagreement = try #require(merge.disagreements.first)
    #expect(disagreement.path == "b")
    #expect(disagreement.results.count == 2)
    #expect(disagreement.results[0].hasPrefix("report:"))
    #expect(disagreement.results[1].hasPrefix("other:"))
    #expect(merge.entries[1].script.status == .failed)
  }

  @Test func `compares the statuses of scripts without a transcript`() throws {
    let crash = ScriptResult(path: "a", status: .crashed("SIGILL"))
    #expect(ReportMerge([try report([crash]), try report([crash])]).disagreements.isEmpty)
    let passed = result("a", "1")
    #expect(ReportMerge([try report([crash]), try report([passed])]).disagreements.count == 1)
  }

  @Test(arguments: [ReportFormat.jsonl, .junit])
  func `finds missing shards`(_ format: ReportFormat) throws {
    let reports = try [1, 4].map {
      try report([], format, shard: ReportShard(index: $0, count: 4))
    }
    #expect(
      ReportMerge(reports).missingShards == [
        ReportShard(index: 2, count: 4), ReportShard(index: 3, count: 4),
      ])
  }

  @Test func `reads what the JUnit reporter escapes`() throws {
    var failed = result("a \"b\" <c> & \t#d.macho", "1")
    failed.status = .failed
    failed.failures = [
      .init(
        kind: .diagnostic, step: 0, line: 3, phase: nil, command: "send x(\"\\n\")",
        code: "no-such-case", report: [StyledLine("> A| ]]> é 🙂")])
    ]
    let script = try #require(try report([failed], .junit).entries.first?.script)
    #expect(script.path == failed.path)
    #expect(script.message == "line 3: no-such-case")
    #expect(script.failures.map(\.code) == ["no-such-case"])
    #expect(script.report == ReportedScript(failed).report)
  }

  @Test func `never traps on a damaged report`() throws {
    var generator = SeededGenerator(seed: 1)
    for format in [ReportFormat.jsonl, .junit] {
      var reporter = format.reporter()
      let lines =
        reporter.start(scripts: ["a"]) + reporter.report(result("a", "1"))
        + reporter.finish(RunSummary(results: [result("a", "1")], duration: .zero))
      let text = bytes(lines.map(\.text))
      for _ in 0..<2000 {
        var damaged = text
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
          let index = damaged.indices.randomElement(using: &generator)!
          switch Int.random(in: 0..<3, using: &generator) {
          case 0: damaged[index] = UInt8.random(in: .min ... .max, using: &generator)
          case 1: damaged.remove(at: index)
          default: damaged.removeSubrange(index...)
          }
          if damaged.isEmpty { break }
        }
        _ = try? ReportContents(damaged, path: "report")
      }
    }
  }
}
