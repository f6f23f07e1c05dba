import MachoSessions
import Testing

@testable import MachoWire

@Suite struct RequestQueueTests {
  @Test func `A queued request can be cancelled and does not run`() {
    let calls = RequestQueue(limit: 4)
    calls.enqueue(.number(1))
    calls.enqueue(.number(2))
    #expect(calls.cancel(.number(2)) == .queued)
    #expect(calls.start(.number(1), nil))
    calls.finishCurrent()
    #expect(!calls.start(.number(2), nil))
    calls.finishCurrent()
    #expect(calls.cancel(.number(2)) == .none)
  }

  @Test func `A running request is interrupted`() {
    let calls = RequestQueue(limit: 4)
    let interrupt = Interrupt()
    calls.enqueue(.number(1))
    #expect(calls.start(.number(1), interrupt))
    #expect(calls.cancel(.number(1)) == .running)
    #expect(interrupt.isRequested)
    calls.finishCurrent()
    #expect(!interrupt.isRequested)
    #expect(calls.cancel(.number(1)) == .none)
  }

  @Test func `An ID may be reused`() {
    let calls = RequestQueue(limit: 4)
    for _ in 0..<2 {
      calls.enqueue(.text("a"))
      #expect(calls.start(.text("a"), nil))
      calls.finishCurrent()
    }
  }
}
