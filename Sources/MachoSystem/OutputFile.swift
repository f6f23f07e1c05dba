import MachoLocks

/// Output at a path that the user names. A regular file appears whole when `finish()` returns, and
/// keeps its old contents if that never happens. A pipe, a device or `/dev/stdout` gets each part at
/// once.
package final class OutputFile {
  private enum Destination {
    case stream(Int32)
    case replacement(FileReplacement)
  }

  private let destination: Destination
  private let path: String

  /// Opens a stream or creates a temporary file. Throws if the path cannot be written.
  ///
  /// - Parameters:
  ///   - overwriting: Whether a regular file that is not empty is replaced. Default: `true`.
  ///   - waitsForReader: Whether opening a named pipe waits for its reader; otherwise a pipe without
  ///     one is an error. Default: `true`.
  ///   - createsDirectories: Whether missing directories of the path are created. Default: `false`.
  ///   - operation: A verb for the message about a file that is not overwritten. Default: `write`.
  package init(
    path: String, overwriting: Bool = true, waitsForReader: Bool = true,
    createsDirectories: Bool = false, operation: String = "write"
  ) throws(FileError) {
    self.path = path
    if let stream = try Self.openStream(path, waitsForReader: waitsForReader) {
      destination = .stream(stream)
    } else {
      destination = .replacement(
        try FileReplacement(
          of: path, overwriting: overwriting, createsDirectories: createsDirectories,
          operation: operation))
    }
  }

  deinit { if case .stream(let descriptor) = destination { _ = close(descriptor) } }

  /// Appends bytes.
  package func write(_ bytes: [UInt8]) throws(FileError) {
    switch destination {
    case .stream(let descriptor):
      let error = tryWriting(bytes, to: descriptor)
      if error != 0 { throw FileError("write", path, number: error) }
    case .replacement(let file): try file.write(bytes)
    }
  }

  /// Ends the output: a regular file gets its name.
  package func finish() throws(FileError) {
    if case .replacement(let file) = destination { try file.publish() }
  }

  /// Writes a whole text.
  package static func write(
    _ text: String, to path: String, overwriting: Bool = true, waitsForReader: Bool = true,
    createsDirectories: Bool = false, operation: String = "write"
  ) throws(FileError) {
    let file = try OutputFile(
      path: path, overwriting: overwriting, waitsForReader: waitsForReader,
      createsDirectories: createsDirectories, operation: operation)
    try file.write(Array(text.utf8))
    try file.finish()
  }

  // MARK: Streams

  /// Opens what is not replaced but written to: anything but a regular file, and descriptors that the
  /// process has. Returns `nil` for a regular file and a path without a file.
  package static func openStream(
    _ path: String, waitsForReader: Bool = true
  ) throws(FileError) -> Int32? {
    var status = stat()
    // A missing directory is reported by who creates the file.
    guard stat(path, &status) == 0 else { return nil }
    if let inherited = inherited(path, status) {
      let stream = fcntl(inherited, F_DUPFD_CLOEXEC, 3)
      guard stream >= 0 else { throw FileError("write", path) }
      return stream
    }
    guard status.st_mode & S_IFMT != S_IFREG else { return nil }
    let stream = open(path, O_WRONLY | O_CLOEXEC | (waitsForReader ? 0 : O_NONBLOCK))
    guard stream >= 0 else { throw FileError("write", path) }
    _ = fcntl(stream, F_SETFL, O_WRONLY)
    return stream
  }

  /// Returns the descriptor of the process that a path names. A regular file to which standard output
  /// or standard error goes is one of them, because replacing it would lose what they print.
  private static func inherited(_ path: String, _ status: stat) -> Int32? {
    if path == "/dev/stdout" { return StandardOutput.descriptor }
    if path == "/dev/stderr" { return STDERR_FILENO }
    for directory in ["/dev/fd/", "/proc/self/fd/"] where path.hasPrefix(directory) {
      guard let number = Int32(path.dropFirst(directory.utf8.count)) else { continue }
      return number == STDOUT_FILENO ? StandardOutput.descriptor : number
    }
    guard status.st_mode & S_IFMT == S_IFREG else { return nil }
    return [StandardOutput.descriptor, STDERR_FILENO].first { descriptor in
      var other = stat()
      return fstat(descriptor, &other) == 0 && FileIdentity(other) == FileIdentity(status)
    }
  }
}
