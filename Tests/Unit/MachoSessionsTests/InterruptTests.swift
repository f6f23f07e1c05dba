import Foundation
import Testing

@testable import MachoSessions

@Suite struct `An interrupt` {
  @Test func `accepts requests only while it is open`() {
    let interrupt = Interrupt()
    #expect(!interrupt.request())
    #expect(!interrupt.isRequested)
    interrupt.open()
    #expect(!interrupt.isRequested)
    #expect(!interrupt.request())
    #expect(interrupt.isRequested)
    interrupt.close()
    #expect(!interrupt.isRequested)
    #expect(!interrupt.isOpen)
  }

  @Test func `is cleared when the next line starts`() {
    let interrupt = Interrupt()
    interrupt.open()
    _ = interrupt.request()
    interrupt.open()
    #expect(!interrupt.isRequested)
  }

  @Test func `wakes the waiting thread and returns true`() {
    let interrupt = Interrupt()
    interrupt.open()
    let woken = DispatchSemaphore(value: 0)
    let wake: @Sendable () -> Void = { woken.signal() }
    interrupt.wait(wokenBy: wake) {
      Thread.detachNewThread { #expect(interrupt.request()) }
      woken.wait()
      #expect(interrupt.isRequested)
    }
    #expect(!interrupt.request())
  }
}
