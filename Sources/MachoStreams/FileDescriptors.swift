#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Writes all of the text, however often the system takes only a part.
///
/// What cannot be written is dropped: nobody is left to tell.
package func write(_ text: String, to descriptor: Int32) {
  var text = text
  text.withUTF8 { bytes in
    var rest = UnsafeRawBufferPointer(bytes)
    while let start = rest.baseAddress, !rest.isEmpty {
      let written = write(descriptor, start, rest.count)
      if written > 0 {
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(written))
      } else if written < 0, errno == EAGAIN {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&waiting, 1, -1)
      } else if written < 0, errno != EINTR {
        return
      }
    }
  }
}

/// Sleeps until one of the descriptors has something to read, and says which have.
package func waitUntilReadable(_ descriptors: Int32...) -> [Bool] {
  var polled = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
  while poll(&polled, nfds_t(polled.count), -1) < 0 {
    guard errno == EINTR || errno == EAGAIN else { return descriptors.map { _ in true } }
  }
  return polled.map { $0.revents != 0 }
}

/// What one read gave.
package enum ReadResult {
  /// What was there.
  case bytes(ArraySlice<UInt8>)
  /// There is nothing now.
  case noData
  /// There will be nothing more.
  case end
  /// The system refused to read.
  case failed(errno: Int32)

  /// Reads what is there, at most `buffer.count` bytes.
  package static func next(from descriptor: Int32, into buffer: inout [UInt8]) -> ReadResult {
    let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
    if count > 0 { return .bytes(buffer[..<count]) }
    if count == 0 { return .end }
    switch errno {
    case EINTR, EAGAIN: return .noData
    case let code: return .failed(errno: code)
    }
  }
}

/// Whether a person may sit at it.
package func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

/// What the environment has under a name.
package func environmentVariable(_ name: String) -> String? {
  getenv(name).map { String(cString: $0) }
}

/// Whether reading would not wait.
package func isReadable(_ descriptor: Int32) -> Bool {
  var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  return poll(&polled, 1, 0) > 0
}
