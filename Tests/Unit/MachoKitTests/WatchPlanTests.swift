import Foundation
import Testing

@testable import MachoKit

@Suite struct `A watch plan` {
  private let start = WatchSnapshot(
    scripts: ["a": stamp(1), "b": stamp(1)], reads: ["a.json": stamp(1)], executable: stamp(1),
    sources: ["Feature.swift": stamp(1)])
  private let readers: [String: Set<String>] = ["a.json": ["a", "b"], "b.json": ["b"]]

  /// Returns the operations for a series of snapshots.
  private func steps(_ looks: [(inout WatchSnapshot) -> Void]) -> [WatchPlan.Operation] {
    var plan = WatchPlan(start)
    var snapshot = start
    return looks.map { change in
      change(&snapshot)
      return plan.nextOperation(snapshot, readers: readers)
    }
  }

  @Test func `does nothing if nothing changed`() {
    #expect(steps([{ _ in }, { _ in }]) == [.nothing, .nothing])
  }

  @Test func `waits until a file is stable`() {
    #expect(
      steps([
        { $0.scripts["a"] = stamp(2) }, { $0.scripts["a"] = stamp(3) }, { _ in }, { _ in },
      ]) == [.nothing, .nothing, .rerun(["a"]), .nothing])
  }

  @Test func `reruns changed and new scripts, but no deleted ones`() {
    #expect(
      steps([
        {
          $0.scripts["a"] = nil
          $0.scripts["b"] = stamp(2)
          $0.scripts["c"] = stamp(1)
        }, { _ in },
      ]) == [.nothing, .rerun(["b", "c"])])
    #expect(steps([{ $0.scripts["a"] = nil }, { _ in }]) == [.nothing, .nothing])
  }

  @Test func `reruns the scripts that read a changed or deleted file`() {
    for change in [stamp(2), .absent] {
      #expect(
        steps([{ $0.reads["a.json"] = change }, { _ in }]) == [.nothing, .rerun(["a", "b"])])
    }
  }

  @Test func `ignores the first read of a file and handles later changes`() {
    #expect(
      steps([
        { $0.reads["b.json"] = stamp(5) }, { _ in }, { $0.reads["b.json"] = stamp(6) }, { _ in },
      ]) == [.nothing, .nothing, .nothing, .rerun(["b"])])
  }

  @Test func `rebuilds, then restarts, then reruns`() {
    #expect(
      steps([
        {
          $0.scripts["a"] = stamp(2)
          $0.executable = stamp(2)
          $0.sources["Feature.swift"] = stamp(2)
          $0.sources["New.swift"] = stamp(2)
        }, { _ in }, { _ in }, { _ in }, { _ in },
      ]) == [
        .nothing, .rebuild(changed: ["Feature.swift", "New.swift"]), .restart, .rerun(["a"]),
        .nothing,
      ])
  }

  @Test func `does nothing while the driver is missing`() {
    #expect(
      steps([
        { $0.executable = .absent }, { _ in }, { $0.executable = stamp(2) }, { _ in },
      ]) == [.nothing, .nothing, .nothing, .restart])
  }

  @Test func `detects changes by a file's time, size or inode`() throws {
    let sandbox = try Sandbox(["a": "1"])
    let path = sandbox.url.appendingPathComponent("a").path
    let before = FileStamp.read(path)
    #expect(before == FileStamp.read(path))
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: path)
    #expect(before != FileStamp.read(path))
    #expect(FileStamp.read(path + "x") == .absent)
  }
}

@Suite struct `A watch of the driver` {
  @Test func `finds another executable once, when it is complete`() throws {
    let sandbox = try Sandbox(["driver": "1"])
    let path = sandbox.url.appendingPathComponent("driver").path
    var watch = DriverWatch(path: path)
    func look() -> [Bool] { [watch.findsNewDriver(), watch.isChanging, watch.isRebuilt] }
    #expect(look() == [false, false, false])
    try FileManager.default.removeItem(atPath: path)
    #expect(look() == [false, true, true])
    #expect(look() == [false, true, true])
    try "12".write(toFile: path, atomically: true, encoding: .utf8)
    #expect(look() == [false, true, true])
    #expect(look() == [true, false, true])
    #expect(look() == [false, false, true])
  }
}

@Suite struct `The package of a driver` {
  private let build = "/.build/x86_64-unknown-linux-gnu/debug/tool"

  private func sandbox(_ manifest: String) throws -> (Sandbox, String) {
    let sandbox = try Sandbox([
      "p/Package.swift": manifest, "p/Sources/tool/a.swift": "", "p/Sources/tool/.hidden": "",
      "p/.build/workspace-state.json": "", "p" + build: "", "q/Package.swift": "name: \"tool\"",
    ])
    return (sandbox, sandbox.url.resolvingSymlinksInPath().path)
  }

  @Test func `contains the build directory`() throws {
    let (sandbox, root) = try sandbox("name: \"tool\"")
    let package = try #require(
      DriverPackage(executable: root + "/p" + build, workingDirectory: "/"))
    #expect(package.directory == root + "/p")
    #expect(package.scratch == root + "/p/.build")
    #expect(package.configuration == "debug")
    #expect(package.product == "tool")
    #expect(
      package.sources.keys.sorted() == [
        root + "/p/Package.swift", root + "/p/Sources/tool/a.swift",
      ])
    _ = sandbox
  }

  @Test func `contains the working directory if the build is elsewhere`() throws {
    let (sandbox, root) = try sandbox("name: \"another\"")
    let package = DriverPackage(executable: root + "/p" + build, workingDirectory: root + "/q")
    #expect(package?.directory == root + "/q")
    #expect(DriverPackage(executable: root + "/p" + build, workingDirectory: root + "/p") == nil)
    _ = sandbox
  }

  @Test func `is missing for an installed driver`() throws {
    let (sandbox, root) = try sandbox("name: \"tool\"")
    #expect(DriverPackage(executable: root + "/p/bin/tool", workingDirectory: root + "/p") == nil)
    #expect(DriverPackage(executable: "/usr/bin/env", workingDirectory: root + "/p") == nil)
    _ = sandbox
  }
}

private func stamp(_ time: Int64) -> FileStamp { FileStamp(modified: time, size: 1) }
