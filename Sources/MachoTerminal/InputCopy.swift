import MachoLocks

/// A file with everything that was read from a pipe, from which a new run of the program reads what the
/// last one had read ahead.
package struct InputCopy: Sendable {
  /// The descriptor of a file that is appended to.
  package let descriptor: Int32
  /// The number of bytes that the last run of the program has consumed. 0 in the first run.
  package let consumedCount: Int

  package init(descriptor: Int32, consumedCount: Int) {
    (self.descriptor, self.consumedCount) = (descriptor, consumedCount)
  }

  func append(_ chunk: ArraySlice<UInt8>) {
    var rest = chunk
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      // Without space a crash loses the rest of the input, as the journal does.
      guard count > 0 || errno == EINTR else { return }
      rest = rest.dropFirst(max(0, count))
    }
  }

  /// Passes the bytes that were not consumed to `body`, in chunks.
  func readRest(_ body: (ArraySlice<UInt8>) -> Void) {
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    var offset = consumedCount
    while case let count = pread(descriptor, &buffer, buffer.count, off_t(offset)), count > 0 {
      offset += count
      body(buffer[..<count])
    }
  }
}
