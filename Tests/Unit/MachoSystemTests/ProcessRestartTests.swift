import Foundation
import Testing

@testable import MachoSystem

/// What `ProcessRestart` does in a process that is not armed. Tests of the prompt replace processes.
@Suite(.serialized) struct ProcessRestartTests {
  @Test func `does not cancel an alarm of a feature`() {
    alarm(1_000)
    ProcessRestart.cancelInterrupt()
    #expect(alarm(0) > 0)
  }

  @Test func `interrupts nothing, now or later, unless it is armed`() {
    ProcessRestart.interruptMainThread()
    ProcessRestart.interruptMainThread(afterSeconds: 1_000)
    #expect(alarm(0) == 0)
  }

  @Test func `returns if the program cannot be replaced`() {
    ProcessRestart.execute("/no/such/program", ["program"], ["NAME": "value"])
    #expect(errno == ENOENT)
  }
}
