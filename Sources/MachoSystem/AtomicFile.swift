/// Replaces the contents of regular files atomically: a reader, or a power failure, sees either the
/// old or the new contents.
package enum AtomicFile {
  /// Writes bytes to a path, as `FileReplacement` does.
  ///
  /// - Parameter overwriting: Whether a file that is not empty is replaced. Default: `true`.
  /// - Parameter followsLink: Whether a symbolic link at the path is followed; otherwise it is an
  ///   error. Default: `true`.
  package static func write(
    _ bytes: [UInt8], to path: String, overwriting: Bool = true, followsLink: Bool = true
  ) throws(FileError) {
    let file = try FileReplacement(of: path, overwriting: overwriting, followsLink: followsLink)
    try file.write(bytes)
    try file.publish()
  }
}
