#if MACHO_LINUX
  import Testing

  @Suite struct ProcessExecutorTests {
    @Test func `A process-wide executor orders unstructured tasks and the main actor`() throws {
      let lines = try runProbe("order", "200")
      #expect(lines.first == "200 of 200 equal, external jobs: 0")
      #expect(try runProbe("order", "1").last == lines.last)
    }

    @Test func `With a process-wide executor no wall-clock sleep ends unaccepted`() throws {
      #expect(try runProbe("sleep", "50") == ["0 of 50 undetected"])
    }

    @Test func `Other threads change the result of no effect, whichever thread is faster`() throws {
      let lines = try runProbe("threads", "50")
      #expect(lines == ["waits are known", "0 undetected, 0 begun early, 0 failed"])
    }
  }
#endif
