import Foundation
import Testing

@testable import MachoScripting

@Suite struct AtomicFileTests {
  private func mode(_ path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return try #require(attributes[.posixPermissions] as? NSNumber).intValue
  }

  @Test func `Writing replaces the whole file, keeps its mode, and leaves no other file`() throws {
    try withDirectory { directory in
      let path = directory + "/a.macho"
      try AtomicFile.write(bytes("one"), to: path)
      try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
      try AtomicFile.write(bytes("two"), to: path)
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "two")
      #expect(try mode(path) == 0o640)
      #expect(try FileManager.default.contentsOfDirectory(atPath: directory) == ["a.macho"])
    }
  }

  @Test func `Writing follows a symbolic link and keeps it`() throws {
    try withDirectory { directory in
      try FileManager.default.createDirectory(
        atPath: directory + "/sub", withIntermediateDirectories: true)
      try AtomicFile.write(bytes("one"), to: directory + "/sub/real")
      try FileManager.default.createSymbolicLink(
        atPath: directory + "/link", withDestinationPath: "sub/real")
      try AtomicFile.write(bytes("two"), to: directory + "/link")
      #expect(try String(contentsOfFile: directory + "/sub/real", encoding: .utf8) == "two")
      #expect(
        try FileManager.default.destinationOfSymbolicLink(atPath: directory + "/link") == "sub/real"
      )
    }
  }

  @Test func `Only regular files are replaced`() throws {
    try withDirectory { directory in
      for path in [directory, "/dev/null", directory + "/missing/a"] {
        #expect(throws: FileError.self) { try AtomicFile.write(bytes("x"), to: path) }
      }
      try FileManager.default.createSymbolicLink(
        atPath: directory + "/dangling", withDestinationPath: "nowhere")
      #expect(throws: FileError.self) {
        try AtomicFile.write(bytes("x"), to: directory + "/dangling")
      }
    }
  }
}
