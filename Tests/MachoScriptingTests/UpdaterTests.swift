import Testing

@testable import MachoScripting

@Suite(.serialized) struct UpdaterTests {
  private func update(
    _ text: String, _ mode: ScriptRewriter.Mode = .all
  ) throws -> (result: ScriptResult, text: String) {
    try withDirectory { directory in
      let path = directory + "/a.macho"
      try write(text, path)
      let runner = Runner(catalog: [LampFeature()])
      let result = Updater(mode: mode).update(path: path) { runner.run(path: $0) }
      return (result, try contents(path))
    }
  }

  @Test func `What came is written, and what was right stays`() throws {
    let (result, text) = try update("feature lamp\n# on\nsend toggle\n| x\nsend toggle\n")
    #expect(result.status == .updated)
    #expect(result.counts.updated == 2)
    #expect(result.failures == [])
    #expect(
      text == "feature lamp\n# on\nsend toggle\n| - off\n| + on\nsend toggle\n| - on\n| + off\n")
    #expect(try update(text).result.status == .passed)
  }

  @Test func `A gutter that the mode leaves wrong still fails`() throws {
    let (result, text) = try update("feature lamp\nsend toggle\n| x\nsend toggle\n", .missing)
    #expect(result.status == .failed)
    #expect(result.failures.map(\.line) == [2])
    #expect(text.hasSuffix("| x\nsend toggle\n| - on\n| + off\n"))
  }

  @Test(arguments: [
    "feature lamp\nsend toggle\n| x\nsend no\n", "feature lamp\nsend toggle\n| x\nsend leak\n",
    "feature lamp\nsend toggle\n| x\n| y\n|z\n",
  ])
  func `A script in which something fails is left as it is`(script: String) throws {
    let (result, text) = try update(script)
    #expect(result.status != .updated)
    #expect(text == script)
  }

  @Test func `Output that differs from run to run is not written`() throws {
    let script = "feature lamp\nsend toggle\nsend count\n"
    let (result, text) = try update(script)
    #expect(result.status == .failed)
    #expect(result.failures.map(\.kind) == [.notDeterministic])
    #expect(result.failures.map(\.line) == [3])
    #expect(text == script)
  }
}
