import Foundation

/// What one client took for a line and its answer, many times, one after the other.
struct RoundTrips {
  /// In nanoseconds, each; unsorted.
  var times: [UInt64] = []
  /// From the first line of any client to the last answer of any.
  var seconds = 0.0

  /// Lines and their answers a second, of all clients together.
  var rate: Double { Double(times.count) / seconds }

  /// The time that a part of the round trips is within: 0.5, 0.99.
  func percentile(_ part: Double) -> Double {
    let sorted = times.sorted()
    return Double(sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))])
  }

  /// Several clients in lock step, each with a connection and a thread: it sends a line, waits for the
  /// one that answers it, and sends the next.
  ///
  /// The first line opens what is then driven, where there is one, and is not timed.
  static func measure(
    path: String, clients: Int, each: Int, opening: String?, line: String
  ) throws -> RoundTrips {
    var connections: [Connection] = []
    defer { for connection in connections { connection.close() } }
    for _ in 0..<clients {
      let connection = try Connection(path: path)
      connections.append(connection)
      if let opening { try connection.roundTrip(Array((opening + "\n").utf8)) }
    }
    let bytes = Array((line + "\n").utf8)
    let gathered = ClientResults(clients)
    let began = DispatchTime.now().uptimeNanoseconds
    // A thread each, whatever the number of processors: a client that waits is waiting in a read.
    let threads = connections.enumerated().map { index, connection in
      let thread = Thread {
        gathered.finish(index, Result { try connection.roundTrips(each, bytes) })
      }
      thread.stackSize = 1 << 20
      return thread
    }
    for thread in threads { thread.start() }
    let times = try gathered.wait()
    let nanoseconds = DispatchTime.now().uptimeNanoseconds - began
    return RoundTrips(times: times, seconds: Double(nanoseconds) / 1e9)
  }
}

/// What the threads of a measurement came to.
private final class ClientResults: @unchecked Sendable {
  // Unchecked: both are touched with the condition locked alone.
  private let condition = NSCondition()
  private var results: [Result<[UInt64], any Error>?]

  init(_ count: Int) { results = Array(repeating: nil, count: count) }

  func finish(_ index: Int, _ result: Result<[UInt64], any Error>) {
    condition.withLock {
      results[index] = result
      condition.signal()
    }
  }

  func wait() throws -> [UInt64] {
    try condition.withLock {
      while results.contains(where: { $0 == nil }) { condition.wait() }
      return try results.flatMap { try $0?.get() ?? [] }
    }
  }
}

/// A blocking socket that sends a line and reads one.
private struct Connection: Sendable {
  private let descriptor: Int32

  init(path: String) throws {
    #if canImport(Darwin)
      descriptor = socket(AF_UNIX, SOCK_STREAM, 0)
    #else
      descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { place in
      // The last byte stays 0.
      place.copyBytes(from: path.utf8.prefix(place.count - 1))
    }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let status = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) }
    }
    guard status == 0 else {
      close()
      throw WireFailure("no connection to \(path): \(String(cString: strerror(errno)))")
    }
  }

  func close() { Foundation.close(descriptor) }

  func roundTrips(_ count: Int, _ line: [UInt8]) throws -> [UInt64] {
    var times: [UInt64] = []
    times.reserveCapacity(count)
    for _ in 0..<count {
      let began = DispatchTime.now().uptimeNanoseconds
      try roundTrip(line)
      times.append(DispatchTime.now().uptimeNanoseconds - began)
    }
    return times
  }

  func roundTrip(_ line: [UInt8]) throws {
    guard send(descriptor, line, line.count, 0) == line.count else {
      throw WireFailure("a line was not taken: \(String(cString: strerror(errno)))")
    }
    try withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 1) { buffer in
      var first = true
      while true {
        let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
        guard count > 0 else { throw WireFailure("the connection ended before its answer") }
        // An error is quick, and would look like a fast server.
        if first, isError(buffer[..<count]) {
          throw WireFailure(String(decoding: buffer.prefix(count), as: UTF8.self))
        }
        first = false
        // Nothing comes unasked, so a line's end is the answer's.
        if buffer[count - 1] == UInt8(ascii: "\n") { return }
      }
    }
  }
}

/// Whether an answer has a member `error`.
private func isError(_ answer: Slice<UnsafeMutableRawBufferPointer>) -> Bool {
  let name = Array(#""error""#.utf8)
  return answer.indices.dropLast(name.count).contains { index in
    answer[index] == name[0] && answer[index...].starts(with: name)
  }
}

/// Why a measurement of the server cannot be taken.
struct WireFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
