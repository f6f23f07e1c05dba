import Foundation
import Synchronization
import Testing

@testable import MachoSystem

@Suite struct AtomicFileTests {
  @Test func `Writing replaces the whole file, keeps its mode, and leaves no other file`() throws {
    try withDirectory { directory in
      let path = directory + "/a.macho"
      try AtomicFile.write(bytes("one"), to: path)
      try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
      try AtomicFile.write(bytes("two"), to: path)
      #expect(try contents(path) == "two")
      #expect(try mode(path) == 0o640)
      #expect(try names(directory) == ["a.macho"])
    }
  }

  @Test func `Writing follows symbolic links and keeps them`() throws {
    try withDirectory { directory in
      let files = FileManager.default
      try files.createDirectory(atPath: directory + "/sub", withIntermediateDirectories: true)
      for name in ["existing", "missing"] {
        if name == "existing" { try AtomicFile.write(bytes("one"), to: directory + "/sub/" + name) }
        let link = directory + "/link-" + name
        try files.createSymbolicLink(atPath: link, withDestinationPath: "sub/" + name)
        try AtomicFile.write(bytes("two"), to: link)
        #expect(try contents(directory + "/sub/" + name) == "two")
        #expect(try files.destinationOfSymbolicLink(atPath: link) == "sub/" + name)
        #expect(throws: FileError.self) {
          try AtomicFile.write(bytes("three"), to: link, followsLink: false)
        }
        #expect(try contents(directory + "/sub/" + name) == "two")
      }
      try files.createSymbolicLink(atPath: directory + "/loop", withDestinationPath: "loop")
      #expect(throws: FileError.self) { try AtomicFile.write(bytes("x"), to: directory + "/loop") }
    }
  }

  @Test func `Only regular files are replaced`() throws {
    try withDirectory { directory in
      for path in [directory, directory + "/", "/dev/null", directory + "/missing/a", "", "a\0b"] {
        #expect(throws: FileError.self) { try AtomicFile.write(bytes("x"), to: path) }
      }
      let rest = try names(directory)
      #expect(rest.isEmpty)
    }
  }

  @Test func `Missing directories are created only on request`() throws {
    try withDirectory { directory in
      let path = directory + "/a/b//c"
      #expect(throws: FileError.self) { try OutputFile.write("x", to: path) }
      try OutputFile.write("x", to: path, createsDirectories: true)
      #expect(try contents(path) == "x")
      #expect(throws: FileError.self) {
        try OutputFile.write("x", to: path + "/d/e", createsDirectories: true)
      }
    }
  }

  @Test func `A file that is not empty is overwritten only on request`() throws {
    try withDirectory { directory in
      let path = directory + "/a"
      try AtomicFile.write([], to: path, overwriting: false)
      try AtomicFile.write(bytes("one"), to: path, overwriting: false)
      #expect(throws: FileError.exists(path, "write")) {
        try AtomicFile.write(bytes("two"), to: path, overwriting: false)
      }
      #expect(try contents(path) == "one")
    }
  }

  @Test(.enabled(if: geteuid() != 0, "the superuser may write to every file"))
  func `A read-only file is not replaced`() throws {
    try withDirectory { directory in
      let path = directory + "/a"
      try AtomicFile.write(bytes("one"), to: path)
      try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
      #expect(throws: FileError.self) { try AtomicFile.write(bytes("two"), to: path) }
      #expect(try contents(path) == "one")
    }
  }

  @Test(arguments: [false, true])
  func `Contents that are not published leave the old file`(isNamed: Bool) throws {
    try withDirectory { directory in
      let path = directory + "/a"
      try AtomicFile.write(bytes("one"), to: path)
      do {
        let file = try FileReplacement(of: path, isNamed: isNamed)
        try file.write(bytes("two"))
        #expect(try contents(path) == "one")
      }
      #expect(try names(directory) == ["a"])
      let file = try FileReplacement(of: path, isNamed: isNamed)
      try file.write(bytes("three"))
      try file.publish()
      #expect(try contents(path) == "three")
      #expect(try names(directory) == ["a"])
    }
  }

  @Test(arguments: [false, true])
  func `Of two writers that create a file, the second is refused`(isNamed: Bool) throws {
    try withDirectory { directory in
      let path = directory + "/a"
      let first = try FileReplacement(of: path, overwriting: false, isNamed: isNamed)
      let second = try FileReplacement(of: path, overwriting: false, isNamed: isNamed)
      try first.write(bytes("one"))
      try second.write(bytes("two"))
      try first.publish()
      #expect(throws: FileError.exists(path, "write")) { try second.publish() }
      #expect(try contents(path) == "one")
    }
  }

  @Test func `A file to which a session records is not replaced`() throws {
    try withDirectory { directory in
      let path = directory + "/a"
      let recorded = try FileReplacement(of: path)
      try recorded.write(bytes("one"))
      try recorded.publish(keepingDescriptor: true)
      #expect(throws: FileError.self) { try AtomicFile.write(bytes("two"), to: path) }
      #expect(try contents(path) == "one")
      close(recorded.descriptor)
      try AtomicFile.write(bytes("two"), to: path)
      #expect(try contents(path) == "two")
    }
  }

  @Test func `Writers of the same file wait for each other`() throws {
    try withDirectory { directory in
      let path = directory + "/a"
      let errors = Mutex<[String]>([])
      DispatchQueue.concurrentPerform(iterations: 4) { writer in
        for _ in 0..<100 {
          do throws(FileError) { try AtomicFile.write([UInt8(writer)], to: path) } catch {
            errors.withLock { $0.append("\(error)") }
          }
        }
      }
      let failures = errors.withLock { $0 }
      let names = try names(directory)
      #expect(failures == [] && names == ["a"])
    }
  }

  @Test func `An output file appears whole, and a stream at once`() throws {
    try withDirectory { directory in
      let path = directory + "/a"
      let file = try OutputFile(path: path)
      try file.write(bytes("one"))
      #if MACHO_LINUX
        #expect(try names(directory).isEmpty)
      #else
        #expect(try !names(directory).contains("a"))
      #endif
      try file.finish()
      #expect(try contents(path) == "one")
      #expect(mkfifo(directory + "/pipe", 0o600) == 0)
      #expect(throws: FileError.self) {
        try OutputFile(path: directory + "/pipe", waitsForReader: false)
      }
      let reader = open(directory + "/pipe", O_RDONLY | O_NONBLOCK)
      defer { close(reader) }
      let pipe = try OutputFile(path: directory + "/pipe", waitsForReader: false)
      try pipe.write(bytes("two"))
      var buffer = [UInt8](repeating: 0, count: 8)
      #expect(read(reader, &buffer, 8) == 3)
      #expect(throws: FileError.self) { try OutputFile.write("x", to: directory) }
    }
  }

  @Test func `Entries of a directory include names that are not UTF-8`() throws {
    try withDirectory { directory in
      let name = "/\u{E9}.m".unicodeScalars.map { CChar(truncatingIfNeeded: $0.value) }
      let invalid = directory.utf8CString.dropLast() + name + [0]
      let file = open(Array(invalid), O_WRONLY | O_CREAT, 0o600)
      guard file >= 0 else { return }
      close(file)
      try AtomicFile.write([], to: directory + "/.hidden")
      let entries = try DirectoryEntry.entries(of: directory)
      #expect(entries.map(\.name) == [".hidden", nil])
      #expect(entries.map(\.isHidden) == [true, false])
      #expect(entries[1].hasSuffix(".m") && entries[1].printableName == "\u{FFFD}.m")
      #expect(throws: FileError.self) { try DirectoryEntry.entries(of: directory + "/missing") }
    }
  }

  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  private func contents(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }

  private func names(_ directory: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory)
  }

  private func mode(_ path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return try #require(attributes[.posixPermissions] as? NSNumber).intValue
  }

  private func withDirectory(_ body: (String) throws -> Void) throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: url) }
    try body(url.path)
  }
}
