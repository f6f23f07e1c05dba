import MachoSessions
import Testing

@testable import MachoWire

@Suite struct CallQueueTests {
  @Test func `What waits is taken back, and does not run`() {
    let calls = CallQueue(limit: 4)
    calls.enter(.number(1))
    calls.enter(.number(2))
    #expect(calls.cancel(.number(2)) == .queued)
    #expect(calls.begin(.number(1), nil))
    calls.end()
    #expect(!calls.begin(.number(2), nil))
    calls.end()
    #expect(calls.cancel(.number(2)) == .none)
  }

  @Test func `What runs is interrupted`() {
    let calls = CallQueue(limit: 4)
    let interrupt = Interrupt()
    calls.enter(.number(1))
    #expect(calls.begin(.number(1), interrupt))
    #expect(calls.cancel(.number(1)) == .running)
    #expect(interrupt.isRequested)
    calls.end()
    #expect(!interrupt.isRequested)
    #expect(calls.cancel(.number(1)) == .none)
  }

  @Test func `An identity may be used again`() {
    let calls = CallQueue(limit: 4)
    for _ in 0..<2 {
      calls.enter(.text("a"))
      #expect(calls.begin(.text("a"), nil))
      calls.end()
    }
  }
}
