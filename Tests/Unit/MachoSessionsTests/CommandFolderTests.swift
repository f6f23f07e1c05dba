import Foundation
import MachoSessions
import Testing

@Suite struct CommandFolderTests {
  @Test("every file of the Commands folder is in the list of commands")
  func everyFileIsListed() throws {
    let folder = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
      .appendingPathComponent("Sources/MachoSessions/Commands")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix("Command.swift") && $0 != "Command.swift" }
    let listed = Command.all.map {
      $0.verb.split(separator: "-").map(\.capitalized).joined() + "Command.swift"
    }
    #expect(Set(files) == Set(listed))
  }
}
