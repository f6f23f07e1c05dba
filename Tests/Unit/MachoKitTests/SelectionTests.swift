import Testing

@Suite struct `The selected scripts` {
  private static let names = (1...20).map { "s\($0).macho" }

  private func selected(_ sandbox: Sandbox, _ arguments: String...) throws -> Set<String> {
    let test = try sandbox.run(.macho, ["test"] + arguments, input: .text(""))
    #expect(test.status == 0)
    return Set(
      test.output.split(separator: "\n").filter { $0.hasPrefix("PASS ") }.map {
        String($0.dropFirst(5).prefix { $0 != " " })
      })
  }

  private func sandbox() throws -> Sandbox {
    try Sandbox(Dictionary(uniqueKeysWithValues: Self.names.map { ($0, "") }))
  }

  @Test func `are divided by --shard, independent of how they are named`() throws {
    let sandbox = try sandbox()
    let parts = try (1...3).map { try selected(sandbox, "--shard", "\($0)/3") }
    #expect(parts.reduce([]) { $0.union($1) } == Set(Self.names))
    #expect(parts.map(\.count).reduce(0, +) == Self.names.count)
    #expect(parts.allSatisfy { !$0.isEmpty })
    let named = try selected(sandbox, "--shard", "1/3", "./")
    #expect(named == parts[0])
  }

  @Test func `stay in their shard when others are added`() throws {
    let sandbox = try sandbox()
    let before = try selected(sandbox, "--shard", "2/3")
    for number in 1...9 { try sandbox.write("", to: "a\(number).macho") }
    let after = try selected(sandbox, "--shard", "2/3")
    #expect(after.filter { $0.hasPrefix("s") } == before)
  }

  @Test func `may be none in a shard, which is no failure`() throws {
    let sandbox = try Sandbox(["one.macho": ""])
    let parts = try (1...2).map { try sandbox.run(.macho, "test", "--shard", "\($0)/2") }
    #expect(parts.map(\.status) == [0, 0])
    #expect(Set(parts.map(\.output)) == ["", "PASS one.macho (no commands)\n1 passed\n"])
    #expect(parts.contains { $0.errors.hasSuffix("/2 has none of the 1 scripts\n") })
  }

  @Test func `are those that failed last with --failed, until they pass`() throws {
    let sandbox = try Sandbox([
      "a.macho": Scripts.fine, "b.macho": Scripts.wrong, "c/d.macho": Scripts.wrong,
    ])
    let unknown = try sandbox.run(.macho, "test", "--failed")
    #expect(unknown.status == 5)
    #expect(unknown.errors == "no failed script is recorded for this directory\n")

    #expect(try sandbox.run(.macho, "test").status == 1)
    let again = try sandbox.run(.macho, "test", "--failed")
    #expect(again.output.contains("FAIL b.macho\n") && again.output.contains("FAIL c/d.macho\n"))
    #expect(again.output.hasSuffix("\n2 failed, 2 commands not compared\n"))
    #expect(
      try sandbox.run(.macho, "test", "--failed", "c").output.hasSuffix(
        "\n1 failed, 1 command not compared\n"))

    try sandbox.write(Scripts.fine, to: "b.macho")
    // A run of other scripts does not change the list.
    #expect(try sandbox.run(.macho, "test", "a.macho").status == 0)
    #expect(try sandbox.run(.macho, "test", "--failed").output.hasPrefix("PASS b.macho"))
    #expect(try sandbox.run(.macho, "test", "--failed").output.hasPrefix("FAIL c/d.macho"))
    try sandbox.write(Scripts.fine, to: "c/d.macho")
    #expect(try sandbox.run(.macho, "test", "--failed").status == 0)
    #expect(try sandbox.run(.macho, "test", "--failed").status == 5)
  }

  @Test func `that failed are not recorded under CI`() throws {
    let sandbox = try Sandbox(["b.macho": Scripts.wrong])
    sandbox.environment = ["CI": "true"]
    #expect(try sandbox.run(.macho, "test").status == 1)
    #expect(try sandbox.run(.macho, "test", "--failed").status == 5)
  }

  @Test func `run in any order with one report`() throws {
    var files = ["a.macho": "feature traps\nexpect count == 1\n"]
    for number in 1...6 {
      files["s\(number).macho"] =
        "feature shared\nsend increment\n| - Shared.State(count: 0)\n| + Shared.State(count: 1)\n"
    }
    let sandbox = try Sandbox(files)
    let first = try sandbox.run(.externalWorkDriver, "test", "--jobs", "2")
    #expect(first.output.hasSuffix("\n6 passed, 1 failed\n"))
    for seed in 1...10 {
      let other = try sandbox.run(
        .externalWorkDriver, "test", "--jobs", "2", "--shuffle", "\(seed)")
      #expect(other.output == first.output)
      #expect(other.status == first.status)
    }
  }
}
