import Testing

@testable import MachoKit

@Suite struct `The environment` {
  @Test(arguments: [
    ["TEST_SHARD_INDEX": "1", "TEST_TOTAL_SHARDS": "3"],
    ["CIRCLE_NODE_INDEX": "1", "CIRCLE_NODE_TOTAL": "3"],
    ["CI_NODE_INDEX": "2", "CI_NODE_TOTAL": "3"],
    ["BUILDKITE_PARALLEL_JOB": "1", "BUILDKITE_PARALLEL_JOB_COUNT": "3"],
    ["SYSTEM_JOBPOSITIONINPHASE": "2", "SYSTEM_TOTALJOBSINPHASE": "3"],
    // An outer service does not override the test runner.
    [
      "TEST_SHARD_INDEX": "1", "TEST_TOTAL_SHARDS": "3", "CI_NODE_INDEX": "1",
      "CI_NODE_TOTAL": "8",
    ],
  ])
  func `names a shard`(variables: [String: String]) throws {
    #expect(try ShardEnvironment(variables).shard == Shard(index: 2, count: 3))
  }

  @Test func `gives the index for a number of shards that is given`() throws {
    let found = try ShardEnvironment(["JOB_COMPLETION_INDEX": "2"], count: 4)
    #expect(found.shard == Shard(index: 3, count: 4))
    #expect(found.variables == ["JOB_COMPLETION_INDEX"])
  }

  @Test(arguments: [
    [:], ["TEST_TOTAL_SHARDS": "3"], ["JOB_COMPLETION_INDEX": "1"],
    ["CI_NODE_INDEX": "", "CI_NODE_TOTAL": ""],
  ])
  func `names no shard unless it names index and count`(variables: [String: String]) throws {
    #expect(try ShardEnvironment(variables).shard == nil)
  }

  @Test(arguments: [
    (
      ["TEST_SHARD_INDEX": "3", "TEST_TOTAL_SHARDS": "3"],
      "TEST_SHARD_INDEX must be in 0...2, not 3"
    ),
    (["CI_NODE_INDEX": "0", "CI_NODE_TOTAL": "3"], "CI_NODE_INDEX must be in 1...3, not 0"),
    (["CI_NODE_INDEX": "1", "CI_NODE_TOTAL": "0"], "CI_NODE_TOTAL must be at least 1, not 0"),
    (["CI_NODE_INDEX": "one", "CI_NODE_TOTAL": "3"], "CI_NODE_INDEX is not a number: 'one'"),
  ])
  func `is rejected if it is out of range`(variables: [String: String], message: String) throws {
    let failure = #expect(throws: ShardEnvironment.Failure.self) {
      try ShardEnvironment(variables)
    }
    #expect(failure?.description == message)
  }
}

@Suite struct `macho test in a shard` {
  private static let names = (1...9).map { "s\($0).macho" }

  private func sandbox(_ environment: [String: String]) throws -> Sandbox {
    let sandbox = try Sandbox(Dictionary(uniqueKeysWithValues: Self.names.map { ($0, "") }))
    sandbox.environment = environment
    return sandbox
  }

  private func scripts(_ test: Sandbox.Finished) -> [String] {
    test.output.split(separator: "\n").filter { $0.hasPrefix("PASS ") }.map {
      String($0.dropFirst(5).prefix { $0 != " " })
    }
  }

  @Test func `follows Bazel's contract`() throws {
    var scripts: [String] = []
    for index in 0..<3 {
      let sandbox = try sandbox([
        "BAZEL_TEST": "1", "TEST_SHARD_INDEX": "\(index)", "TEST_TOTAL_SHARDS": "3",
        "TEST_SHARD_STATUS_FILE": "status", "XML_OUTPUT_FILE": "test.xml",
        "TEST_PREMATURE_EXIT_FILE": "early", "TESTBRIDGE_TEST_ONLY": "s[1-8]",
      ])
      let test = try sandbox.run(.macho, "test")
      #expect(test.status == 0)
      #expect(
        test.errors == "shard \(index + 1) of 3, from TEST_SHARD_INDEX and TEST_TOTAL_SHARDS\n")
      let selected = self.scripts(test)
      scripts += selected
      #expect(try sandbox.read("status") == "")
      #expect((try? sandbox.read("early")) == nil)
      let cases = try sandbox.read("test.xml").split(separator: "\n")
        .filter { $0.contains("<testcase ") }
      #expect(cases.count == selected.count)
    }
    #expect(scripts.sorted() == Array(Self.names.dropLast()))
  }

  @Test func `confirms Bazel's shards even if it runs nothing`() throws {
    let sandbox = try sandbox([
      "TEST_SHARD_INDEX": "0", "TEST_TOTAL_SHARDS": "3", "TEST_SHARD_STATUS_FILE": "status",
      "TESTBRIDGE_TEST_ONLY": "nothing",
    ])
    #expect(try sandbox.run(.macho, "test").status == 5)
    #expect(try sandbox.read("status") == "")
  }

  @Test func `prefers the option`() throws {
    let sandbox = try sandbox(["CI_NODE_INDEX": "1", "CI_NODE_TOTAL": "3"])
    let test = try sandbox.run(.macho, "test", "--shard", "1/1")
    #expect(scripts(test) == Self.names)
  }

  @Test func `rejects an index out of range and a damaged report`() throws {
    let sandbox = try sandbox(["CI_NODE_INDEX": "4", "CI_NODE_TOTAL": "3"])
    let outside = try sandbox.run(.macho, "test")
    #expect(outside.status == 2)
    #expect(outside.errors == "CI_NODE_INDEX must be in 1...3, not 4\n")
    #expect(outside.output == "")

    try sandbox.write("{\"event\":\"start\"}\nnonsense\n", to: "report.jsonl")
    let damaged = try sandbox.run(
      .macho, "test", "--shard", "1/2", "--timings", "report.jsonl")
    #expect(damaged.status == 2)
    #expect(damaged.errors == "report.jsonl:2: not an event of a report\n")

    sandbox.environment = [:]
    let index = try sandbox.run(.macho, "test", "--shards", "3")
    #expect(index.status == 2)
    #expect(index.errors.hasPrefix("'--shards' needs the index of this shard in the environment"))
  }

  @Test func `balances by the durations of a report`() throws {
    let sandbox = try sandbox([:])
    // Two scripts take as long as the seven others.
    let durations = Self.names.map { ["s1.macho", "s2.macho"].contains($0) ? 700.0 : 200.0 }
    let report = zip(Self.names, durations).map {
      "{\"event\":\"script\",\"path\":\"./\($0)\",\"durationMs\":\($1)}\n"
    }
    try sandbox.write(report.joined(), to: "report.jsonl")
    let costs = try (1...2).map { index in
      let test = try sandbox.run(
        .macho, "test", "--shard", "\(index)/2", "--timings", "report.jsonl")
      return scripts(test).map { durations[Self.names.firstIndex(of: $0) ?? 0] }.reduce(0, +)
    }
    #expect(costs.sorted() == [1300, 1500])
  }
}
