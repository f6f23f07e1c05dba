import MachoLocks

/// What the program prints. Output that cannot be written is reported once, on standard error, and
/// makes the program fail.
package enum StandardOutput {
  private struct State: Sendable {
    var descriptor = STDOUT_FILENO
    var hasFailed = false
  }

  private static let state = Lock(State())

  /// The descriptor of standard output.
  package static var descriptor: Int32 { state.withLock { $0.descriptor } }

  /// Whether something could not be written.
  package static var hasFailed: Bool { state.withLock { $0.hasFailed } }

  /// Writes a line, at once. Nothing is written after an error.
  package static func print(_ text: String, terminator: String = "\n") {
    write(text + terminator)
  }

  /// Writes a text, at once. Nothing is written after an error.
  package static func write(_ text: String) {
    let (descriptor, hasFailed) = state.withLock { ($0.descriptor, $0.hasFailed) }
    guard !hasFailed else { return }
    let error = tryWriting(text, to: descriptor)
    if error != 0 { recordFailure(error) }
  }

  /// Reports the number of an error in writing to standard output, unless an error was reported.
  package static func recordFailure(_ number: Int32) {
    let isFirst = state.withLock { state in
      defer { state.hasFailed = true }
      return !state.hasFailed
    }
    guard isFirst else { return }
    MachoSystem.write(
      "cannot write standard output: \(String(cString: strerror(number)))\n", to: STDERR_FILENO)
  }

  /// Reports an error of a server that writes to a descriptor, if that is standard output. A client
  /// that has closed its end of a pipe or a socket is none.
  package static func recordFailure(_ number: Int32, of descriptor: Int32) {
    guard descriptor == self.descriptor, number != EPIPE, number != ECONNRESET else { return }
    recordFailure(number)
  }

  /// Reserves standard output for the program and returns its descriptor. Features then print to
  /// standard error. Further calls return the same descriptor.
  @discardableResult
  package static func reserve() -> Int32 {
    state.withLock { state in
      guard state.descriptor == STDOUT_FILENO else { return state.descriptor }
      // Child processes of a feature do not inherit it.
      let output = duplicateHigh(STDOUT_FILENO)
      guard output >= 0 else { return STDOUT_FILENO }
      fflush(nil)
      dup2(STDERR_FILENO, STDOUT_FILENO)
      state.descriptor = output
      return output
    }
  }

  /// Runs code of the user whose output goes to standard error.
  package static func redirected<Result>(_ body: () -> Result) -> Result {
    let output = duplicateHigh(STDOUT_FILENO)
    guard output >= 0 else { return body() }
    dup2(STDERR_FILENO, STDOUT_FILENO)
    defer {
      fflush(nil)
      dup2(output, STDOUT_FILENO)
      close(output)
    }
    return body()
  }

  /// Writes what features printed and is still buffered. Returns whether all output was written.
  package static func finish() -> Bool {
    if fflush(nil) != 0 { recordFailure(errno) }
    return !hasFailed
  }
}
