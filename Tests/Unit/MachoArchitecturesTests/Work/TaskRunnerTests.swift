import MachoArchitectures
import Testing

@Suite struct WorkTests {
  @Test(.timeLimit(.minutes(1)))
  func `a piece of work that replaces cancels the one under its name, not those of others`()
    async
  {
    let work = TaskRunner()
    let (ended, signal) = AsyncStream<String>.makeStream()
    @Sendable func wait(_ name: String) async {
      let forever = AsyncStream<Never> { _ in }
      for await _ in forever {}
      signal.yield("\(name) \(Task.isCancelled)")
    }
    work.start("a") { await wait("a") }
    work.start("b") { await wait("b") }
    work.start("a", replacing: true) { await wait("second a") }
    var ends = ended.makeAsyncIterator()
    #expect(await ends.next() == "a true")
    work.cancel("b")
    #expect(await ends.next() == "b true")
    work.cancel("a")
    #expect(await ends.next() == "second a true")
  }

  @Test(.timeLimit(.minutes(1)))
  func `an error that work does not handle is reported, the end by cancellation is not`() async {
    struct Offline: Error {}
    let (reports, signal) = AsyncStream<String>.makeStream()
    @Sendable func tell(_ message: String) { signal.yield(message) }
    await issues(tellingOf: tell) {
      let work = TaskRunner()
      work.start { throw CancellationError() }
      work.start { throw Offline() }
      var all = reports.makeAsyncIterator()
      #expect(await all.next()?.hasSuffix("did not handle: Offline()") == true)
    }
  }
}
