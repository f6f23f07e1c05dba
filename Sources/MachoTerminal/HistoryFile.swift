import MachoLocks
import MachoSystem

/// Entries on disk, oldest first, one per line, with newlines and backslashes escaped as `\n` and
/// `\\`.
///
/// Several prompts may share a file. Each appends its entries under a lock and reads all entries
/// when it starts.
struct HistoryFile {
  let path: String
  /// The maximal number of entries. The file may have 10 % more, so that not every start rewrites
  /// it.
  let limit: Int

  /// The reason why the history cannot be saved.
  struct Failure: Error {
    var path: String
    var reason: String
  }

  /// Returns the newest entries. Creates the file if it does not exist, so that errors are reported
  /// at the start.
  func load() throws(Failure) -> [String] {
    makeDirectory()
    return try withLockedFile { file throws(Failure) in
      let lines = try contents(of: file).split(separator: UInt8(ascii: "\n"))
      let newest = lines.suffix(limit)
      if lines.count > limit + limit / 10 { try replaceContents(by: newest) }
      return newest.map { Self.unescaped(String(decoding: $0, as: UTF8.self)) }
    }
  }

  /// Appends an entry after those of this and other prompts.
  func append(_ entry: String) throws(Failure) {
    makeDirectory()
    try withLockedFile { file throws(Failure) in
      let end = lseek(file, 0, SEEK_END)
      let error = tryWriting(Array((Self.escaped(entry) + "\n").utf8), to: file, at: end)
      guard error != 0 else { return }
      // Half an entry would become the beginning of the next one.
      _ = ftruncate(file, end)
      throw failure(error)
    }
  }

  static func escaped(_ entry: String) -> String {
    var text = ""
    for scalar in entry.unicodeScalars {
      switch scalar {
      case "\n": text += #"\n"#
      case "\\": text += #"\\"#
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  static func unescaped(_ line: String) -> String {
    var text = String.UnicodeScalarView()
    var scalars = line.unicodeScalars.makeIterator()
    while let scalar = scalars.next() {
      guard scalar == "\\" else {
        text.append(scalar)
        continue
      }
      switch scalars.next() {
      case "n": text.append("\n")
      case let other?: text.append(other)
      case nil: text.append(scalar)
      }
    }
    return String(text)
  }

  /// Calls `body` with the descriptor of the locked file.
  private func withLockedFile<R>(_ body: (Int32) throws(Failure) -> R) throws(Failure) -> R {
    while true {
      // `O_NONBLOCK`: do not wait for the other end of a pipe.
      let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o600)
      guard file >= 0 else { throw failure() }
      defer { close(file) }
      var information = stat()
      guard fstat(file, &information) == 0, information.st_mode & S_IFMT == S_IFREG else {
        throw Failure(path: path, reason: "Not a regular file")
      }
      while flock(file, LOCK_EX) != 0 {
        guard errno == EINTR else { throw failure() }
      }
      // Another prompt may have replaced the file while this one waited for the lock.
      if FileIdentity(of: path) == FileIdentity(information) { return try body(file) }
    }
  }

  private func contents(of file: Int32) throws(Failure) -> [UInt8] {
    var contents: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      switch ReadResult.next(from: file, into: &buffer) {
      case .bytes(let chunk): contents += chunk
      case .noData: continue
      case .end: return contents
      case .failed(let code): throw failure(code)
      }
    }
  }

  /// Replaces the locked file.
  private func replaceContents(by lines: ArraySlice<ArraySlice<UInt8>>) throws(Failure) {
    let newline = [UInt8(ascii: "\n")]
    do throws(FileError) {
      let file = try FileReplacement(of: path)
      try file.write(Array(lines.joined(separator: newline)) + newline)
      try file.publish(hasLock: true)
    } catch {
      throw Failure(path: path, reason: error.reason)
    }
  }

  /// Creates the directory and its parents, accessible to the owner only. Errors are ignored here,
  /// because opening the file reports them.
  private func makeDirectory() {
    var end = path.startIndex
    while let slash = path[end...].dropFirst().firstIndex(of: "/") {
      mkdir(String(path[..<slash]), 0o700)
      end = slash
    }
  }

  private func failure(_ code: Int32 = errno) -> Failure {
    Failure(path: path, reason: String(cString: strerror(code)))
  }
}
