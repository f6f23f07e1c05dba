import Foundation
import MachoSystem
import Testing

@testable import MachoScripting

@Suite struct PendingScriptTests {
  private let old = "feature lamp\nsend toggle\n"
  private let new = "feature lamp\nsend toggle\n| - off\n| + on\n"

  /// Runs `body` with a script that has a pending file.
  private func withPending(_ body: (String) throws -> Void) throws {
    try withDirectory { directory in
      let path = directory + "/a.macho"
      try write(old, path)
      let file = PendingFile(of: bytes(old), becoming: bytes(new))
      try AtomicFile.write(file.bytes, to: path + ".new")
      try body(path)
    }
  }

  private func pending(_ path: String) throws -> PendingScript {
    try #require(try PendingScript(path: path))
  }

  private func names(beside path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(
      atPath: URL(fileURLWithPath: path).deletingLastPathComponent().path
    ).sorted()
  }

  @Test func `Accepting replaces the script and removes the file`() throws {
    try withPending { path in
      #expect(try pending(path).state == .ready)
      try pending(path).accept()
      #expect(try contents(path) == new)
      #expect(try names(beside: path) == ["a.macho"])
      #expect(try PendingScript(path: path) == nil)
    }
  }

  @Test func `Rejecting removes the file and keeps the script`() throws {
    try withPending { path in
      try pending(path).reject()
      #expect(try contents(path) == old)
      #expect(try names(beside: path) == ["a.macho"])
    }
  }

  @Test func `A script that changed after the review started is kept`() throws {
    try withPending { path in
      try write(old + "# mine\n", path)
      #expect(try pending(path).state == .scriptChanged)
      let error = #expect(throws: PendingError.self) { try pending(path).accept() }
      #expect(error?.code == "pending-stale")
      #expect(try contents(path) == old + "# mine\n")
      #expect(try names(beside: path) == ["a.macho", "a.macho.new"])
    }
  }

  @Test func `A script that changes during the review is kept`() throws {
    try withPending { path in
      let shown = try pending(path)
      try write(old + "# mine\n", path)
      #expect(throws: PendingError.self) { try shown.accept() }
      #expect(try contents(path) == old + "# mine\n")
    }
  }

  @Test func `A pending file that changes during the review is not accepted`() throws {
    try withPending { path in
      let shown = try pending(path)
      let other = PendingFile(of: bytes(old), becoming: bytes(new + "# other\n"))
      try AtomicFile.write(other.bytes, to: path + ".new")
      #expect(throws: PendingError.self) { try shown.accept() }
      #expect(try contents(path) == old)
    }
  }

  @Test func `A missing script is not created`() throws {
    try withPending { path in
      try FileManager.default.removeItem(atPath: path)
      #expect(try pending(path).state == .orphaned)
      let error = #expect(throws: PendingError.self) { try pending(path).accept() }
      #expect(error?.code == "pending-orphaned")
      #expect(try names(beside: path) == ["a.macho.new"])
    }
  }

  @Test(arguments: ["", "junk", "#!pending 1 0000000000000000 0000000000000000\nx\n"])
  func `A modified pending file is rejected`(text: String) throws {
    try withPending { path in
      try write(text, path + ".new")
      #expect(try pending(path).state == .damaged)
      let error = #expect(throws: PendingError.self) { try pending(path).accept() }
      #expect(error?.code == "pending-damaged")
      #expect(try contents(path) == old)
    }
  }

  @Test func `An accept that was interrupted before it removed the file can be repeated`() throws {
    try withPending { path in
      try write(new, path)
      #expect(try pending(path).state == .alreadyAccepted)
      try pending(path).accept()
      #expect(try contents(path) == new)
      #expect(try names(beside: path) == ["a.macho"])
    }
  }

