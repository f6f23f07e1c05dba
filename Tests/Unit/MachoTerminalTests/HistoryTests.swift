import MachoLocks
import Testing

@testable import MachoTerminal

@Suite struct `The history file` {
  let directory: TemporaryDirectory
  let file: HistoryFile

  init() throws {
    directory = try TemporaryDirectory()
    file = HistoryFile(path: directory.path + "/a/b/history", limit: 10)
  }

  @Test func `is empty if it does not exist`() throws {
    #expect(try file.load() == [])
  }

  @Test func `round-trips multiline entries, backslashes and any text`() throws {
    let entries = ["send f(\n1)", #"a\nb\"#, "日本語🎉", "\\\n\\", "tab\tand \u{1}"]
    for entry in entries { try file.append(entry) }
    #expect(try file.load() == entries)
  }

  @Test func `is accessible to its owner only`() throws {
    try file.append("x")
    #expect(permissions(of: directory.path + "/a") == 0o700)
    #expect(permissions(of: directory.path + "/a/b") == 0o700)
    #expect(permissions(of: file.path) == 0o600)
  }

  @Test func `is truncated to the newest entries when it exceeds the limit by a tenth`() throws {
    for number in 1...11 { try file.append("\(number)") }
    #expect(try file.load() == (2...11).map { "\($0)" })
    #expect(bytes(of: file.path).count(where: { $0 == 10 }) == 11)
    try file.append("12")
    #expect(try file.load() == (3...12).map { "\($0)" })
    #expect(bytes(of: file.path).count(where: { $0 == 10 }) == 10)
  }

  @Test func `loses nothing when several prompts append to it concurrently`() async throws {
    let file = HistoryFile(path: directory.path + "/history", limit: 1_000)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for prompt in 1...4 {
        group.addTask { for number in 1...50 { try file.append("\(prompt).\(number)") } }
      }
      try await group.waitForAll()
    }
    let entries = try file.load()
    #expect(entries.count == 200)
    #expect(Set(entries).count == 200)
  }

  @Test func `is created when it is first read, so that errors are reported early`() throws {
    #expect(try file.load() == [])
    #expect(permissions(of: file.path) == 0o600)
    let nowhere = HistoryFile(path: "/dev/null/history", limit: 10)
    let failure = #expect(throws: HistoryFile.Failure.self) { try nowhere.load() }
    #expect(failure?.reason == "Not a directory")
  }

  @Test func `must be a regular file`() throws {
    let pipe = directory.path + "/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    for path in [pipe, "/dev/null"] {
      let file = HistoryFile(path: path, limit: 10)
      let failure = #expect(throws: HistoryFile.Failure.self) { try file.load() }
      #expect(failure?.reason == "Not a regular file")
    }
  }

  @Test func `reports why it cannot be saved`() throws {
    let file = HistoryFile(path: directory.path, limit: 10)
    let failure = #expect(throws: HistoryFile.Failure.self) { try file.append("x") }
    #expect(failure?.reason == "Is a directory")
  }
}

extension EditorTests {
  @Suite struct `The history` {
    @Test func `persists from one prompt to the next`() throws {
      let directory = try TemporaryDirectory()
      let path = directory.path + "/macho/history"
      for lines in [["one", "two", "two", "  "], ["three"]] {
        let prompt = try Prompt { $0.historyPath = path }
        for line in lines {
          try prompt.requestLine()
          prompt.terminal.type(line + "\r")
          try prompt.expect(.line(line))
        }
      }
      #expect(String(decoding: bytes(of: path), as: UTF8.self) == "one\ntwo\nthree\n")
      let prompt = try Prompt { $0.historyPath = path }
      try prompt.requestLine()
      // Up twice.
      prompt.terminal.type("\u{10}\u{10}")
      try prompt.terminal.waitForPrompt("> two")
      prompt.terminal.type("\r")
      try prompt.expect(.line("two"))
    }

    @Test func `warns once that it is not saved, and the prompt continues`() throws {
      let directory = try TemporaryDirectory()
      // Standard error is the same terminal, as usual.
      let prompt = try Prompt {
        $0.historyPath = directory.path
        $0.errors = $0.output
      }
      let warning = "macho: the history is not saved: \(directory.path): Is a directory"
      // Without spaces: a row may end at one, depending on the length of the path.
      try prompt.terminal.waitUntil("the warning") {
        $0.rowTexts.joined().replacing(" ", with: "").hasPrefix(warning.replacing(" ", with: ""))
      }
      for line in ["one", "two"] {
        prompt.source.requestLine(prompt: "> ")
        try prompt.terminal.waitForPrompt("> ")
        prompt.terminal.type(line + "\r")
        try prompt.expect(.line(line))
      }
      #expect(prompt.terminal.screen.text.ranges(of: "the history is").count == 1)
    }
  }
}
