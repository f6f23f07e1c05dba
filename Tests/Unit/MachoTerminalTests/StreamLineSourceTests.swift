import MachoLocks
import MachoSystem
import Testing

@testable import MachoTerminal

/// A stream line source that reads a pipe.
private final class PipedSource {
  private var input: [Int32] = [-1, -1]
  private var output: [Int32] = [-1, -1]
  let source: StreamLineSource
  private let deliveries = Deliveries()

  init(configure: (inout LineSourceConfiguration) -> Void = { _ in }) {
    pipe(&input)
    pipe(&output)
    var configuration = LineSourceConfiguration()
    configuration.input = input[0]
    configuration.output = output[1]
    configure(&configuration)
    source = StreamLineSource(configuration)
    source.start { [deliveries] in deliveries.post($0) }
  }

  deinit {
    source.close()
    for end in input + output where end >= 0 { close(end) }
  }

  func send(_ bytes: some Sequence<UInt8>) {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      rest = rest.dropFirst(rest.withUnsafeBytes { write(input[1], $0.baseAddress, $0.count) })
    }
  }

  func endInput() {
    close(input[1])
    input[1] = -1
  }

  func next() throws -> TerminalInput {
    source.requestLine(prompt: "never shown> ")
    return try deliveries.next()
  }

  /// Requests a line and cancels the request. Returns the answer.
  func nextCancelled() throws -> TerminalInput {
    source.requestLine(prompt: "never shown> ")
    source.cancelRequest()
    return try deliveries.next()
  }

  /// Returns all inputs up to the end. Sends from another thread, because a pipe has a small buffer.
  func all(_ bytes: [UInt8]) throws -> [TerminalInput] {
    let end = input[1]
    let sender = PosixThread {
      var rest = bytes[...]
      while !rest.isEmpty {
        rest = rest.dropFirst(rest.withUnsafeBytes { write(end, $0.baseAddress, $0.count) })
      }
      close(end)
    }
    input[1] = -1
    defer { sender.join() }
    var inputs: [TerminalInput] = []
    while inputs.last != .endOfInput { inputs.append(try next()) }
    return inputs.dropLast()
  }

  func all(_ text: String) throws -> [TerminalInput] { try all(Array(text.utf8)) }

  func printed() -> String {
    close(output[1])
    output[1] = -1
    var bytes = [UInt8](repeating: 0, count: 4096)
    guard case .bytes(let chunk) = ReadResult.next(from: output[0], into: &bytes) else { return "" }
    return String(decoding: chunk, as: UTF8.self)
  }
}

@Suite struct `The stream line source` {
  @Test func `delivers lines without newlines`() throws {
    #expect(try PipedSource().all("a\nb\r\n\n日本\u{0}語\n") == ["a", "b", "", "日本\u{0}語"].lines)
  }

  @Test func `delivers a last line that has no newline`() throws {
    #expect(try PipedSource().all("a\nb") == ["a", "b"].lines)
    #expect(try PipedSource().all("a\r") == ["a\r"].lines)
    #expect(try PipedSource().all("") == [])
  }

  @Test func `delivers a line as soon as it is complete`() throws {
    let piped = PipedSource()
    piped.send("first\nsec".utf8)
    #expect(try piped.next() == .line("first"))
    piped.send("ond\n".utf8)
    #expect(try piped.next() == .line("second"))
    piped.endInput()
    #expect(try piped.next() == .endOfInput)
    #expect(try piped.next() == .endOfInput)
  }

