import MachoLocks

/// A file or directory in a directory. Its name may be any bytes.
package struct DirectoryEntry: Sendable {
  private let bytes: [UInt8]
  /// Whether it is a directory, and not a link to one.
  package let isDirectory: Bool

  /// The name, or `nil` if it is not UTF-8.
  package var name: String? { String(validating: bytes, as: UTF8.self) }

  /// The name for messages: bytes that are not UTF-8 are replaced.
  package var printableName: String { String(decoding: bytes, as: UTF8.self) }

  /// Whether the name begins with a dot.
  package var isHidden: Bool { bytes.first == UInt8(ascii: ".") }

  /// Whether the name ends with a suffix.
  package func hasSuffix(_ suffix: String) -> Bool {
    bytes.count >= suffix.utf8.count && bytes.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
  }

  /// Returns the entries of a directory but `.` and `..`, sorted by the bytes of their names.
  package static func entries(of directory: String) throws(FileError) -> [Self] {
    guard let stream = opendir(directory) else {
      throw FileError("read the directory", directory)
    }
    defer { closedir(stream) }
    var entries: [Self] = []
    errno = 0
    while let entry = readdir(stream) {
      let bytes = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      if bytes != Array(".".utf8), bytes != Array("..".utf8) {
        var status = stat()
        let name = bytes.map { CChar(bitPattern: $0) } + [0]
        let isDirectory =
          fstatat(dirfd(stream), name, &status, AT_SYMLINK_NOFOLLOW) == 0
          && status.st_mode & S_IFMT == S_IFDIR
        entries.append(Self(bytes: bytes, isDirectory: isDirectory))
      }
      errno = 0
    }
    guard errno == 0 else { throw FileError("read the directory", directory) }
    return entries.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
  }
}
