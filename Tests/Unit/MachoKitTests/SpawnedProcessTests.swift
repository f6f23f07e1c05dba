import Foundation
import Testing

@testable import MachoKit

@Suite struct `A child process` {
  @Test func `runs to its end, with the lines of both of its streams`() throws {
    let run = try SpawnedProcess.run([
      "sh", "-c", "echo one; echo two >&2; echo three; exit 3",
    ])
    #expect(run.status == 3 << 8)
    #expect(run.lines.filter { $0 != "two" } == ["one", "three"] && run.lines.contains("two"))
  }

  @Test func `has no pipes that were not requested`() throws {
    let child = try SpawnedProcess(["-c", "echo x; cat"], of: "/bin/sh", output: .nowhere)
    defer { child.close() }
    #expect(child.output == -1 && child.errors >= 0)
    #expect(child.reap() == 0)
    // No other process is signalled.
    child.killGroup()
  }

  @Test func `is killed with its group, and reaped on a thread`() async throws {
    let process = try SpawnedProcess(["60"], of: "/bin/sleep")
    defer { process.close() }
    let status = try await withCheckedThrowingContinuation { continuation in
      do {
        try process.reapInBackground { continuation.resume(returning: $0) }
        process.killGroup()
      } catch { continuation.resume(throwing: error) }
    }
    #expect(status & 0x7F == SIGKILL)
  }

  @Test func `that does not exist is an error`() {
    #expect(throws: SpawnedProcess.Failure.self) {
      try SpawnedProcess([], of: "/nonexistent/macho")
    }
  }
}
