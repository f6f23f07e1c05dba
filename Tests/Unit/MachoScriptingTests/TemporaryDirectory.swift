import Foundation

/// Runs `body` with a temporary directory and removes it afterwards.
func withDirectory<R>(_ body: (String) throws -> R) throws -> R {
  let directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
  try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(atPath: directory) }
  return try body(directory)
}

func contents(_ path: String) throws -> String {
  try String(contentsOfFile: path, encoding: .utf8)
}

func write(_ text: String, _ path: String) throws {
  try text.write(toFile: path, atomically: false, encoding: .utf8)
}
