import Foundation

/// The text of a session, however long: what is more than a little waits in a file without a name,
/// which is gone when the process is.
final class SpooledText {
  /// How many bytes are kept in memory.
  private static let memoryLimit = 1 << 20
  private var tail: [UInt8] = []
  private var file: UnsafeMutablePointer<FILE>?
  /// Whether no file could be had, so that memory has to do.
  private var isFileUnavailable = false

  deinit { if let file { fclose(file) } }

  func append(_ text: String) {
    tail.append(contentsOf: text.utf8)
    if tail.count > Self.memoryLimit, !isFileUnavailable { spillToFile() }
  }

  /// All of it.
  var contents: String {
    guard let file else { return String(decoding: tail, as: UTF8.self) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    rewind(file)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 {
      bytes += buffer[..<count]
    }
    fseek(file, 0, SEEK_END)
    return String(decoding: bytes + tail, as: UTF8.self)
  }

  private func spillToFile() {
    if file == nil { file = tmpfile() }
    guard let file else {
      isFileUnavailable = true
      return
    }
    let end = ftell(file)
    if fwrite(tail, 1, tail.count, file) == tail.count, fflush(file) == 0 {
      tail.removeAll(keepingCapacity: true)
    } else {
      // A full disk: what was written of it is not counted, and memory has to do from here on.
      ftruncate(fileno(file), off_t(end))
      fseek(file, 0, SEEK_END)
      isFileUnavailable = true
    }
  }
}
