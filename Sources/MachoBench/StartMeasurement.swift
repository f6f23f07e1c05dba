import Foundation

/// Measures a process that runs an empty script, compared with a minimal tool that uses
/// argument-parser and custom-dump.
enum StartMeasurement {
  static func makeMeasurement(macho: String, baseline: String) throws -> Measurement {
    let script = FileManager.default.temporaryDirectory
      .appendingPathComponent("macho-bench-\(ProcessInfo.processInfo.processIdentifier).macho")
    try Data().write(to: script)
    return Measurement(
      name: "macho run, an empty script", baselineName: "hello, argument-parser, custom-dump",
      work: { count in for _ in 0..<count { run(macho, ["run", script.path]) } },
      baseline: { count in for _ in 0..<count { run(baseline, []) } },
      workCount: 10, baselineCount: 10, target: 0.5)
  }

  /// Runs a process and waits for its end, with system calls, so that waiting costs nothing. `input` is
  /// the file that its standard input reads. Default: that of this process.
  static func run(_ path: String, _ arguments: [String], input: String? = nil) {
    wait(for: start(path, arguments, input: input))
  }

  /// Runs a process `count` times, two at a time.
  static func run(_ path: String, _ arguments: [String] = [], times count: Int) {
    for number in 0..<count {
      // Waits for either process.
      if number >= 2 { wait(for: -1) }
      _ = start(path, arguments)
    }
    for _ in 0..<min(2, count) { wait(for: -1) }
  }

  private static func start(
    _ path: String, _ arguments: [String], input: String? = nil
  ) -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for descriptor in [STDOUT_FILENO, STDERR_FILENO] {
      posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
    }
    if let input {
      posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, input, O_RDONLY, 0)
    }
    let copies = ([path] + arguments).compactMap { strdup($0) }
    guard copies.count == arguments.count + 1 else { fail("no memory for arguments") }
    var argv = copies.map(Optional.init) + [nil]
    defer { for argument in argv { free(argument) } }
    var child: pid_t = 0
    guard posix_spawn(&child, path, &actions, nil, &argv, environ) == 0 else {
      fail("cannot run \(path)")
    }
    return child
  }

  private static func wait(for child: pid_t) {
    var status: Int32 = 0
    guard waitpid(child, &status, 0) > 0, status == 0 else { fail("a process failed") }
  }

  private static func fail(_ message: String) -> Never {
    FileHandle.standardError.write(Data((message + "\n").utf8))
    exit(1)
  }
}
