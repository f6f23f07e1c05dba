import MachoScripting
import MachoSessions
import Testing

@Suite struct FeatureVariantsTests {
  private func script(_ text: String) throws -> Script { try ScriptParser.parse(text) }

  @Test func `a variant replaces all variants under their names`() throws {
    let catalog: [any DrivenFeature] = [
      LampFeature(name: "lamp"), LampFeature(name: "torch"), LampFeature(name: "other"),
    ]
    let found = FeatureVariants(["lamp", "torch"]).catalog(catalog, with: "torch")
    #expect(found.map(\.name) == ["lamp", "torch", "other"])
    let run = ScriptRunner(catalog: found).run(
      try script("feature lamp\nsend toggle\nexpect isOn\nfeature torch\nsend toggle\n"),
      path: "a.macho")
    #expect(run.result.status == .passed)
    #expect(
      FeatureVariants(["lamp"]).catalog(catalog, with: "none").map(\.name) == catalog.map(\.name))
  }

  @Test func `variants apply to a script that opens one, with or without prefixes`() throws {
    let variants = FeatureVariants(["lamp", "torch"])
    #expect(variants.applies(to: try script("[linux] feature torch as t\n")))
    #expect(!variants.applies(to: try script("feature lamps\n")))
    #expect(!variants.applies(to: try script("echo feature lamp\n")))
  }

  @Test func `a table shows the line of the first failure`() {
    var failed = ScriptResult(path: "a", status: .failed)
    failed.failures = [
      .init(kind: .diagnostic, step: 0, line: 7, phase: nil, command: "send x", report: [])
    ]
    let results: [String: ScriptResult] = [
      "a.macho x": ScriptResult(path: "a", status: .passed), "a.macho y": failed,
      "long/b.macho x": ScriptResult(path: "b", status: .timedOut),
    ]
    let matrix = MatrixFormatter(scripts: ["a.macho", "long/b.macho"], variants: ["x", "y"]) {
      results["\(["a.macho", "long/b.macho"][$0]) \($1)"]
    }
    #expect(
      matrix.lines == [
        "              x        y",
        "a.macho       pass     FAIL:7",
        "long/b.macho  TIMEOUT  -",
      ])
  }
}
