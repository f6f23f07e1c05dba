#if MACHO_LINUX
  import Testing

  @Suite struct HeldWorkTests {
    @Test func `Work is described once, and begins when it is started, or for a turn in its queue`()
      throws
    {
      #expect(
        try runProbe("held") == [
          "held: held work for the queue 'a', work for the queue 'b', ran nothing",
          "started: held nothing, ran a1, a2, b1",
          "a turn in a queue: held work for the queue 'b', ran a1, turn",
          "started: held nothing, ran b1",
          "a thread: held a thread, ran nothing",
          "started: held nothing, ran nothing",
        ])
    }
  }
#endif
