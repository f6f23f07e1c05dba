import Testing

@testable import MachoSystem

struct WakePipeTests {
  @Test func becomesReadableWhenSent() {
    let wake = WakePipe()
    #expect(!isReadable(wake.readEnd))
    wake.send()
    #expect(isReadable(wake.readEnd))
    #expect(wake.drain() == 1)
    #expect(!isReadable(wake.readEnd))
  }

  @Test func drainsTheUnionOfEvents() {
    let wake = WakePipe()
    #expect(wake.drain() == 0)
    for _ in 0..<100 { wake.send(4) }
    wake.send(8)
    #expect(wake.drain() == 12)
    #expect(!isReadable(wake.readEnd))
  }

  @Test func neverBlocksTheSender() {
    let wake = WakePipe()
    // More than the capacity of a pipe.
    for _ in 0..<100_000 { wake.send(2) }
    #expect(wake.drain() == 2)
  }
}
