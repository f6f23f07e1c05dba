import Foundation
import MachoSessions
import Testing

@Suite struct DirectoryFilesTests {
  /// Runs `body` with the paths of a directory `in` and of one beside it.
  private func withDirectories(_ body: (_ inside: String, _ outside: String) throws -> Void) throws
  {
    let parent = NSTemporaryDirectory() + "files-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: parent) }
    for name in ["in", "out"] {
      try FileManager.default.createDirectory(
        atPath: "\(parent)/\(name)", withIntermediateDirectories: true)
    }
    let root = DirectoryFiles(parent).root
    try body(root + "/in", root + "/out")
  }

  @Test func `A destination may be in a missing directory`() throws {
    try withDirectories { inside, _ in
      let files = DirectoryFiles(inside)
      let paths = try ["a/b/x.macho", "a/../x.macho"].map(files.destination)
      #expect(paths == [inside + "/a/b/x.macho", inside + "/x.macho"])
    }
  }

  @Test(arguments: [
    "link/new/x.macho", "link/x.macho", "file.macho", "deep.macho", "../out/x.macho",
  ])
  func `A destination is not outside, even if directories are missing`(name: String) throws {
    try withDirectories { inside, outside in
      let manager = FileManager.default
      try manager.createSymbolicLink(
        atPath: inside + "/link", withDestinationPath: outside)
      try manager.createSymbolicLink(
        atPath: inside + "/file.macho", withDestinationPath: outside + "/new/x.macho")
      try manager.createSymbolicLink(
        atPath: inside + "/deep.macho", withDestinationPath: "missing/../../out/x.macho")
      #expect(throws: Diagnostic.self) { try DirectoryFiles(inside).destination(name) }
    }
  }
}
