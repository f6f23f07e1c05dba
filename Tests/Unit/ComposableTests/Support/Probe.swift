#if MACHO_LINUX
  import Foundation
  import Testing

  /// Runs the probe, a process with a process-wide executor. It is in the directory of the tests.
  /// Returns the lines that it prints.
  func runProbe(_ arguments: String...) throws -> [String] {
    let process = Process()
    process.executableURL = Bundle.main.bundleURL.appending(path: "ProcessExecutorProbe")
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// Whether the tests, and so the probe, contain the thread sanitizer. It defines functions such as `usleep` in
  /// the executable, whose calls are not redirected then.
  let hasThreadSanitizer = dlsym(dlopen(nil, RTLD_NOW), "__tsan_init") != nil
#endif
