import MachoArchitectures
import Observation
import Testing

@Suite struct ObservedTests {
  @Test func `observers receive all values in order, including their own`() {
    let value = Observed(0)
    let log = Log<String>()
    let first = value.observe { number in
      log.record("a\(number)")
      if number == 1 { value.update { $0 = 2 } }
    }
    let second = value.observe { log.record("b\($0)") }
    value.update { $0 = 1 }
    withExtendedLifetime((first, second)) {}
    #expect(log.entries == ["a1", "b1", "a2", "b2"])
  }

  @Test func `Swift's Observation reports a change`() {
    let value = Observed("a")
    let log = Log<Int>()
    withObservationTracking {
      #expect(value.value == "a")
    } onChange: {
      log.record(1)
    }
    #expect(log.entries.isEmpty)
    value.update { $0 = "b" }
    value.update { $0 = "c" }
    #expect(log.entries == [1])
  }

  @Test func `a subscriber cancelled by an observer is not notified`() {
    let value = Observed(0)
    let (log, held) = (Log<Int>(), Log<Subscription>())
    let first = value.observe { _ in held.entries[0].cancel() }
    held.record(value.observe { log.record($0) })
    value.update { $0 = 1 }
    withExtendedLifetime(first) {}
    #expect(log.entries.isEmpty)
  }
}
