import Foundation
import Testing

// Tests/Acceptance/Init/check proves that the written package builds and passes.
@Suite struct `The subcommand init` {
  private let files = [
    "Sources/hello-driver/Counter.swift", "Sources/hello-driver/Driver.swift",
    "scripts/counter.macho",
  ]

  private func paths(_ sandbox: Sandbox) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: sandbox.url.path).filter {
      $0.contains(".")
    }.sorted()
  }

  @Test func `writes a complete package if there is none`() throws {
    let sandbox = try Sandbox()
    let start = try sandbox.run(.macho, "init", "hello", "--macho-url", "https://a.b/macho.git")
    #expect(start.status == 0)
    #expect(start.errors == "")
    #expect(
      start.output.hasPrefix("wrote Package.swift\nwrote Sources/hello-driver/Driver.swift\n"))
    #expect(start.output.contains("\n  swift run hello-driver repl counter "))
    #expect(try paths(sandbox) == ["Package.swift"] + files)
    let manifest = try sandbox.read("Package.swift")
    #expect(manifest.contains(".package(url: \"https://a.b/macho.git\", branch: \"main\")\n"))
    #expect(manifest.contains(".product(name: \"MachoKit\", package: \"macho\"),\n"))
    #expect(try sandbox.run(.macho, "check").output == "1 script parsed\n")
  }

  @Test func `keeps an existing manifest and prints what to add`() throws {
    let sandbox = try Sandbox(["Package.swift": "// mine\n"])
    let start = try sandbox.run(.macho, "init", "hello")
    #expect(start.status == 0)
    #expect(try sandbox.read("Package.swift") == "// mine\n")
    #expect(try paths(sandbox) == ["Package.swift"] + files)
    #expect(
      start.output.contains(
        "\nPackage.swift exists and was not changed. Add to its dependencies:\n"))
    #expect(start.output.contains("\n    .package(name: \"macho\", path: \"/"))
    #expect(start.output.contains("\n      name: \"hello-driver\",\n"))
  }

  @Test func `writes nothing if a file exists`() throws {
    let sandbox = try Sandbox(["scripts/counter.macho": "# mine\n"])
    let start = try sandbox.run(.macho, "init", "hello")
    #expect(start.status == 2)
    #expect(start.output == "")
    #expect(
      start.errors
        == "file-exists: scripts/counter.macho already exists; nothing was written\n")
    #expect(try paths(sandbox) == ["scripts/counter.macho"])
    #expect(try sandbox.read("scripts/counter.macho") == "# mine\n")
  }

  @Test func `removes partial files if writing fails`() throws {
    // A file in place of a directory.
    let sandbox = try Sandbox(["scripts": "no directory"])
    let start = try sandbox.run(.macho, "init", "hello")
    #expect(start.status == 2)
    #expect(start.errors.hasPrefix("not-written: "))
    #expect(try FileManager.default.subpathsOfDirectory(atPath: sandbox.url.path) == ["scripts"])
  }

  @Test(arguments: [
    (["init", "a/b"], "invalid package name 'a/b'"),
    (["init", "1st"], "invalid package name '1st'"),
    (["init", ""], "invalid package name ''"),
    (["init", "--macho-path", "nowhere"], "no checkout of macho at 'nowhere'"),
    (["init", "--macho-path", ".", "--macho-url", "x"], "exclude each other"),
  ])
  func `rejects invalid arguments`(arguments: [String], message: String) throws {
    let sandbox = try Sandbox()
    let start = try sandbox.run(.macho, arguments, input: .text(""))
    #expect(start.status == 2)
    #expect(start.errors.contains(message))
    #expect(try paths(sandbox) == [])
  }
}