  @Test func `reports a line that is not UTF-8 and continues`() throws {
    let bytes = Array("a\n日".utf8) + [0x80] + Array("x\nb\n".utf8)
    #expect(
      try PipedSource().all(bytes)
        == [.line("a"), .unreadable(.invalidUTF8(offset: 3)), .line("b")])
    #expect(
      try PipedSource().all([0xE6, 0x97, 10])
        == [.unreadable(.invalidUTF8(offset: 0))])
  }

  @Test(arguments: [4, 5])
  func `reports a line that is too long and continues`(limit: Int) throws {
    let piped = PipedSource { $0.entryLimit = limit }
    let five: TerminalInput = limit < 5 ? .unreadable(.tooLong(limit: limit)) : .line("12345")
    #expect(
      try piped.all("12345\n1234\r\n12345\r\n123456789\n\n123456789")
        == [
          five, .line("1234"), five, .unreadable(.tooLong(limit: limit)), .line(""),
          .unreadable(.tooLong(limit: limit)),
        ])
  }

  @Test func `joins the lines of an entry`() throws {
    let piped = PipedSource { $0.entryBoundary = .parentheses }
    #expect(try piped.all("f(\r\n1\n)\ng\nh(\n2") == ["f(\n1\n)", "g", "h(\n2"].lines)
  }

  @Test func `joins by any rule`() throws {
    let rule = EntryBoundary { { $0.hasSuffix(";") } }
    let piped = PipedSource { $0.entryBoundary = rule }
    #expect(try piped.all("\na\nb;\nc;\n") == ["\na\nb;", "c;"].lines)
  }

  @Test func `reports an entry that is too long`() throws {
    let piped = PipedSource {
      $0.entryBoundary = .parentheses
      $0.entryLimit = 5
    }
    #expect(
      try piped.all("(1\n23\n)\nx\n")
        == [.unreadable(.tooLong(limit: 5)), .line("x")])
  }

  @Test func `reads a line of ten million bytes`() throws {
    let line = String(repeating: "0123456789", count: 1_000_000)
    #expect(try PipedSource().all(line + "\nx\n") == [line, "x"].lines)
  }

  @Test func `reads an entry of a hundred thousand lines`() throws {
    let entry = "(" + String(repeating: "[0],\n", count: 100_000) + ")"
    #expect(try PipedSource { $0.entryBoundary = .parentheses }.all(entry) == [entry].lines)
  }

  @Test func `prints text but no prompt`() throws {
    let piped = PipedSource()
    piped.send("a\n".utf8)
    _ = try piped.next()
    for text in ["one", "two\n", "", "\n"] { piped.source.print(text) }
    #expect(piped.printed() == "one\ntwo\n\n")
  }

  @Test func `answers a cancelled request at once and keeps what it has read`() throws {
    let piped = PipedSource()
    piped.send("ha".utf8)
    #expect(try piped.nextCancelled() == .cancelled)
    piped.send("lf\n".utf8)
    #expect(try piped.next() == .line("half"))
  }

  @Test func `can be closed in the middle of a line`() throws {
    let piped = PipedSource()
    piped.send("half".utf8)
    piped.source.requestLine(prompt: "")
    piped.source.close()
  }

  @Test func `reports that its input cannot be read`() throws {
    let directory = open("/", O_RDONLY)
    defer { close(directory) }
    let piped = PipedSource { $0.input = directory }
    #expect(try piped.next() == .unreadable(.failed(errno: EISDIR)))
    #expect(try piped.next() == .endOfInput)
  }
}

@Suite struct `A line source` {
  @Test func `reads a stream if there is no terminal or only a dumb one`() throws {
    let terminal = try Pseudoterminal()
    var configuration = LineSourceConfiguration()
    configuration.input = terminal.device
    configuration.output = terminal.device
    configuration.terminalName = "xterm"
    #expect(makeLineSource(configuration).isInteractive)
    configuration.terminalName = "dumb"
    #expect(!makeLineSource(configuration).isInteractive)
    configuration.terminalName = "xterm"
    var ends: [Int32] = [-1, -1]
    pipe(&ends)
    defer { for end in ends { close(end) } }
    configuration.input = ends[0]
    #expect(!makeLineSource(configuration).isInteractive)
    configuration.input = terminal.device
    configuration.output = ends[1]
    #expect(!makeLineSource(configuration).isInteractive)
  }
}

extension [String] {
  fileprivate var lines: [TerminalInput] { map(TerminalInput.line) }
}
