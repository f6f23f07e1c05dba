import Foundation
import Testing

@testable import MachoKit

// Tests/Acceptance/Init/check proves that the written package builds and passes.
@Suite struct `The subcommand init` {
  private let files = [
    "Sources/hello-driver/Counter.swift", "Sources/hello-driver/Driver.swift",
    "Tests/hello-driver-tests/ScriptTests.swift", "scripts/counter.macho",
  ]
  private let surroundings = [".github/workflows/macho.yml", ".gitignore"]

  private func paths(_ sandbox: Sandbox) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: sandbox.url.path).filter {
      $0.contains(".") && !$0.hasSuffix(".github") && !$0.hasSuffix("/workflows")
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
    #expect(try paths(sandbox) == surroundings + ["Package.swift"] + files)
    let manifest = try sandbox.read("Package.swift")
    #expect(manifest.contains(".package(url: \"https://a.b/macho.git\", branch: \"main\")\n"))
    #expect(manifest.contains(".product(name: \"MachoKit\", package: \"macho\"),\n"))
    #expect(try sandbox.run(.macho, "check").output == "1 script parsed\n")
    #expect(!start.output.contains("directory of this machine"))
  }

  @Test func `names the URL that is missing if the package depends on a directory`() throws {
    let sandbox = try Sandbox()
    let checkout = #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined()
    let start = try sandbox.run(.macho, "init", "hello", "--macho-path", checkout)
    #expect(start.status == 0)
    #expect(
      try sandbox.read("Package.swift").contains(
        ".package(name: \"macho\", path: \"\(checkout)\")"))
    #expect(start.output.contains("\nThe package depends on a directory of this machine. "))
    #expect(
      start.output.contains(
        "\n    .package(url: \"https://github.com/OWNER/macho\", branch: \"main\")\n"))
  }

  @Test func `keeps an existing manifest and prints what to add`() throws {
    let sandbox = try Sandbox(["Package.swift": "// mine\n"])
    let start = try sandbox.run(.macho, "init", "hello", "--macho-url", "https://a.b/macho")
    #expect(start.status == 0)
    #expect(try sandbox.read("Package.swift") == "// mine\n")
    #expect(try paths(sandbox) == surroundings + ["Package.swift"] + files)
    #expect(
      start.output.contains(
        "\nPackage.swift exists and was not changed. Add to its dependencies:\n"))
    #expect(
      start.output.contains("\n    .package(url: \"https://a.b/macho\", branch: \"main\"),\n"))
    #expect(start.output.contains("\n      name: \"hello-driver\",\n"))
    #expect(start.output.contains("\n      name: \"hello-driver-tests\",\n"))
  }

  @Test func `keeps an existing list of ignored files and prints the missing patterns`() throws {
    let sandbox = try Sandbox([".gitignore": "/.build\n"])
    let start = try sandbox.run(.macho, "init", "hello")
    #expect(start.status == 0)
    #expect(try sandbox.read(".gitignore") == "/.build\n")
    #expect(
      start.output.contains(
        """

        .gitignore exists and was not changed. Add to it:

            .swiftpm/
            *.macho.new


        """))
  }

  @Test func `writes no workflow below the root of a repository`() throws {
    let sandbox = try Sandbox([
      ".git/HEAD": "", "app/.gitignore": ".build/\n.swiftpm\n*.macho.new\n",
    ])
    let app = sandbox.url.appendingPathComponent("app").path
    let directory = ProjectDirectory(app)
    #expect(directory.outerRepository.map { URL(fileURLWithPath: $0).lastPathComponent } == "work")
    let package = PackageTemplate(
      name: "hello", dependency: MachoDependency(url: "https://a.b/macho"))
    #expect(
      package.files(missingIn: directory).map(\.path) == ["Package.swift"]
        + package.files.map(\.path))
    #expect(package.notes(for: directory).map { $0.prefix(27) } == ["No CI workflow was written:"])
    #expect(ProjectDirectory(sandbox.url.path).outerRepository == nil)
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
    (["init", "--macho-url", "../macho"], "'../macho' is not a URL"),
  ])
  func `rejects invalid arguments`(arguments: [String], message: String) throws {
    let sandbox = try Sandbox()
    let start = try sandbox.run(.macho, arguments, input: .text(""))
    #expect(start.status == 2)
    #expect(start.errors.contains(message))
    #expect(try paths(sandbox) == [])
  }
}

@Suite struct `The URL of a repository` {
  @Test(arguments: [
    ("https://a.b/macho.git", "https://a.b/macho.git"),
    ("https://me:secret@a.b/macho", "https://a.b/macho"),
    ("https://token@a.b:80/x@y", "https://a.b:80/x@y"),
    ("ssh://git:secret@a.b/macho", "ssh://git@a.b/macho"),
    ("git@a.b:me/macho.git", "git@a.b:me/macho.git"),
    ("/srv/macho", nil), ("../macho", nil), ("./a:b", nil), ("file:///srv/macho", nil),
  ])
  func `is shared without a password, and never a path`(remote: String, url: String?) {
    #expect(RepositoryURL.shareable(remote) == url)
  }

  @Test func `is the remote of the checkout or of the copy that it was cloned from`() throws {
    let sandbox = try Sandbox([
      "cache/config": config(remote: "https://me:secret@a.b/macho"),
      "cache/HEAD": "ref: refs/heads/main\n",
      "cache/objects/x": "", "cache/refs/x": "",
      "checkout/.git/config": config(remote: "../cache"),
      "checkout/.git/HEAD": "ref: refs/heads/main\n", "checkout/.git/objects/x": "",
      "checkout/.git/refs/x": "", "checkout/vendor/macho/Package.swift": "",
    ])
    let checkout = sandbox.url.appendingPathComponent("checkout").path
    #expect(RepositoryURL.origin(of: checkout) == "https://a.b/macho")
    #expect(RepositoryURL.origin(of: checkout + "/vendor/macho") == nil)
    #expect(RepositoryURL.origin(of: sandbox.url.path) == nil)
  }

  private func config(remote: String) -> String {
    "[core]\n\trepositoryformatversion = 0\n[remote \"origin\"]\n\turl = \(remote)\n"
  }
}
