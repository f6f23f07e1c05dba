import Foundation

@testable import MachoKit

/// A temporary directory, deleted after the test, in which executables run.
final class Sandbox {
  let url: URL
  private let outputs: URL
  /// Extra environment variables for the executables. An empty value removes a variable.
  var environment: [String: String] = [:]

  /// Creates the directory with some files.
  init(_ files: [String: String] = [:]) throws {
    let base = FileManager.default.temporaryDirectory.appendingPathComponent(
      "macho-kit-\(UUID().uuidString)")
    url = base.appendingPathComponent("work")
    outputs = base.appendingPathComponent("outputs")
    for directory in [url, outputs] {
      try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    }
    for (name, text) in files { try write(text, to: name) }
  }

  deinit { try? FileManager.default.removeItem(at: url.deletingLastPathComponent()) }

  func write(_ text: String, to name: String) throws { try write(Data(text.utf8), to: name) }

  func write(_ bytes: Data, to name: String) throws {
    let file = url.appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try bytes.write(to: file)
  }

  func read(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: url.appendingPathComponent(name)), as: UTF8.self)
  }

  /// Runs an executable until it exits.
  func run(_ tool: Tool = .macho, _ arguments: String..., input: Input = .text("")) throws
    -> Finished
  {
    try run(tool, arguments, input: input)
  }

  /// Returns the environment for executables, without variables that the user of the tests has set.
  static func environment(home: URL) -> [String: String] {
    var environment = ProcessInfo.processInfo.environment
    for name in [
      "CI", "XDG_STATE_HOME", "MACHO_HISTORY", "LC_CTYPE", "LANG", "NO_COLOR", "CLICOLOR_FORCE",
      "BAZEL_TEST",
    ] + ShardEnvironment.indexVariables {
      environment[name] = nil
    }
    environment["HOME"] = home.path
    environment["LC_ALL"] = "C.UTF-8"
    // A backtrace takes seconds for each crash; with a sanitizer it never ends.
    environment["SWIFT_BACKTRACE"] = "enable=no"
    return environment
  }
}

extension Sandbox {
  /// The standard input of an executable.
  enum Input {
    case text(String)
    /// A file of the sandbox.
    case file(String)
    /// A file of the sandbox, through a pipe.
    case pipe(String)
  }

  /// The result of an executable that has exited.
  struct Finished {
    /// The exit status; `nil` if a signal terminated the process.
    var status: Int32?
    var output: String
    var errors: String
  }

  func run(_ tool: Tool, _ arguments: [String], input: Input) throws -> Finished {
    let name = UUID().uuidString
    let process = Process()
    process.executableURL = try tool.url
    process.arguments = arguments
    process.currentDirectoryURL = url
    process.environment = Self.environment(home: outputs)
      .merging(environment) { $1 }.filter { !$0.value.isEmpty }
    let (output, errors) = (try capture(name + ".out"), try capture(name + ".err"))
    (process.standardOutput, process.standardError) = (output, errors)
    let feeder = try start(process, input: input)
    let guardian = HangGuard(process)
    process.waitUntilExit()
    guardian.dismiss()
    feeder?.waitUntilExit()
    return Finished(
      status: process.terminationReason == .exit ? process.terminationStatus : nil,
      output: try captured(name + ".out"), errors: try captured(name + ".err"))
  }

  // One at a time: a pipe inherited by another child would never close.
  private static let starting = NSLock()

  /// Starts a process, and a `cat` process that feeds its pipe if there is one.
  private func start(_ process: Process, input: Input) throws -> Process? {
    Self.starting.lock()
    defer { Self.starting.unlock() }
    switch input {
    case .text(let text):
      let file = outputs.appendingPathComponent(UUID().uuidString)
      try Data(text.utf8).write(to: file)
      process.standardInput = try FileHandle(forReadingFrom: file)
    case .file(let name):
      process.standardInput = try FileHandle(forReadingFrom: url.appendingPathComponent(name))
    case .pipe(let name):
      let pipe = Pipe()
      process.standardInput = pipe
      let feeder = Process()
      feeder.executableURL = URL(fileURLWithPath: "/bin/cat")
      feeder.arguments = [url.appendingPathComponent(name).path]
      feeder.standardOutput = pipe
      try feeder.run()
      try process.run()
      return feeder
    }
    try process.run()
    return nil
  }

  private func capture(_ name: String) throws -> FileHandle {
    let file = outputs.appendingPathComponent(name)
    try Data().write(to: file)
    return try FileHandle(forWritingTo: file)
  }

  private func captured(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: outputs.appendingPathComponent(name)), as: UTF8.self)
  }
}

/// Kills a process that hangs, so that the test fails instead of hanging.
final class HangGuard: @unchecked Sendable {
  // SAFETY: `process` is accessed only with `lock` held.
  private let lock = NSLock()
  private var process: Process?

  init(_ process: Process, seconds: Double = 300) {
    self.process = process
    DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { [self] in
      lock.withLock { _ = self.process.map { kill($0.processIdentifier, SIGKILL) } }
    }
  }

  func dismiss() { lock.withLock { process = nil } }
}
