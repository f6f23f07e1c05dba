import Foundation
import MachoDiff
import MachoReporting
import Testing

@testable import MachoScripting

@Suite struct ScriptRunnerTests {
  private func run(
    _ text: String, isStrict: Bool = false, lines: inout [Int]
  ) throws -> ScriptRun {
    var seen: [Int] = []
    defer { lines = seen }
    return ScriptRunner(catalog: [LampFeature()], isStrict: isStrict)
      .run(
        try ScriptParser.parse(text), path: "a.macho",
        observer: ScriptRunner.Observer(willRunLine: { seen.append($0) }))
  }

  private func run(_ text: String, isStrict: Bool = false) throws -> ScriptResult {
    var lines: [Int] = []
    return try run(text, isStrict: isStrict, lines: &lines).result
  }

  @Test func `A script whose command unexpectedly succeeds fails there`() throws {
    var lines: [Int] = []
    let run = try run(
      """
      feature lamp
      send toggle
      | - off
      | + on
      ! [unasserted-action] finish
      [!linux] [!macos] send nothing
      send toggleLater
      |...
      receive toggled
      |~ - .*
      |...
      """, lines: &lines)
    #expect(run.result.status == .failed)
    #expect(run.result.failures.map(\.line) == [5])
    #expect(run.result.failures.map(\.code) == ["unexpected-pass"])
    #expect(lines == [1, 2, 5])
  }

  @Test func `Every mismatch is reported and the run continues`() throws {
    let result = try run(
      """
      feature lamp
      ## on
      send toggle
      | + on
      ## off
      send toggle
      | - on
      | + off
      send note("x")
      | + y
      """)
    #expect(result.failures.map(\.line) == [3, 9])
    #expect(result.failures.map(\.phase) == ["on", "off"])
    #expect(result.failures.map(\.kind) == [.mismatch, .mismatch])
    #expect(
      PrettyReporter.lines(for: result).map(\.text).joined(separator: "\n") == """
        FAIL a.macho
          a.macho:3  ## on
          send toggle
          > A| - off
             | + on
          line 4: the diff has a change that is not expected before this line
          a.macho:9  ## off
          send note("x")
          state: expected y, actual off x
          > E| + y
          > A| - off
            A| + off x
          line 10: the output differs
        """)
  }

  @Test func `A failing command ends the script`() throws {
    let result = try run("feature lamp\nsend togle\nsend toggle\n| nonsense\n")
    #expect(result.status == .failed)
    #expect(result.failures.map(\.kind) == [.diagnostic])
    #expect(result.failures[0].code == "no-such-case")
    #expect(result.failures[0].report.first?.text == "  A| send togle")
    #expect(result.failures[0].commandsNotRun == 1)
  }

  @Test func `The end of a file is an implicit finish`() throws {
    var lines: [Int] = []
    let run = try run("feature lamp\nsend leak\n\n-- a --\nx\n", lines: &lines)
    #expect(run.result.failures.map(\.kind) == [.endOfFile])
    #expect(run.result.failures[0].code == "running-effects")
    #expect(run.result.failures[0].line == 3)
    #expect(try self.run("feature lamp\nsend leak\nskip effects\n").status == .passed)
    let left = try self.run("feature lamp\nsend leak\nquit\nsend nothing\n")
    #expect(left.failures.map(\.code) == ["running-effects"])
  }

  @Test func `Uncompared output is counted and fails a strict script`() throws {
    let text = "feature lamp\nsend toggle\n! [no-such-case] send x\n! send x\n"
    #expect(try run(text).status == .passed)
    #expect(try run(text).counts.uncompared == 2)
    #expect(try run(text, isStrict: true).failures.map(\.line) == [2, 4])
    #expect(try run("strict on\n" + text).failures.map(\.kind) == [.uncompared, .uncompared])
  }

  @Test func `A script without commands passes and the report says so`() throws {
    let result = try run("# nothing\n")
    #expect(PrettyReporter.lines(for: result).map(\.text) == ["PASS a.macho (no commands)"])
  }

  @Test func `A skipped script has a reason`() throws {
    let result = try run("feature lamp\nskip \"later\"\nsend nonsense\n")
    #expect(PrettyReporter.lines(for: result).map(\.text) == ["SKIP a.macho: later"])
  }

  @Test func `An unreadable or unparsable script has a result`() throws {
    let runner = ScriptRunner(catalog: [])
    #expect(
      runner.run(path: "/dev/null").result.status
        == .unreadable("cannot read /dev/null: it is a device"))
    try withDirectory { directory in
      let path = directory + "/a.macho"
      try write("| stray\n", path)
      let result = runner.run(path: path).result
      guard case .unparsable(let errors) = result.status else {
        Issue.record("\(result.status)")
        return
      }
      #expect(errors.map(\.code) == [.strayOutput])
    }
  }

  @Test func `Files are looked up in the sections first, then in the script's directory`() throws {
    try withDirectory { directory in
      let path = directory + "/a.macho"
      try write("\"beside\"", directory + "/b.json")
      try write(
        """
        feature lamp
        send note(@file("a.json"))
        | - off
        | + off inside
        send note(@file("b.json"))
        | - off inside
        | + off beside
        ! [no-such-file] send note(@file("../x"))
        -- a.json --
        "inside"
        """, path)
      let result = ScriptRunner(catalog: [LampFeature()]).run(path: path).result
      #expect(result.failures == [])
      #expect(result.counts.steps == 4)
    }
  }

  @Test func `A run round-trips as JSON`() throws {
    var lines: [Int] = []
    let run = try run("feature lamp\nsend toggle\n| x\n[!linux] [!macos] quit\n", lines: &lines)
    let data = try JSONEncoder().encode(run)
    #expect(try JSONDecoder().decode(ScriptRun.self, from: data) == run)
    let diff = OutputLine.lines(of: Change(reading: "- off\n+ on"), diff: 0)
    #expect(run.outputs == [[], diff, []] || run.outputs == [[], diff, nil])
  }

  @Test func `Scripts are found at any depth, sorted, and missing files are errors`() throws {
    try withDirectory { directory in
      for name in ["b.macho", "a.macho", "x.txt", "sub/c.macho", ".hidden/d.macho"] {
        let url = URL(fileURLWithPath: directory + "/" + name)
        try FileManager.default.createDirectory(
          at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try write("", url.path)
      }
      try FileManager.default.createDirectory(
        atPath: directory + "/empty", withIntermediateDirectories: true)
      try FileManager.default.createSymbolicLink(
        atPath: directory + "/sub/loop", withDestinationPath: "..")
      let found = ScriptFiles.find([
        directory + "/b.macho", directory, directory + "/x.txt", directory + "/no",
        directory + "/empty", "/dev/zero",
      ])
      #expect(
        found.files.map { $0.dropFirst(directory.count + 1) } == [
          "b.macho", "a.macho", "sub/c.macho", "x.txt",
        ])
      #expect(
        found.errors.map(\.reason) == ["No such file or directory", "it is a device"])
    }
  }
}
