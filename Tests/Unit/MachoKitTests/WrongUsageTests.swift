import Foundation
import Testing

@Suite struct `Wrong usage` {
  struct Case: Sendable, CustomTestStringConvertible {
    var arguments: [String]
    var message: String
    var testDescription: String { "macho " + arguments.joined(separator: " ") }
  }

  @Test(arguments: [
    Case(arguments: ["frobnicate"], message: "unknown subcommand 'frobnicate'"),
    Case(arguments: ["test", "--stric"], message: "did you mean macho test --strict?"),
    Case(arguments: [], message: "USAGE: macho <subcommand>"),
    Case(
      arguments: ["test", "-shard", "1", "x.macho"],
      message: "unknown option '-shard'\ndid you mean macho test --shard?"),
    Case(
      arguments: ["test", "-shuffle", "x.macho"], message: "did you mean macho test --shuffle?"),
    Case(arguments: ["test", "-watch", "x.macho"], message: "did you mean macho test --watch?"),
    Case(
      arguments: ["test", "-x.macho"],
      message: "a path that begins with '-' is written ./-x.macho"),
    Case(
      arguments: ["test", "--shuffel", "1", "--help"],
      message: "unknown option '--shuffel'\ndid you mean macho test --shuffle?"),
    Case(
      arguments: ["report", "--wach", "-h"], message: "did you mean macho report page --watch?"),
    Case(arguments: ["tset", "--help"], message: "did you mean macho test?"),
    Case(arguments: ["--help", "tset"], message: "did you mean macho test?"),
    Case(arguments: ["--version", "tset"], message: "unknown subcommand 'tset'"),
    Case(arguments: ["--nosuch", "--help"], message: "unknown option '--nosuch'"),
    Case(arguments: ["test", "--filter", "-shard"], message: "unknown option '-shard'"),
    Case(arguments: ["bundle", "-help"], message: "did you mean macho bundle --help?"),
    Case(arguments: ["test", "--filter", "("], message: "invalid regular expression '('"),
    Case(arguments: ["test", "--jobs", "0"], message: "--jobs must be at least 1"),
    Case(arguments: ["test", "--jobs", "two"], message: "'two' is invalid for '--jobs <jobs>'"),
    Case(arguments: ["test", "--repeat", "0"], message: "--repeat must be at least 1"),
    Case(arguments: ["test", "--timeout", "0"], message: "--timeout must be at least 1"),
    Case(arguments: ["test", "--backtrace-timeout", "-1"], message: "--backtrace-timeout"),
    Case(arguments: ["test", "--shard", "0/2"], message: "'0/2' is invalid for '--shard <i/n>'"),
    Case(arguments: ["test", "--shard", "3/2"], message: "'3/2' is invalid for '--shard <i/n>'"),
    Case(arguments: ["test", "--shard", "2"], message: "'2' is invalid for '--shard <i/n>'"),
    Case(
      arguments: ["test", "--shuffle", "x"], message: "'x' is invalid for '--shuffle <shuffle>'"),
    Case(
      arguments: ["test", "--format", "xml"], message: "'xml' is invalid for '--format <format>'"),
    Case(arguments: ["test", "--output", "a.macho"], message: "--output would replace a script"),
    Case(
      arguments: ["test", "--report", "a.macho"], message: "--report must end in .html or .jsonl"),
    Case(
      arguments: ["test", "--report", "a.html", "--report", "a.html"],
      message: "--report names a.html twice"),
    Case(arguments: ["test", "--redact", "x"], message: "--redact requires --report"),
    Case(
      arguments: ["test", "--report", "a.html", "--output", "a.html"],
      message: "--report and --output name the same file"),
    Case(arguments: ["report", "missing.jsonl"], message: "cannot read missing.jsonl"),
    Case(arguments: ["report", "a.html"], message: "the page would replace a.html"),
    Case(arguments: ["inspect", "countr"], message: "no-such-feature: no feature 'countr'"),
    Case(
      arguments: ["inspect", "--connect", "missing/socket"],
      message: "cannot connect to a server at missing/socket"),
    Case(
      arguments: ["repl", "counter", "--inspect", "--record", "a.macho"],
      message: "--inspect cannot be combined"),
    Case(
      arguments: ["repl", "counter", "--inspect", "--redact-property", "fact"],
      message: "--inspect redacts by --redact only"),
    Case(
      arguments: ["inspect", "counter", "--connect", "socket", "--redact", "x"],
      message: "--redact cannot be combined with --connect"),
    Case(
      arguments: ["explore", "counter", "--finding", "x", "--until", "count == 1"],
      message: "--finding requires runs"),
    Case(
      arguments: ["test", "--update=some"],
      message: "one of 'missing', 'failed', 'all' or 'compact'"),
    Case(
      arguments: ["test", "--review=some"],
      message: "one of 'missing', 'failed', 'all' or 'compact'"),
    Case(
      arguments: ["test", "--review=missing", "--update=failed"],
      message: "--update and --review name different modes"),
    Case(arguments: ["test", "--update", "a.macho.new"], message: "a.macho.new is a pending file"),
    Case(arguments: ["run"], message: "Missing expected argument '<script>'"),
    Case(arguments: ["run", "one", "two"], message: "Unexpected argument 'two'"),
    Case(arguments: ["repl", "countr"], message: "no-such-feature: no feature 'countr'"),
    Case(arguments: ["features", "countr"], message: "did you mean counter?"),
    Case(arguments: ["repl", "--context", "prod"], message: "'prod' is invalid"),
    Case(
      arguments: ["repl", "--record", "/dev/null/file"], message: "cannot write /dev/null/file"),
  ])
  func `exits with 2 and explains on standard error`(_ wrong: Case) throws {
    let run = try Sandbox().run(.macho, wrong.arguments, input: .text(""))
    #expect(run.status == 2)
    #expect(run.output == "")
    #expect(run.errors.contains(wrong.message))
  }

