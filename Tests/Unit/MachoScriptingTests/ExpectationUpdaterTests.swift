import Testing

@testable import MachoScripting

@Suite(.serialized) struct ExpectationUpdaterTests {
  private func update(
    _ text: String, _ mode: ScriptRewriter.Mode = .all
  ) throws -> (result: ScriptResult, text: String) {
    try withDirectory { directory in
      let path = directory + "/a.macho"
      try write(text, path)
      let runner = ScriptRunner(catalog: [LampFeature()])
      let result = ExpectationUpdater(mode: mode).update(path: path) { runner.run(path: $0) }
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

@Suite struct `An update for review` {
  private func review(
    _ text: String, _ mode: ScriptRewriter.Mode = .all, earlier: PendingFile? = nil
  ) throws -> (result: ScriptResult, pending: PendingFile?) {
    try withDirectory { directory in
      let path = directory + "/a.macho"
      try write(text, path)
      if let earlier { try AtomicFile.write(earlier.bytes, to: path + ".new") }
      let runner = ScriptRunner(catalog: [LampFeature()])
      let result = ExpectationUpdater(mode: mode, destination: .pendingFile)
        .update(path: path) { runner.run(path: $0) }
      #expect(try contents(path) == text)
      let file = try? ScriptFiles.read(path + ".new")
      if result.status == .pending { #expect(result.pending == path + ".new") }
      return (result, file.flatMap(PendingFile.init(reading:)))
    }
  }

  @Test func `writes beside the script what an update would write into it`() throws {
    let (result, file) = try review("feature lamp\n# on\nsend toggle\n| x\nsend toggle\n")
    #expect(result.status == .pending)
    #expect(result.counts.updated == 2)
    #expect(
      file?.text
        == bytes("feature lamp\n# on\nsend toggle\n| - off\n| + on\nsend toggle\n| - on\n| + off\n")
    )
  }

  @Test func `of some gutters still fails for the rest`() throws {
    let (result, file) = try review("feature lamp\nsend toggle\n| x\nstate\n", .missing)
    #expect(result.status == .failed)
    #expect(result.pending != nil)
    #expect(file?.text == bytes("feature lamp\nsend toggle\n| x\nstate\n| on\n"))
  }

  @Test(arguments: [
    "feature lamp\nsend toggle\n| x\nsend no\n", "feature lamp\nsend toggle\n| x\nsend leak\n",
    "feature lamp\nstate\n| off\n",
  ])
  func `writes nothing of a script that fails otherwise or is right`(script: String) throws {
    #expect(try review(script).pending == nil)
  }

  @Test func `replaces what an earlier one wrote, or takes it away`() throws {
    let wrong = "feature lamp\nstate\n| x\n"
    let earlier = PendingFile(of: bytes(wrong), becoming: bytes("earlier\n"))
    #expect(
      try review(wrong, earlier: earlier).pending?.text == bytes("feature lamp\nstate\n| off\n"))
    let right = "feature lamp\nstate\n| off\n"
    let outdated = PendingFile(of: bytes(right), becoming: bytes(wrong))
    #expect(try review(right, earlier: outdated).pending == nil)
    // What was made from another script is somebody's to look at.
    #expect(try review(right, earlier: earlier).pending == earlier)
  }

  @Test func `is taken away by an update that goes into the script`() throws {
    try withDirectory { directory in
      let path = directory + "/a.macho"
      try write("feature lamp\nstate\n", path)
      let file = PendingFile(of: bytes("feature lamp\nstate\n"), becoming: bytes("x"))
      try AtomicFile.write(file.bytes, to: path + ".new")
      let runner = ScriptRunner(catalog: [LampFeature()])
      let result = ExpectationUpdater(mode: .all).update(path: path) { runner.run(path: $0) }
      #expect(result.status == .updated)
      #expect(!ScriptFiles.exists(path + ".new"))
    }
  }
}
