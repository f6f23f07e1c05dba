import Foundation
import MachoSystem
import MachoWire

/// Answers a request whose line crashed the process, with the trap's message and place.
///
/// A signal handler can find out neither. So the process runs the program again, which answers the
/// request and ends.
struct CrashResponder {
  /// Names the descriptors of the report and the request for the next run of the program.
  private static let variable = "MACHO_CRASHED_REQUEST"

  private let report: Int32
  private let request: Int32
  /// The process's own standard error. While a line runs, the report receives what is printed.
  private let errors: Int32

  /// Installs the crash handlers. Returns `nil` without free descriptors: then a crash has no
  /// response.
  init?() {
    guard let report = makeUnnamedFile(), let request = makeUnnamedFile() else {
      return nil
    }
    (self.report, self.request) = (report, request)
    errors = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
    var environment = ProcessInfo.processInfo.environment
    environment[Self.variable] = "\(report),\(request)"
    ProcessRestart.arm(
      ScriptLauncher.executable, CommandLine.arguments, environment, report: report,
      keeping: request)
    ProcessRestart.setArmed(false)
    CrashSignalHandler.install(report: report, catchesExit: true)
  }

  /// Prepares the response to a request before its line runs; `nil` after it.
  func prepare(_ crashed: CrashedRequest?) {
    guard let crashed else {
      ProcessRestart.setArmed(false)
      CrashNote.set(errors: "")
      dup2(errors, STDERR_FILENO)
      forwardErrors()
      return
    }
    dup2(report, STDERR_FILENO)
    CrashNote.set(output: crashed.bytes, to: request, errors: "")
    ProcessRestart.keep(crashed.output)
    ProcessRestart.setArmed(true)
  }

  /// Prints what a line has printed.
  private func forwardErrors() {
    guard lseek(report, 0, SEEK_END) > 0 else { return }
    Self.write(Self.contents(of: report), to: errors)
    ftruncate(report, 0)
  }

  // MARK: In the next run of the program

  /// Answers the request that crashed the last run of the program, if there is one, and ends the
  /// process as the crash would have.
  static func respond() {
    guard let files = environmentVariable(variable) else { return }
    let descriptors = files.split(separator: ",").compactMap { Int32($0) }
    guard descriptors.count == 2, descriptors.allSatisfy({ fcntl($0, F_GETFD) >= 0 }) else {
      return
    }
    let report = CrashReport(String(decoding: contents(of: descriptors[0]), as: UTF8.self))
    if let request = CrashedRequest(bytes: contents(of: descriptors[1])) {
      write(request.response(report.diagnostic), to: request.output)
      if !report.output.isEmpty { printError(report.output) }
      printError("macho: the process crashed at this line:  \(request.line)")
      for note in report.diagnostic.notes { printError("  " + note) }
    }
    guard let signal = report.signal else { _exit(ExitStatus.crashed.rawValue) }
    // Without a core file: the crash was reported.
    ResourceLimit.core.lower(to: 0)
    _ = Foundation.signal(signal, SIG_DFL)
    raise(signal)
    _exit(ExitStatus.crashed.rawValue)
  }

  private static func contents(of file: Int32) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 1 << 18)
    // A line may have printed any amount.
    let start = max(0, lseek(file, 0, SEEK_END) - off_t(bytes.count))
    let count = pread(file, &bytes, bytes.count, start)
    return Array(bytes.prefix(max(0, count)))
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 || errno == EINTR else { return }
      rest = rest.dropFirst(max(0, count))
    }
  }
}
