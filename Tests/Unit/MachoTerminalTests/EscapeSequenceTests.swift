import MachoLocks
import MachoSystem
import Testing

@testable import MachoTerminal

/// The sequences that keys such as arrows send.
struct EscapeSequenceTests {
  /// Returns what stays unread after the sequence at the start of a typed text.
  private func rest(after typed: String) throws -> (hadSequence: Bool, rest: String) {
    let terminal = try Pseudoterminal()
    var modes = termios()
    #expect(tcgetattr(terminal.device, &modes) == 0)
    modes.c_lflag &= ~tcflag_t(ICANON | ECHO)
    #expect(tcsetattr(terminal.device, TCSANOW, &modes) == 0)
    if !typed.isEmpty {
      terminal.type(typed)
      while !isReadable(terminal.device) {}
    }
    let found = dropEscapeSequence(from: terminal.device)
    guard isReadable(terminal.device) else { return (found, "") }
    var buffer = [UInt8](repeating: 0, count: 100)
    guard case .bytes(let chunk) = ReadResult.next(from: terminal.device, into: &buffer) else {
      return (found, "")
    }
    return (found, String(decoding: chunk, as: UTF8.self))
  }

  @Test(arguments: [
    ("[Aq", "q"), ("OAq", "q"), ("[1;5Cq", "q"), ("[3~q", "q"), ("xq", "q"),
    ("[A\u{1B}[Bq", "\u{1B}[Bq"),
    ("[A", ""),
  ])
  func `A key that is typed after a sequence is not lost`(typed: String, expected: String) throws {
    let (hadSequence, rest) = try rest(after: typed)
    #expect(hadSequence)
    #expect(rest == expected)
  }

  @Test func `Escape alone is no sequence`() throws {
    #expect(try !rest(after: "").hadSequence)
  }
}
