import Foundation
import MachoSystem

/// A text of any length. It keeps a limited part in memory and spools the rest to an unnamed
/// temporary file, which disappears with the process.
final class SpooledText {
  /// The maximum number of bytes in memory.
  private static let memoryLimit = 1 << 20
  private var tail: [UInt8] = []
  // SAFETY: only this object has the stream, and closes it when it is released.
  private var file: UnsafeMutablePointer<FILE>?
  /// Whether the file cannot be used, so that all text stays in memory.
  private var isFileUnavailable = false

  deinit { if let file { fclose(file) } }

  func append(_ text: String) {
    tail.append(contentsOf: text.utf8)
    if tail.count > Self.memoryLimit, !isFileUnavailable { spillToFile() }
  }

  /// The whole text.
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

  /// Returns a stream of a file without a name.
  private static func makeFile() -> UnsafeMutablePointer<FILE>? {
    guard let (descriptor, path) = makeTemporaryFile(NSTemporaryDirectory() + "macho-") else {
      return nil
    }
    unlink(path)
    guard let file = fdopen(descriptor, "w+") else {
      close(descriptor)
      return nil
    }
    return file
  }

  private func spillToFile() {
    if file == nil { file = Self.makeFile() }
    guard let file else {
      isFileUnavailable = true
      return
    }
    let end = ftell(file)
    if fwrite(tail, 1, tail.count, file) == tail.count, fflush(file) == 0 {
      tail.removeAll(keepingCapacity: true)
    } else {
      // The disk is full: discard the partial write and keep all further text in memory.
      ftruncate(fileno(file), off_t(end))
      fseek(file, 0, SEEK_END)
      isFileUnavailable = true
    }
  }
}
