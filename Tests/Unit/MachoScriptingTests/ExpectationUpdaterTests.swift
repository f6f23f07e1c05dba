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
      let runner = ScriptRunner(catalog: [LampFeature()], resumesInPhases: true)
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

  @Test func `A script that does not parse is not changed`() throws {
    let script = "feature lamp\nsend toggle\n| x\n| y\n|z\n"
    let (result, text) = try update(script)
    #expect(result.status != .updated)
    #expect(text == script)
  }

  @Test func `The commands before a failing one are updated`() throws {
    let (result, text) = try update(
      "feature lamp\nsend toggle\n| x\nsend no\n| old\nsend toggle\n")
    #expect(result.status == .failed)
    #expect(result.failures.map(\.line) == [4])
    #expect(result.counts.updated == 1)
    #expect(result.notUpdated == "line 4 fails, and 1 command below depends on it")
    #expect(text == "feature lamp\nsend toggle\n| - off\n| + on\nsend no\n| old\nsend toggle\n")
  }

  @Test func `A failure at the end of the file leaves nothing`() throws {
    let (result, text) = try update("feature lamp\nsend toggle\n| x\nsend leak\n", .failed)
    #expect(result.status == .failed)
    #expect(result.failures.map(\.kind) == [.endOfFile])
    #expect(result.notUpdated == nil)
    #expect(text == "feature lamp\nsend toggle\n| - off\n| + on\nsend leak\n")
  }

  @Test func `Phases that do not depend on a failing command are updated`() throws {
    let (result, text) = try update(
      """
      feature lamp
      ## fails
      send toggle
      send no
      send toggle
      ## continues it
      send toggle
      ## is independent
      feature lamp
      send toggle
      send toggle
      | x
      ## continues that
      send toggle

      """)
    #expect(result.status == .failed)
    #expect(result.failures.map(\.line) == [4])
    #expect(result.failures.map(\.commandsNotRun) == [2])
    #expect(result.counts.updated == 4)
    #expect(result.notUpdated == "line 4 fails, and 2 commands below depend on it")
    #expect(
      text == """
        feature lamp
        ## fails
        send toggle
        | - off
        | + on
        send no
        send toggle
        ## continues it
        send toggle
        ## is independent
        feature lamp
        send toggle
        | - off
        | + on
        send toggle
        | - on
        | + off
        ## continues that
        send toggle
        | - off
        | + on

        """)
  }

  @Test(arguments: [
    ("let x = isOn", "feature lamp"), ("exhaustive off", "feature lamp"),
    ("use other", "feature lamp"), ("reset all", "feature lamp"), ("quit", "feature lamp"),
    ("send toggle", "[linux] feature lamp"), ("send toggle", "start State(isOn: true)"),
  ])
  func `A phase may depend on commands that were not run`(left: String, first: String) throws {
    let (result, text) = try update(
      "feature lamp\nsend no\n\(left)\n## later\n\(first)\nsend toggle\n")
    #expect(result.notUpdated == "line 2 fails, and 3 commands below depend on it")
    #expect(text.hasSuffix("send toggle\n"))
  }

  @Test func `What fails as 'xfail' says is left, with what depends on it`() throws {
    let (result, text) = try update(
      """
      feature lamp
      xfail "#17"
      send toggle
      send toggle
      | right
      send toggle
      ## is independent
      feature lamp
      send toggle
      expect note == "x"
      send toggle

      """)
    #expect(result.status == .failedAsExpected("#17"))
    #expect(result.failures.map(\.line) == [4, 10])
    #expect(result.counts.updated == 2)
    #expect(
      result.notUpdated
        == "line 4 fails, and 1 command below depends on it; "
        + "line 10 fails, and 1 command below depends on it")
    #expect(
      text == """
        feature lamp
        xfail "#17"
        send toggle
        | - off
        | + on
        send toggle
        | right
        send toggle
        ## is independent
        feature lamp
        send toggle
        | - off
        | + on
        expect note == "x"
        send toggle

        """)
  }

  @Test func `Output that differs from run to run is not written`() throws {
    let script = "feature lamp\nsend toggle\nsend count\n"
    let (result, text) = try update(script)
    #expect(result.status == .failed)
    #expect(result.failures.map(\.kind) == [.notDeterministic])
    #expect(result.failures.map(\.line) == [3])
    #expect(text == script)
  }

  @Test func `The commands of sourced sections are updated`() throws {
    let (result, text) = try update(
      """
      feature lamp
      source more
      send toggle
      source last
      -- more --
      send toggle
      | x
      # stays
      send toggle
      -- last --
      send toggle
      """)
    #expect(result.status == .updated)
    #expect(result.counts.updated == 4)
    #expect(result.counts.uncompared == 0)
    #expect(result.failures == [])
    #expect(
      text == """
        feature lamp
        source more
        send toggle
        | - off
        | + on
        source last
        -- more --
        send toggle
        | - off
        | + on
        # stays
        send toggle
        | - on
        | + off
        -- last --
        send toggle
        | - on
        | + off

        """)
    #expect(try update(text).result.status == .passed)
  }

  @Test func `A sourced command that prints something else each time is left`() throws {
    let script = "feature lamp\nsource more\nsource more\n-- more --\nsend toggle\n"
    let (result, text) = try update(script)
    #expect(result.status == .passed)
    #expect(result.notUpdated?.hasPrefix("line 5 does not print the same each time in ") == true)
    #expect(text == script)
    let strange = script.replacing("source more\n-- ", with: "send toggle\nsource more\n-- ")
    #expect(try update(strange + "| x\n").text.hasSuffix("send toggle\n| - off\n| + on\n"))
  }

  @Test func `A sourced command that fails is left, and those above it are updated`() throws {
    let (result, text) = try update(
      "feature lamp\nsource more\n-- more --\nsend toggle\n| x\nsend no\n| x\n")
    #expect(result.status == .failed)
    #expect(result.failures.map(\.line) == [6])
    #expect(result.counts.updated == 1)
    #expect(result.notUpdated == "line 6 fails")
    #expect(text.hasSuffix("send toggle\n| - off\n| + on\nsend no\n| x\n"))
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

  @Test(arguments: ["feature lamp\nsend no\n", "feature lamp\nstate\n| off\n"])
  func `writes nothing if no expectation differs`(script: String) throws {
    #expect(try review(script).pending == nil)
  }

  @Test func `has the expectations before a failing command`() throws {
    let (result, file) = try review("feature lamp\nsend toggle\n| x\nsend no\n")
    #expect(result.status == .failed)
    #expect(result.pending != nil)
    #expect(file?.text == bytes("feature lamp\nsend toggle\n| - off\n| + on\nsend no\n"))
  }

  @Test func `stays if a failing command hides whether it is outdated`() throws {
    let script = "feature lamp\nsend no\nstate\n| x\n"
    let earlier = PendingFile(of: bytes(script), becoming: bytes("earlier\n"))
    #expect(try review(script, earlier: earlier).pending == earlier)
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
