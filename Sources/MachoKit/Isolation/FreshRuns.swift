#if MACHO_LINUX
  import CMachoKit
  import Foundation
  import MachoScripting
  import MachoSystem

  /// Runs a script in copies of a process that has run none, one after the other. What a run leaves behind,
  /// such as variables and threads, cannot change the next one.
  struct FreshRuns {
    /// Requests a run by a byte.
    private let requests: Int32
    /// Receives the size of each report and the report.
    private let reports: Int32

    /// Starts a copy of this process, which copies itself for each run. Returns `nil` if the process has
    /// other threads, because a copy would lack them.
    init?(run: () -> ScriptRun) {
      guard ProcessThreads.isSingle, let request = makePipe() else { return nil }
      guard let report = makePipe() else {
        close(request.reading)
        close(request.writing)
        return nil
      }
      // What was printed before must not be printed by each copy.
      fflush(nil)
      let parent = getpid()
      let server = cmachokit_fork()
      if server == 0 {
        close(request.writing)
        close(report.reading)
        Self.serve(request.reading, report.writing, parent: parent, run)
      }
      close(request.reading)
      close(report.writing)
      (requests, reports) = (request.writing, report.reading)
      guard server > 0 else {
        end()
        return nil
      }
    }

    /// Runs the script once more. Returns `nil` if the copy has crashed.
    func next(path: String) -> ScriptRun? {
      var byte: UInt8 = 1
      // SAFETY: the size of an `Int` was read, so there are as many bytes.
      guard write(requests, &byte, 1) == 1,
        let size = Self.read(MemoryLayout<Int>.size, from: reports),
        let text = Self.read(size.withUnsafeBytes { $0.loadUnaligned(as: Int.self) }, from: reports)
      else { return nil }
      var report = ChildReport(path: path)
      report.consume(String(decoding: text, as: UTF8.self))
      return report.run
    }

    func end() {
      close(requests)
      close(reports)
    }

    // MARK: In the copies

    private static func serve(
      _ requests: Int32, _ reports: Int32, parent: pid_t, _ run: () -> ScriptRun
    ) -> Never {
      guard cmachokit_end_with_parent(parent) != 0 else { _exit(1) }
      let processID = getpid()
      while read(1, from: requests) != nil {
        let child = cmachokit_fork()
        if child == 0 {
          guard cmachokit_end_with_parent(processID) != 0 else { _exit(1) }
          send(ChildReport.text(run()).dropLast(), to: reports)
          fflush(nil)
          _exit(0)
        }
        var status: Int32 = 0
        while child > 0, waitpid(child, &status, 0) < 0, errno == EINTR {}
        if child < 0 || status != 0 { send("", to: reports) }
      }
      _exit(0)
    }

    private static func send(_ text: some StringProtocol, to descriptor: Int32) {
      var size = text.utf8.count
      var bytes = withUnsafeBytes(of: &size) { Array($0) } + Array(text.utf8)
      var start = 0
      while start < bytes.count {
        let count = bytes.withUnsafeMutableBytes {
          write(descriptor, $0.baseAddress! + start, $0.count - start)
        }
        if count <= 0 {
          if errno == EINTR { continue }
          return
        }
        start += count
      }
    }

    private static func read(_ count: Int, from descriptor: Int32) -> [UInt8]? {
      var bytes = [UInt8](repeating: 0, count: count)
      var start = 0
      while start < count {
        let length = bytes.withUnsafeMutableBytes {
          Foundation.read(descriptor, $0.baseAddress! + start, count - start)
        }
        if length < 0, errno == EINTR { continue }
        guard length > 0 else { return nil }
        start += length
      }
      return bytes
    }
  }
#endif
