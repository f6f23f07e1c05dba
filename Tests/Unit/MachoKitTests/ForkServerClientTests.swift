#if MACHO_LINUX
  import CMachoKit
  import Foundation
  import MachoScripting
  import Testing

  @testable import MachoKit

  @Suite struct `A fork server` {
    private static let fine = "feature traps\nsend increment\nexpect count == 1\n"

    /// The result of a script in a forked child.
    private struct Finished {
      var ending: ProcessMonitor.Termination
      var report: ChildReport
      var errors: String
    }

    private func server(_ environment: [String: String] = [:]) throws -> ForkServerClient {
      var all = ProcessInfo.processInfo.environment.merging(environment) { $1 }
      all["SWIFT_BACKTRACE"] = "enable=no"
      return ForkServerClient(
        executable: try Tool.externalWorkDriver.url.path, environment: all, interruption: nil)
    }

    private func run(
      _ script: String, on server: ForkServerClient, limit: Duration = .seconds(120),
      at place: SourceLocation = #_sourceLocation
    ) throws -> Finished {
      let sandbox = try Sandbox(["script.macho": script])
      let path = sandbox.url.appendingPathComponent("script.macho").path
      let process = try #require(
        server.fork(ScriptRequest(path: path, limit: 200)), sourceLocation: place)
      var report = ChildReport(path: path)
      let watch = ProcessMonitor(limit: limit, backtraceLimit: .zero, interruption: nil)
      let (ending, errors) = try #require(
        watch.waitForExit(process, &report), sourceLocation: place)
      return Finished(ending: ending, report: report, errors: errors.text)
    }

    @Test(.withoutSanitizer) func `runs each script in a fresh process`() throws {
      let server = try server()
      defer { server.stop() }
      let script = "feature shared\nsend increment\nexpect count == 1\n"
      for _ in 1...3 {
        let run = try run(script, on: server)
        #expect(run.ending == .exited(0))
        #expect(run.report.run?.result.status == .passed)
        #expect(run.report.run?.result.counts.steps == 3)
      }
    }

    @Test(.withoutSanitizer) func `survives scripts that trap, exit, loop or close descriptors`()
      throws
    {
      let server = try server()
      defer { server.stop() }
      let trap = try run("feature traps\nsend increment\nsend unwrapNil\n", on: server)
      #expect(trap.ending != .exited(0))
      #expect(trap.report.crash != nil)
      #expect(trap.report.line == 3)
      #expect(trap.errors.contains("Fatal error: Unexpectedly found nil"))
      let exit = try run("feature traps\nsend exit(status: 7)\n", on: server)
      #expect(exit.ending == .exited(7))
      #expect(exit.report.run == nil)
      let loop = try run(
        "feature traps\nsend loopForEver\n", on: server, limit: .milliseconds(300))
      #expect(loop.ending == .timedOut)
      #expect(loop.report.line == 2)
      let blind = try run("feature traps\nsend closeDescriptors\n", on: server)
      #expect(blind.report.run == nil)
      #expect(try run(Self.fine, on: server).report.run?.result.status == .passed)
    }

    @Test(.withoutSanitizer) func `does not fork if it has threads; scripts are then spawned`()
      throws
    {
      let server = try server(["DRIVER_THREAD": "1"])
      defer { server.stop() }
      #expect(server.fork(ScriptRequest(path: "script.macho", limit: 200)) == nil)
      let sandbox = try Sandbox(["a.macho": Self.fine, "b.macho": Self.fine])
      sandbox.environment = ["DRIVER_THREAD": "1"]
      let test = try sandbox.run(.externalWorkDriver, "test", ".")
      #expect(test.status == 0)
      #expect(test.output.contains("PASS b.macho (3 commands)\n2 passed"))
    }

    @Test func `delivers its last message even if it exits with unread input`() throws {
      var ends: [Int32] = [-1, -1]
      try #require(cmachokit_sockets(&ends) == 0)
      defer { close(ends[0]) }
      ForkMessage.kill.send(to: ends[0])
      ForkMessage.exited(7).send(to: ends[1])
      close(ends[1])
      #expect(ForkMessage.receive(from: ends[0]) == .exited(7))
      #expect(ForkMessage.receive(from: ends[0]) == nil)
    }

    @Test func `does not fork if the executable is missing`() throws {
      let server = ForkServerClient(
        executable: "/nonexistent/macho", environment: [:], interruption: nil)
      defer { server.stop() }
      #expect(server.fork(ScriptRequest(path: "script.macho", limit: 200)) == nil)
    }

    @Test(.withoutSanitizer) func `exits with its client and kills its children`() throws {
      let sandbox = try Sandbox(["loop.macho": "feature traps\nsend loopForEver\n"])
      var ends: [Int32] = [-1, -1]
      #expect(cmachokit_sockets(&ends) == 0)
      let server = try SpawnedProcess(
        [ForkServerCommand.name], of: Tool.externalWorkDriver.url.path, output: .nowhere,
        errors: .nowhere, lifeline: ends[1])
      close(ends[1])
      #expect(ForkMessage.receive(from: ends[0]) == .ready)
      let path = sandbox.url.appendingPathComponent("loop.macho").path
      let script = try #require(
        ForkedScript(ScriptRequest(path: path, limit: 200), server: ends[0]) {})
      defer { script.close() }
      // The child reports each line before it runs it.
      var report: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 100)
      while !String(decoding: report, as: UTF8.self).contains("line 2\n") {
        let count = read(script.output, &buffer, buffer.count)
        try #require(count > 0)
        report += buffer[..<count]
      }
      let children = try String(
        contentsOfFile: "/proc/\(server.processID)/task/\(server.processID)/children",
        encoding: .utf8)
      let copy = try #require(children.split(separator: " ").first.flatMap { pid_t($0) })
      let end = cmachokit_process_descriptor(copy)
      defer { close(end) }
      try #require(end >= 0)

      close(ends[0])
      #expect(server.reap() == 0)
      var polled = pollfd(fd: end, events: Int16(POLLIN), revents: 0)
      #expect(poll(&polled, 1, 60_000) == 1)
    }
  }

  @Suite struct `A script request` {
    @Test func `round-trips as words and as a message`() throws {
      var request = ScriptRequest(path: "-- a b,\n.macho", limit: 75)
      for change in [
        { (_: inout ScriptRequest) in }, { $0.isStrict = true }, { $0.repetitions = 3 },
        { $0.wantsOutputs = true }, { ($0.variants, $0.variant) = (["a", "b"], "b") },
      ] {
        change(&request)
        #expect(ScriptRequest(words: request.words) == request)
        #expect(ScriptRequest(message: request.message[...]) == request)
      }
      #expect(ScriptRequest(words: ["strict"]) == nil)
    }
  }
#endif
