import Foundation
import MachoSystem
import Testing

@testable import MachoScripting

@Suite struct FileErrorTests {
  @Test func `an error of Foundation has the system's message`() throws {
    try withDirectory { directory in
      try write("", directory + "/file")
      let below = directory + "/file/below"
      let error = #expect(throws: FileError.self) {
        try FileError.converting("create", below) {
          try FileManager.default.createDirectory(
            atPath: below, withIntermediateDirectories: true)
        }
      }
      #expect(error?.description == "cannot create \(below): Not a directory")
    }
  }

  @Test func `an error of another kind has its own description`() {
    struct Full: LocalizedError { var errorDescription: String? { "it is full" } }
    #expect(FileError("write", "a", Full()).description == "cannot write a: it is full")
  }

  @Test func `a directory that cannot be read is an error with the system's message`() throws {
    try withDirectory { directory in
      let path = directory + "/sub"
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      let found = ScriptFiles.find([directory + "/missing"])
      #expect(
        found.errors.map(\.description)
          == ["cannot find \(directory)/missing: No such file or directory"])
    }
  }
}
