import MachoLocks
import Testing

@testable import MachoTesting

@Suite struct MachoScriptTests {
  @Test(arguments: MachoScript.all(in: "Scripts"))
  func `A passing script is a passing test case`(_ script: MachoScript) throws {
    try script.run(Lamp.features)
  }

  @Test func `Scripts are found at any depth, in the order of their paths`() {
    let scripts = MachoScript.all(in: "Scripts")
    #expect(
      scripts.map(\.testDescription) == [
        "cases.macho > a lamp / is switched on", "cases.macho > a lamp / is off at first",
        "deeper/twice.macho", "passes.macho",
      ])
    #expect(
      scripts.allSatisfy { script in
        script.path.hasSuffix("MachoTestingTests/Scripts/" + script.name.prefix { $0 != " " })
      })
  }

  @Test func `A script that is only a part of another one is skipped`() throws {
    let scripts = MachoScript.all(in: "Failing/sourced")
    #expect(scripts.map(\.name) == ["part.macho", "whole.macho"])
    #expect(try scripts[1].failures(Lamp.features, isStrict: false).isEmpty)
    let skipped = try #require(throws: Skipped.self) {
      try scripts[0].failures(Lamp.features, isStrict: false)
    }
    #expect(skipped.reason == "it opens no feature, and whole.macho sources it")
  }

  @Test func `A failing case is an issue at its line, of this case only`() throws {
    let cases = MachoScript.all(in: "Failing/case.macho")
    #expect(
      cases.map { $0.name.split(separator: "/").last } == [
        "case.macho > passes", "case.macho > fails",
      ])
    try cases[0].run(Lamp.features)
    let lines = Lock<[Int?]>([])
    try withKnownIssue {
      try cases[1].run(Lamp.features)
    } matching: { issue in
      lines.withLock { $0.append(issue.sourceLocation?.line) }
      return issue.sourceLocation?.fileID == "macho/" + cases[1].path
    }
    #expect(lines.withLock { $0 } == [6])
  }

  /// Runs a script and returns the line and text of each recorded issue.
  private func issues(of name: String, isStrict: Bool = false) throws -> [(line: Int, text: String)]
  {
    let found = Lock<[(line: Int, text: String)]>([])
    let script = try #require(MachoScript.all(in: name).first)
    try withKnownIssue {
      try script.run(Lamp.features, isStrict: isStrict)
    } matching: { issue in
      let text = issue.comments.map(\.rawValue).joined()
      found.withLock { $0.append((issue.sourceLocation?.line ?? 0, text)) }
      return issue.sourceLocation?.fileID == "macho/" + script.name
    }
    return found.withLock { $0 }
  }

  @Test func `A mismatch is an issue at the script's line with expected and actual output`() throws
  {
    let issues = try issues(of: "Failing/mismatch.macho")
    #expect(issues.map(\.line) == [5])
    let text = try #require(issues.first?.text)
    #expect(text.hasPrefix("## the lamp goes on\nsend switched\n"))
    #expect(text.contains("E| + Lamp.State(isOn: maybe)"))
    #expect(text.contains("A| + Lamp.State(isOn: true)"))
  }

  @Test func `A mistyped line is an issue with a suggestion`() throws {
    let issues = try issues(of: "Failing/mistyped.macho")
    #expect(issues.map(\.line) == [3])
    #expect(issues.first?.text.contains("did you mean switched?") == true)
  }

  @Test func `A syntax error is an issue at its line`() throws {
    #expect(try issues(of: "Failing/unparsable.macho").map(\.line) == [3])
  }

  @Test func `A stale expectation is an issue at its line`() throws {
    #expect(try issues(of: "Failing/stale.macho").map(\.line) == [5, 7])
  }

  @Test func `Uncompared output is an issue in a strict run`() throws {
    #expect(try issues(of: "Scripts/deeper/twice.macho", isStrict: true).map(\.line) == [3, 4])
  }

  @Test(arguments: ["Nowhere", "../MachoDiffTests"])
  func `A folder without scripts is a failing test case`(_ folder: String) throws {
    #expect(try issues(of: folder).count == 1)
  }
}
