import MachoLocks

/// The file of an app's recording. It grows by complete entries only.
struct RecordingFile: Sendable {
  private let descriptor: Int32
  /// The length of the complete entries, in bytes.
  private var length: off_t = 0

  /// Creates a file that begins with a text. An earlier recording at the path stays until the new one
  /// has that text. Returns the number of an error; 0 if there was none.
  static func create(
    _ path: String, beginningWith text: String
  ) -> (file: Self?, error: Int32) {
    // Streams and links that lead nowhere have no earlier contents.
    let isDirect = !isRegular(path) && isPresent(path)
    let target = isDirect ? path : resolved(path)
    let name = isDirect ? path : target + ".\(UInt32.random(in: 0...UInt32.max)).tmp"
    let flags = O_WRONLY | O_CREAT | O_CLOEXEC | (isDirect ? 0 : O_EXCL)
    let descriptor = open(name, flags, 0o600)
    guard descriptor >= 0 else { return (nil, errno) }
    var file = Self(descriptor: descriptor)
    var error = file.append(text)
    if error == 0, !isDirect, rename(name, target) != 0 { error = errno }
    guard error != 0 else { return (file, 0) }
    if !isDirect { unlink(name) }
    file.close()
    return (nil, error)
  }

  /// Appends an entry. Returns the number of an error; 0 if there was none. After an error the file
  /// ends with the last complete entry.
  mutating func append(_ text: String) -> Int32 {
    let bytes = Array(text.utf8)
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes { bytes in
        write(descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done)
      }
      if count > 0 {
        done += count
      } else if count == 0 || errno != EINTR {
        let error = count == 0 ? ENOSPC : errno
        _ = ftruncate(descriptor, length)
        return error
      }
    }
    length += off_t(bytes.count)
    return 0
  }

  func close() {
    _ = MachoLocks.close(descriptor)
  }

  private static func isRegular(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  private static func isPresent(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// Returns the path with symbolic links resolved, so that a link is not replaced.
  private static func resolved(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