  @Test(arguments: ["run", "test", "check"], ["missing.macho", ".", "/dev/zero", "/dev/null"])
  func `of a path that is not a script exits with 2`(subcommand: String, path: String) throws {
    // The two others search directories.
    if path == ".", subcommand != "run" { return }
    let run = try Sandbox().run(.macho, subcommand, path)
    let reason =
      switch path {
      case ".": "it is a directory"
      case "missing.macho": "No such file or directory"
      default: "it is a device"
      }
    #expect(run.status == 2)
    #expect(run.output == "")
    let lines = run.errors.split(separator: "\n")
    #expect(lines.count == 1)
    #expect(run.errors.hasPrefix("cannot ") && run.errors.hasSuffix("\(path): \(reason)\n"))
  }

  @Test(arguments: ["run", "test", "check"])
  func `of a named pipe exits with 2 without waiting`(subcommand: String) throws {
    let sandbox = try Sandbox()
    #expect(mkfifo(sandbox.url.appendingPathComponent("pipe.macho").path, 0o600) == 0)
    let run = try sandbox.run(.macho, subcommand, "pipe.macho")
    #expect(run.status == 2)
    #expect(run.errors == "cannot read pipe.macho: it is a named pipe\n")
  }

  @Test func `of endless input exits with 2`() throws {
    let sandbox = try Sandbox()
    try FileManager.default.createSymbolicLink(
      atPath: sandbox.url.appendingPathComponent("endless").path, withDestinationPath: "/dev/zero")
    let run = try sandbox.run(.macho, "run", "-", input: .file("endless"))
    #expect(run.status == 2)
    #expect(run.errors == "cannot read -: it is larger than 64 MB\n")
  }

  @Test func `of one script by two names runs it once`() throws {
    let sandbox = try Sandbox(["fine.macho": Scripts.fine])
    let test = try sandbox.run(.macho, "test", "./fine.macho", "fine.macho", ".")
    #expect(test.output == "PASS ./fine.macho (3 commands)\n1 passed\n")
  }

  @Test func `of an existing recording exits with 2 and keeps it`() throws {
    let sandbox = try Sandbox(["kept.macho": "# mine\n", "empty.macho": ""])
    let refused = try sandbox.run(.macho, "repl", "--record", "kept.macho")
    #expect(refused.status == 2)
    #expect(refused.errors.contains("kept.macho: the file exists; use --overwrite"))
    #expect(try sandbox.read("kept.macho") == "# mine\n")
    #expect(try sandbox.run(.macho, "repl", "--record", "empty.macho").status == 0)
    #expect(try sandbox.run(.macho, "repl", "--record", "kept.macho", "--overwrite").status == 0)
    #expect(try sandbox.read("kept.macho") == "#!macho 1\n")
  }

  @Test func `of an unreadable script exits with 2`() throws {
    let sandbox = try Sandbox(["secret.macho": "feature counter\n"])
    try sandbox.forbidReading("secret.macho")
    guard !sandbox.canRead("secret.macho") else { return }
    for subcommand in ["run", "test", "check"] {
      let run = try sandbox.run(.macho, subcommand, "secret.macho")
      #expect(run.status == 2)
      #expect((run.errors + run.output).contains("secret.macho: Permission denied"))
    }
  }

  @Test(arguments: ["test", "check"])
  func `that selects nothing exits with 5 and says where it looked`(subcommand: String) throws {
    let sandbox = try Sandbox(["notes.txt": "", "a/b.txt": ""])
    let run = try sandbox.run(.macho, subcommand)
    #expect(run.status == 5)
    #expect(run.output == "")
    #expect(run.errors.hasPrefix("no .macho file was found in /"))
    #expect(try sandbox.run(.macho, subcommand, "a").errors.contains("/a, at any depth"))
  }

  @Test func `of an unknown subcommand gets a suggestion`() throws {
    let run = try Sandbox().run(.macho, "tset", "x.macho")
    #expect(run.status == 2)
    #expect(
      run.errors.hasPrefix("unknown subcommand 'tset'\ndid you mean macho test?\nsubcommands: repl")
    )
    #expect(!run.errors.contains("child"))
    // A suggestion has the name of the driver that runs.
    let other = try Sandbox().run(.externalWorkDriver, "tset")
    #expect(other.errors.contains("\ndid you mean external-work-driver test?\n"))
  }

  @Test func `does not include asking for help`() throws {
    for arguments in [
      ["--help"], ["-h"], ["help", "test"], ["repl", "--help"], ["test", "x.macho", "-h"],
      ["report", "--watch", "--help"], ["test", "--update", "--help"],
      ["test", "--shuffle", "1", "--help"], ["help", "report", "merge"],
    ] {
      let run = try Sandbox().run(.macho, arguments, input: .text(""))
      #expect(run.status == 0)
      #expect(run.output.contains("USAGE: macho"))
      #expect(run.errors == "")
    }
  }
}