  @Test func `Differences have line numbers and commands`() throws {
    let old = "feature lamp\n## on\nsend toggle\n| a\n| b\n| c\n| d\n| x\n| e\nstate\n"
    let new = old.replacing("| x\n", with: "| y\n") + "| on\n"
    try withDirectory { directory in
      let path = directory + "/a.macho"
      try write(old, path)
      let file = PendingFile(of: bytes(old), becoming: bytes(new))
      try AtomicFile.write(file.bytes, to: path + ".new")
      let hunks = try PendingHunks(pending(path))
      #expect(
        hunks.hunks.map { $0.lines.map(\.text) } == [
          [
            "\(path):8  ## on", "send toggle", "   | b", "   | c", "   | d", "  E| x", "  A| y",
            "   | e",
          ], ["\(path):10  ## on", "state", "  A| on"],
        ])
      #expect(hunks.expectationCount == 2)
    }
  }

  private func withTwoChanges(_ body: (String) throws -> Void) throws {
    let old = "feature lamp\nsend toggle\n| a\n| b\n| c\n| d\n| e\n| f\n| g\n| h\n| i\nstate"
    let new = old.replacing("| a\n", with: "| A\n").replacing("| i\n", with: "") + "\n| on\n"
    try withDirectory { directory in
      let path = directory + "/a.macho"
      try write(old, path)
      let file = PendingFile(of: bytes(old), becoming: bytes(new))
      try AtomicFile.write(file.bytes, to: path + ".new")
      try body(path)
    }
  }

  @Test func `Changes are accepted one by one`() throws {
    for accepted in 0..<8 {
      try withTwoChanges { path in
        let before = try pending(path)
        let hunks = try PendingHunks(before)
        #expect(hunks.hunks.count == 3)
        let isAccepted = (0..<3).map { accepted & 1 << $0 != 0 }
        try before.apply(isAccepted.map { $0 ? .accept : .skip }, to: hunks)
        let text = try contents(path)
        #expect(text.contains("| A\n") == isAccepted[0])
        #expect(text.contains("| i\n") != isAccepted[1])
        #expect(text.hasSuffix("state\n| on\n") == isAccepted[2])
        // The others stay pending.
        let rest = try PendingScript(path: path)
        #expect(rest?.state == (accepted == 7 ? nil : .ready))
        if let rest { #expect(try PendingHunks(rest).hunks.count == isAccepted.count { !$0 }) }
        try rest?.accept()
        #expect(try contents(path) == String(decoding: before.text, as: UTF8.self))
        #expect(try names(beside: path) == ["a.macho"])
      }
    }
  }

  @Test func `A rejected change is removed, and skipped ones stay pending`() throws {
    try withTwoChanges { path in
      let before = try pending(path)
      let old = try contents(path)
      try before.apply([.reject, .skip, .skip], to: PendingHunks(before))
      #expect(try contents(path) == old)
      let rest = try pending(path)
      #expect(try PendingHunks(rest).hunks.count == 2)
      try rest.apply([.reject, .accept], to: PendingHunks(rest))
      #expect(try contents(path) == old + "\n| on\n")
      #expect(try names(beside: path) == ["a.macho"])
    }
  }

  @Test func `Nothing is written if the script changed during the review`() throws {
    try withTwoChanges { path in
      let before = try pending(path)
      try write("feature lamp\n", path)
      #expect(throws: PendingError.self) {
        try before.apply([.accept, .skip, .skip], to: PendingHunks(before))
      }
      #expect(try contents(path) == "feature lamp\n")
    }
  }

  @Test func `A search finds pending files with and without their script`() throws {
    try withPending { path in
      let directory = URL(fileURLWithPath: path).deletingLastPathComponent().path
      try write("", directory + "/gone.macho.new")
      try write("", directory + "/notes.new")
      #expect(ScriptFiles.findPending([directory]).scripts == [path, directory + "/gone.macho"])
      #expect(ScriptFiles.findPending([path, path + ".new"]).scripts == [path])
      #expect(ScriptFiles.findPending([directory + "/gone.macho"]).errors == [])
      #expect(ScriptFiles.findPending([directory + "/none.macho"]).errors.count == 1)
      #expect(ScriptFiles.find([directory]).files == [path])
    }
  }
}
