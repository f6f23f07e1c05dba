import MachoLocks
import Testing

@testable import MachoTerminal

@Suite struct `Typed keys` {
  @Test func `are decoded whole, however their bytes arrive`() throws {
    var ends: [Int32] = [-1, -1]
    pipe(&ends)
    defer { for end in ends { close(end) } }
    var typed = TypeAheadBuffer()
    var text = String.UnicodeScalarView()
    for byte in Array("a日🎉é".utf8) + [0xFF, 0xE6, UInt8(ascii: "z")] {
      var byte = byte
      write(ends[1], &byte, 1)
      typed.read(from: ends[0])
      while case .scalar(let scalar)? = typed.next() { text.append(scalar) }
    }
    #expect(String(text) == "a日🎉éz")
  }

  @Test func `are distinguished from pasted text`() {
    #expect(
      keys("a\u{1B}[200~x\ty\u{1B}[201~b")
        == [.scalar("a"), .paste("x\ty"), .scalar("b")])
    #expect(keys("\u{1B}\u{1B}[200~\u{1B}[201~") == [.scalar("\u{1B}"), .paste("")])
    #expect(keys("\u{1B}[20x") == "\u{1B}[20x".unicodeScalars.map { .scalar($0) })
  }

  @Test func `have one kind of line end and no control characters except tabs in a paste`() {
    let pasted = "1\r2\r\n3\n\u{1}\u{3}\u{1B}[A日本\u{9B}\u{7F}🎉"
    #expect(keys("\u{1B}[200~\(pasted)\u{1B}[201~") == [.paste("1\n2\n3\n[A日本🎉")])
  }

  @Test func `are interrupted by a typed Ctrl-C, not by a pasted one`() {
    var typed = TypeAheadBuffer()
    typed.consume("a\u{1B}[200~\u{3}\u{1B}[201~".utf8)
    #expect(!typed.isInterrupted)
    typed.consume("\u{3}b".utf8)
    #expect(typed.isInterrupted)
    for _ in 1...3 { _ = typed.next() }
    #expect(!typed.isInterrupted)
    #expect(typed.next() == .scalar("b"))
  }

  @Test func `end a paste without an end by a Ctrl-C that arrives alone`() throws {
    var ends: [Int32] = [-1, -1]
    pipe(&ends)
    defer { for end in ends { close(end) } }
    var typed = TypeAheadBuffer()
    for bytes in [Array("a\u{1B}[200~x\u{3}y".utf8), [3], Array("b".utf8)] {
      _ = bytes.withUnsafeBytes { write(ends[1], $0.baseAddress, $0.count) }
      typed.read(from: ends[0])
    }
    #expect(typed.isInterrupted)
    let keys = (1...3).compactMap { _ in typed.next() }
    #expect(keys == [.scalar("a"), .scalar("\u{3}"), .scalar("b")])
  }

  private func keys(_ text: String) -> [TypeAheadBuffer.Key] {
    var typed = TypeAheadBuffer()
    typed.consume(text.utf8)
    var keys: [TypeAheadBuffer.Key] = []
    while let key = typed.next() { keys.append(key) }
    return keys
  }
}

@Suite struct `Pasted lines` {
  @Test func `are entered one by one, and the last one stays to be edited`() {
    var pasted = PastedLines()
    pasted.append("a\n\nb")
    #expect(!pasted.isEmpty)
    pasted.prepend(["c"])
    let expected: [PastedLines.Line] = [
      .init(text: "c", isEnded: true), .init(text: "a", isEnded: true),
      .init(text: "", isEnded: true), .init(text: "b", isEnded: false),
    ]
    for line in expected { #expect(pasted.next() == line) }
    #expect(pasted.isEmpty)
  }
}
