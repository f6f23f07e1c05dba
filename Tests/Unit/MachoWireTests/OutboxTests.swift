import Foundation
import MachoLocks
import MachoSystem
import Testing

@testable import MachoWire

@Suite struct OutboxTests {
  @Test func `A client that reads gets all output in order, beyond the system's buffer`() throws {
    let (ours, theirs) = try pair()
    let outbox = Outbox(descriptor: ours, limit: 64 << 20) { _ in }
    for number in 0..<20_000 { outbox.send(Array("line \(number) \(padding)\n".utf8)) }
    let reader = Reader(theirs)
    outbox.close()
    shutdown(ours, Int32(SHUT_RDWR))
    let lines = reader.lines
    #expect(lines.count == 20_000)
    #expect(lines.enumerated().allSatisfy { $1 == "line \($0) \(padding)" })
  }

  @Test func `A client that never reads is disconnected`() throws {
    let (ours, theirs) = try pair()
    defer { close(theirs) }
    let wasTooSlow = Lock<Bool?>(nil)
    let outbox = Outbox(descriptor: ours, limit: 1 << 20) { slow in
      wasTooSlow.withLock { $0 = slow }
      shutdown(ours, Int32(SHUT_RDWR))
    }
    let chunk = [UInt8](repeating: 0x61, count: 64 << 10)
    for _ in 0..<64 where wasTooSlow.withLock({ $0 }) == nil { outbox.send(chunk) }
    #expect(wasTooSlow.withLock { $0 } == true)
  }

  @Test func `A message over the limit is sent if nothing else is pending`() throws {
    let (ours, theirs) = try pair()
    let outbox = Outbox(descriptor: ours, limit: 10) { _ in }
    let reader = Reader(theirs)
    outbox.send([UInt8](repeating: 0x61, count: 4 << 20))
    outbox.close()
    shutdown(ours, Int32(SHUT_RDWR))
    #expect(reader.lines.first?.count == 4 << 20)
  }

  @Test func `A disconnected client is detected`() throws {
    let (ours, theirs) = try pair()
    close(theirs)
    let wasTooSlow = Lock<Bool?>(nil)
    let outbox = Outbox(descriptor: ours, limit: 10) { slow in wasTooSlow.withLock { $0 = slow } }
    outbox.send([0x61])
    #expect(wasTooSlow.withLock { $0 } == false)
  }

  private var padding: String { String(repeating: "x", count: 100) }

  private func pair() throws -> (Int32, Int32) { try #require(makeSocketPair()) }
}

/// Reads all bytes of a descriptor on its own thread.
private final class Reader: Sendable {
  private let bytes = Lock<[UInt8]>([])
  private let thread: Lock<PosixThread?>

  init(_ descriptor: Int32) {
    let bytes = bytes
    thread = Lock(
      PosixThread {
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while case .bytes(let chunk) = ReadResult.next(from: descriptor, into: &buffer) {
          bytes.withLock { $0 += chunk }
        }
        close(descriptor)
      })
  }

  /// Returns the lines once the other end is closed.
  var lines: [Substring] {
    thread.withLock { $0 }?.join()
    return String(decoding: bytes.withLock { $0 }, as: UTF8.self).split(separator: "\n")
  }
}
