import MachoSystem
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
      let result = ExpectationUpdater(mode: mode).update(path: path) { _ in runner.run(path: path)
      }[0]
      return (result, try contents(path))
    }
  }

  @Test func `Actual output is written and matching expectations stay`() throws {
    let (result, text) = try update("feature lamp\n# on\nsend toggle\n| x\nsend toggle\n")
    #expect(result.status == .updated)
    #expect(result.counts.updated == 2)
    #expect(result.failures == [])
    #expect(
      text == "feature lamp\n# on\nsend toggle\n| - off\n| + on\nsend toggle\n| - on\n| + off\n")
    #expect(try update(text).result.status == .passed)
  }

  @Test func `A mismatch that the mode does not update still fails`() throws {
    let (result, text) = try update("feature lamp\nsend toggle\n| x\nsend toggle\n", .missing)
    #expect(result.status == .failed)
    #expect(result.failures.map(\.line) == [2])
    #expect(text.hasSuffix("| x\nsend toggle\n| - on\n| + off\n"))
  }

  @Test(arguments: [
    "feature lamp\nsend toggle\n| x\nsend no\n", "feature lamp\nsend toggle\n| x\nsend leak\n",
    "feature lamp\nsend toggle\n| x\n| y\n|z\n",
  ])
  func `A script with a failing command is not changed`(script: String) throws {
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
        .update(path: path) { _ in runner.run(path: path) }[0]
      #expect(try contents(path) == text)
      let file = try? ScriptFiles.read(path + ".new")
      if result.status == .pending { #expect(result.pending == path + ".new") }
      return (result, file.flatMap(PendingFile.init(reading:)))
    }
  }

  @Test func `writes the updated script to the pending file`() throws {
    let (result, file) = try review("feature lamp\n# on\nsend toggle\n| x\nsend toggle\n")
    #expect(result.status == .pending)
    #expect(result.counts.updated == 2)
    #expect(
      file?.text
        == bytes("feature lamp\n# on\nsend toggle\n| - off\n| + on\nsend toggle\n| - on\n| + off\n")
    )
  }

  @Test func `still fails for mismatches that the mode does not update`() throws {
    let (result, file) = try review("feature lamp\nsend toggle\n| x\nstate\n", .missing)
    #expect(result.status == .failed)
    #expect(result.pending != nil)
    #expect(file?.text == bytes("feature lamp\nsend toggle\n| x\nstate\n| on\n"))
  }

  @Test(arguments: [
    "feature lamp\nsend toggle\n| x\nsend no\n", "feature lamp\nsend toggle\n| x\nsend leak\n",
    "feature lamp\nstate\n| off\n",
  ])
  func `writes nothing for a script that passes or fails otherwise`(script: String) throws {
    #expect(try review(script).pending == nil)
  }

  @Test func `replaces or removes an earlier pending file`() throws {
    let wrong = "feature lamp\nstate\n| x\n"
    let earlier = PendingFile(of: bytes(wrong), becoming: bytes("earlier\n"))
    #expect(
      try review(wrong, earlier: earlier).pending?.text == bytes("feature lamp\nstate\n| off\n"))
    let right = "feature lamp\nstate\n| off\n"
    let outdated = PendingFile(of: bytes(right), becoming: bytes(wrong))
    #expect(try review(right, earlier: outdated).pending == nil)
    // A pending file of another version of the script is kept for the user.
    #expect(try review(right, earlier: earlier).pending == earlier)
  }

  @Test func `is removed by an update of the script`() throws {
    try withDirectory { directory in
      let path = directory + "/a.macho"
      try write("feature lamp\nstate\n", path)
      let file = PendingFile(of: bytes("feature lamp\nstate\n"), becoming: bytes("x"))
      try AtomicFile.write(file.bytes, to: path + ".new")
      let runner = ScriptRunner(catalog: [LampFeature()])
      let result = ExpectationUpdater(mode: .all).update(path: path) { _ in runner.run(path: path)
      }[0]
      #expect(result.status == .updated)
      #expect(!ScriptFiles.exists(path + ".new"))
    }
  }
}
