import Foundation

/// A process that runs an empty script, against one that says hello.
enum StartMeasurement {
  static func make(macho: String, hello: String) throws -> Measurement {
    let script = FileManager.default.temporaryDirectory
      .appendingPathComponent("macho-bench-\(ProcessInfo.processInfo.processIdentifier).macho")
    try Data().write(to: script)
    return Measurement(
      name: "macho run, an empty script", floorName: "hello world",
      work: { count in for _ in 0..<count { run(macho, ["run", script.path]) } },
      floor: { count in for _ in 0..<count { run(hello, []) } },
      workCount: 10, floorCount: 10)
  }

  private static func run(_ path: String, _ arguments: [String]) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.standardOutput = FileHandle.nullDevice
    do { try process.run() } catch {
      FileHandle.standardError.write(Data("\(path) cannot be run: \(error)\n".utf8))
      exit(1)
    }
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      FileHandle.standardError.write(Data("\(path) failed\n".utf8))
      exit(1)
    }
  }
}
