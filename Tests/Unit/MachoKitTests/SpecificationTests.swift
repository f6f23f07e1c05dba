import Foundation
import Testing

@Suite struct `The cases of a specification` {
  private static let text = """
    feature traps

    ## describe traps
    ## before each
    send increment

    ## it counts
    expect count == 1
    ## it crashes
    send unwrapNil
    ## it fails
    expect count == 2
    ## context after another tap
    ## it still counts from the start
    send increment
    expect count == 2

    """

  private func sandbox() throws -> Sandbox { try Sandbox(["a.macho": Self.text]) }

  private func verdicts(_ sandbox: Sandbox, _ arguments: String...) throws -> [String] {
    try sandbox.run(
      .externalWorkDriver, ["test", "--backtrace-timeout", "0"] + arguments, input: .text("")
    ).output.split(separator: "\n").filter { $0.contains(".macho > ") && !$0.hasPrefix(" ") }
      .map { String($0.prefix { $0 != "(" }) }.map {
        $0.hasPrefix("CRASH") ? String($0.prefix { $0 != ":" }) : $0
      }
  }

  private static let counts = "PASS a.macho > traps / counts "
  private static let crashes = "CRASH a.macho > traps / crashes"
  private static let fails = "FAIL a.macho > traps / fails"
  private static let again =
    "PASS a.macho > traps / after another tap / still counts from the start "

  @Test func `do not affect each other, even if one crashes`() throws {
    let sandbox = try sandbox()
    let all = [Self.counts, Self.crashes, Self.fails, Self.again]
    #expect(try verdicts(sandbox) == all)
    #expect(try verdicts(sandbox, "--shuffle", "7", "--jobs", "1") == all)
  }

  @Test func `are selected by name, by line and by their last result`() throws {
    let sandbox = try sandbox()
    #expect(try verdicts(sandbox, "--filter", "another tap / still") == [Self.again])
    #expect(try verdicts(sandbox, "a.macho:8") == [Self.counts])
    #expect(try verdicts(sandbox, "a.macho:13", "a.macho:7") == [Self.counts, Self.again])
    #expect(try verdicts(sandbox).count == 4)
    #expect(try verdicts(sandbox, "--failed") == [Self.crashes, Self.fails])
    try sandbox.write(
      Self.text.replacing("expect count == 2\n##", with: "expect count == 1\n##"), to: "a.macho")
    #expect(try verdicts(sandbox, "--failed").count == 2)
    try sandbox.write(Self.text + "## it\n", to: "a.macho")
    let broken = try sandbox.run(.externalWorkDriver, "test", "--failed")
    #expect(broken.output.hasPrefix("FAIL a.macho: cannot be parsed\n"))
  }

  @Test func `are divided by --shard`() throws {
    let sandbox = try sandbox()
    let parts = try (1...2).map { try verdicts(sandbox, "--shard", "\($0)/2") }
    #expect(Set(parts.joined()) == [Self.counts, Self.crashes, Self.fails, Self.again])
    #expect(parts.map(\.count).reduce(0, +) == 4)
  }

  @Test(arguments: [
    ["test", "a.macho:1"], ["test", "plain.macho:1"], ["run", "a.macho"],
    ["export", "json", "a.macho:4"], ["test", "--debug", "a.macho"],
  ])
  func `must be chosen where one is needed`(arguments: [String]) throws {
    let sandbox = try sandbox()
    try sandbox.write("feature traps\n", to: "plain.macho")
    let run = try sandbox.run(.externalWorkDriver, arguments, input: .text(""))
    #expect(run.status == 2)
    #expect(run.errors.contains("a.macho:7  traps / counts") || arguments[1] == "plain.macho:1")
  }

  @Test func `have names in each report`() throws {
    let sandbox = try sandbox()
    func report(_ format: String) throws -> String {
      try sandbox.run(
        .externalWorkDriver, "test", "--backtrace-timeout", "0", "--format", format, "a.macho:7"
      ).output
    }
    #expect(try report("tap").contains("\nok 1 - a.macho > traps / counts\n"))
    #expect(
      try report("junit").contains(
        #"<testcase name="traps / counts" classname="a.macho" file="a.macho" line="7""#))
    #expect(try report("jsonl").contains(#"{"case":{"line":7,"name":"traps / counts"}"#))
    #expect(try report("spec").hasPrefix("a.macho\n    traps\n      ✓ counts  ("))
  }

  @Test func `are joined by name when reports are merged`() throws {
    let sandbox = try sandbox()
    for (index, format) in ["jsonl", "junit"].enumerated() {
      _ = try sandbox.run(
        .externalWorkDriver, "test", "--backtrace-timeout", "0", "--shard", "\(index + 1)/2",
        "--format", format, "--output", "\(index).report")
    }
    let merged = try sandbox.run(.externalWorkDriver, "report", "merge", "0.report", "1.report")
    #expect(merged.output.hasSuffix("1 crashed, 1 failed, 2 passed\n"))
    #expect(merged.output.contains("failed a.macho > traps / fails: line 12: "))
  }

  @Test func `are one transcript each`() throws {
    let sandbox = try sandbox()
    let run = try sandbox.run(.externalWorkDriver, "run", "a.macho:7")
    #expect(run.status == 0)
    try sandbox.write(run.output, to: "b.macho")
    #expect(run.output.contains("## it counts") && !run.output.contains("crashes"))
    let test = try sandbox.run(.externalWorkDriver, "test", "--strict", "b.macho")
    #expect(test.output.hasPrefix("PASS b.macho > traps / counts "))
  }

  @Test func `are updated together`() throws {
    let sandbox = try sandbox()
    let update = try sandbox.run(
      .externalWorkDriver, "test", "--update", "--backtrace-timeout", "0", "a.macho")
    #expect(update.status == 4)
    #expect(update.output.contains("UPDATED a.macho > traps / counts (1 expectation)\n"))
    #expect(update.output.contains("(not updated: line "))
    let text = try sandbox.read("a.macho")
    #expect(text.contains("## before each\nsend increment\n| "))
    #expect(text.contains("## it crashes\nsend unwrapNil\n## it fails\n"))
  }
}
