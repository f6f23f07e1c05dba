import Foundation

extension Sandbox {
  func forbidReading(_ name: String) throws {
    try FileManager.default.setAttributes(
      [.posixPermissions: 0], ofItemAtPath: url.appendingPathComponent(name).path)
  }

  func allowRunning(_ name: String) throws {
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: url.appendingPathComponent(name).path)
  }

  /// Whether a file is readable; always true for root.
  func canRead(_ name: String) -> Bool {
    FileManager.default.isReadableFile(atPath: url.appendingPathComponent(name).path)
  }
}
