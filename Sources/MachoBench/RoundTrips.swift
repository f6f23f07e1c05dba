import FlyingSocks
import Foundation

/// The times of many round trips, each a request and its response.
struct RoundTrips {
  /// The times in nanoseconds, unsorted.
  var times: [UInt64] = []
  /// The seconds from the first request of any client to the last response.
  var seconds = 0.0

  /// The round trips of all clients per second.
  var rate: Double { Double(times.count) / seconds }

  /// Returns the time within which a fraction of the round trips finished, such as 0.5 or 0.99.
  func percentile(_ fraction: Double) -> Double {
    let sorted = times.sorted()
    return Double(sorted[min(sorted.count - 1, Int(Double(sorted.count) * fraction))])
  }

  /// Measures several clients, each with its own connection and thread. A client sends a line,
  /// waits for the response, and sends the next line.
  ///
  /// The line `opening` opens a session first, and is not timed.
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
    let results = ClientResults(clients)
    let began = DispatchTime.now().uptimeNanoseconds
    // One thread for each client, because a waiting client blocks in a read.
    let threads = connections.enumerated().map { index, connection in
      let thread = Thread {
        results.finish(index, Result { try connection.roundTrips(each, bytes) })
      }
      thread.stackSize = 1 << 20
      return thread
    }
    for thread in threads { thread.start() }
    let times = try results.wait()
    let nanoseconds = DispatchTime.now().uptimeNanoseconds - began
    return RoundTrips(times: times, seconds: Double(nanoseconds) / 1e9)
  }
}

/// The results of the client threads.
private final class ClientResults: @unchecked Sendable {
  // SAFETY: both properties are accessed only with the condition locked.
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

/// A blocking socket that sends a line and reads the response.
private struct Connection: Sendable {
  private let descriptor: Int32

  init(path: String) throws {
    descriptor = try Socket(domain: AF_UNIX, type: .stream).file.rawValue
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { buffer in
      // The last byte remains 0.
      buffer.copyBytes(from: path.utf8.prefix(buffer.count - 1))
    }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let status = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) }
    }
    guard status == 0 else {
      close()
      throw WireFailure("cannot connect to \(path): \(String(cString: strerror(errno)))")
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
      throw WireFailure("cannot send a line: \(String(cString: strerror(errno)))")
    }
    try withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 1) { buffer in
      var first = true
      while true {
        let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
        guard count > 0 else {
          throw WireFailure("the server closed the connection before its response")
        }
        // An error response is fast and would distort the measurement.
        if first, isError(buffer[..<count]) {
          throw WireFailure(String(decoding: buffer.prefix(count), as: UTF8.self))
        }
        first = false
        // The server sends no notifications, so a line break ends the response.
        if buffer[count - 1] == UInt8(ascii: "\n") { return }
      }
    }
  }
}

/// Returns whether a response has a member `error`.
private func isError(_ response: Slice<UnsafeMutableRawBufferPointer>) -> Bool {
  let name = Array(#""error""#.utf8)
  return response.indices.dropLast(name.count).contains { index in
    response[index] == name[0] && response[index...].starts(with: name)
  }
}

/// An error that prevents the measurement of the server.
struct WireFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
