import MachoArchitectures
import Testing

@Suite struct TaskRunnerTests {
  @Test func `a replacing task cancels only the running tasks with its name`() async {
    let tasks = TaskRunner()
    let (ended, signal) = AsyncStream<String>.makeStream()
    @Sendable func wait(_ name: String) async {
      let forever = AsyncStream<Never> { _ in }
      for await _ in forever {}
      signal.yield("\(name) \(Task.isCancelled)")
    }
    tasks.start("a") { await wait("a") }
    tasks.start("b") { await wait("b") }
    tasks.start("a", replacing: true) { await wait("second a") }
    var ends = ended.makeAsyncIterator()
    #expect(await ends.next() == "a true")
    tasks.cancel("b")
    #expect(await ends.next() == "b true")
    tasks.cancel("a")
    #expect(await ends.next() == "second a true")
  }

  @Test func `an unhandled error is reported, and a cancellation is not`() async {
    struct Offline: Error {}
    let (reports, signal) = AsyncStream<String>.makeStream()
    @Sendable func report(_ message: String) { signal.yield(message) }
    await issues(onIssue: report) {
      let tasks = TaskRunner()
      tasks.start { throw CancellationError() }
      tasks.start { throw Offline() }
      var all = reports.makeAsyncIterator()
      #expect(await all.next()?.hasSuffix("threw an unhandled error: Offline()") == true)
    }
  }
}
