import CMachoSystem
import MachoLocks

/// Writes all of `text`, however many system calls that takes.
///
/// Text that cannot be written is dropped, because the error cannot be reported elsewhere.
package func write(_ text: String, to descriptor: Int32) {
  _ = tryWriting(text, to: descriptor)
}

/// Writes all of `text`. Stops at an error, and returns its number; 0 if there was none.
package func tryWriting(_ text: String, to descriptor: Int32) -> Int32 {
  var text = text
  // SAFETY: here and below, the bytes are borrowed for the call, which waits until they are written.
  return text.withUTF8 { writeAll(UnsafeRawBufferPointer($0), to: descriptor) }
}

/// Writes all bytes, however long that takes. Stops at an error.
package func write(_ bytes: [UInt8], to descriptor: Int32) { _ = tryWriting(bytes, to: descriptor) }

/// Writes all bytes. Stops at an error, and returns its number; 0 if there was none.
package func tryWriting(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
  bytes.withUnsafeBytes { writeAll($0, to: descriptor) }
}

/// Writes all bytes at an offset of a regular file. Stops at an error, and returns its number; 0 if
/// there was none.
package func tryWriting(_ bytes: [UInt8], to descriptor: Int32, at offset: off_t) -> Int32 {
  bytes.withUnsafeBytes { bytes in
    var done = 0
    while done < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
      let written = pwrite(descriptor, rest.baseAddress, rest.count, offset + off_t(done))
      if written > 0 {
        done += written
      } else if written == 0 || errno != EINTR {
        return written == 0 ? ENOSPC : errno
      }
    }
    return 0
  }
}

/// Returns the number of the error that ended the writing; 0 if there was none.
private func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
  var rest = bytes
  while let start = rest.baseAddress, !rest.isEmpty {
    let written = write(descriptor, start, rest.count)
    if written > 0 {
      rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(written))
    } else if written < 0, errno == EAGAIN {
      var polled = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      poll(&polled, 1, -1)
    } else if written == 0 {
      // No device writes nothing for ever, but a loop would not end if one did.
      return ENOSPC
    } else if errno != EINTR {
      return errno
    }
  }
  return 0
}

/// Blocks until one of the descriptors is readable. Returns for each whether it is.
package func waitUntilReadable(_ descriptors: Int32...) -> [Bool] {
  waitUntilReadable(descriptors)
}

/// Blocks until one of the descriptors is readable. Returns for each whether it is.
package func waitUntilReadable(_ descriptors: [Int32]) -> [Bool] {
  var polled = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
  while poll(&polled, nfds_t(polled.count), -1) < 0 {
    guard errno == EINTR || errno == EAGAIN else { return descriptors.map { _ in true } }
  }
  return polled.map { $0.revents != 0 }
}

/// The result of one read.
package enum ReadResult {
  /// The bytes read.
  case bytes(ArraySlice<UInt8>)
  /// No bytes are available now.
  case noData
  /// The end of input.
  case end
  /// The read failed.
  case failed(errno: Int32)

  /// Reads the available bytes, at most `buffer.count`.
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

/// Creates a pipe that is closed on `exec`. Returns `nil` and sets `errno` if all descriptors are
/// in use.
package func makePipe() -> (reading: Int32, writing: Int32)? {
  var ends: [Int32] = [-1, -1]
  return cmachosystem_pipe(&ends) == 0 ? (ends[0], ends[1]) : nil
}

/// Creates a pair of connected sockets that are closed on `exec`. Returns `nil` and sets `errno` on error.
package func makeSocketPair() -> (Int32, Int32)? {
  var ends: [Int32] = [-1, -1]
  return cmachosystem_socket_pair(&ends) == 0 ? (ends[0], ends[1]) : nil
}

/// Creates a stream socket of an address family that is closed on `exec`. Returns -1 and sets `errno` on error.
package func makeStreamSocket(_ domain: Int32) -> Int32 { cmachosystem_stream_socket(domain) }

/// Accepts a connection, whose descriptor is closed on `exec`. Returns -1 and sets `errno` on error.
package func acceptConnection(_ socket: Int32) -> Int32 { cmachosystem_accept(socket) }

/// Creates a file whose name begins with `prefix`, and opens it for reading and writing. It is closed on
/// `exec`. Returns `nil` and sets `errno` on error.
package func makeTemporaryFile(_ prefix: String) -> (descriptor: Int32, path: String)? {
  var path = prefix + "XXXXXX"
  var name = Array(path.utf8CString)
  let descriptor = name.withUnsafeMutableBufferPointer { name in
    let descriptor = cmachosystem_temporary_file(name.baseAddress)
    if let start = name.baseAddress { path = String(cString: start) }
    return descriptor
  }
  return descriptor >= 0 ? (descriptor, path) : nil
}

/// Returns the process and the user at the other end of a Unix socket, or `nil` if the system does not
/// say who that is.
package func socketPeer(_ descriptor: Int32) -> (process: pid_t?, user: uid_t)? {
  var (process, user) = (pid_t(0), uid_t.max)
  guard cmachosystem_peer(descriptor, &process, &user) == 0 else { return nil }
  return (process == 0 ? nil : process, user)
}

/// The flag of `send` that makes a closed connection an error instead of a signal.
package let noSignal = cmachosystem_no_signal()

/// Returns when a file was modified, in nanoseconds since 1970.
package func modificationTime(_ status: stat) -> Int64 {
  var status = status
  return cmachosystem_modification_time(&status)
}

/// Duplicates a descriptor to a number of at least 100, which code that closes or reuses low numbers does
/// not use. If fewer descriptors are allowed, the number is lower. The duplicate is closed on `exec`.
/// Returns -1 and sets `errno` if no descriptor is free.
package func duplicateHigh(_ descriptor: Int32) -> Int32 {
  for lowest in [100, 30, 10, 3] as [Int32] {
    let duplicate = fcntl(descriptor, F_DUPFD_CLOEXEC, lowest)
    if duplicate >= 0 { return duplicate }
  }
  return -1
}

/// Returns how many more descriptors the process may open, at most 4,096.
package func freeDescriptorCount() -> Int {
  let limit = min(max(sysconf(Int32(_SC_OPEN_MAX)), 0), 4096)
  return (0..<Int32(limit)).count { fcntl($0, F_GETFD) < 0 }
}

/// Whether the descriptor is a terminal.
package func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

/// Returns the value of an environment variable, or `nil` if it is not set.
package func environmentVariable(_ name: String) -> String? {
  getenv(name).map { String(cString: $0) }
}

/// Whether a read would not block.
package func isReadable(_ descriptor: Int32) -> Bool {
  var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  return poll(&polled, 1, 0) > 0
}
