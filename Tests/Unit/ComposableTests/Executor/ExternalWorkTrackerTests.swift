#if MACHO_LINUX
  import Testing

  @Suite struct ExternalWorkTrackerTests {
    @Test func `A wait starts the held work, a short sleep does not, and both are recorded once`()
      throws
    {
      #expect(
        try runProbe("tracker") == [
          "started before: false",
          "a short sleep: held work for the queue 'a', ran nothing",
          hasThreadSanitizer
            ? "waits: nothing" : "waits: blocked in usleep for work of another thread",
          "waits: nothing",
          "a wait: held nothing, ran a1",
          "waits: blocked in dispatch_semaphore_wait for work of another thread",
          "started before: true",
          // At a prompt work begins when the store is idle.
          "as at a prompt: held nothing, ran b1",
        ])
    }
  }
#endif
