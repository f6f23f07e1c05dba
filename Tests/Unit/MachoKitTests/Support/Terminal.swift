import Foundation
import MachoLocks
import MachoSystem

@testable import MachoTerminal

/// An executable at a pseudoterminal, with the input and the screen of a user.
final class Terminal {
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  private static let columns = 100

  private let master: Int32
  private let process: Process
  private let guardian: HangGuard
  private(set) var screen = Screen(columns: columns)

  init(_ tool: Tool, _ arguments: String..., in sandbox: Sandbox, history: String = "") throws {
    let (master, name) = try Self.open()
    self.master = master
    // Close-on-exec: if another child inherited the terminal, it would never close.
    let device = MachoLocks.open(name, O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard device >= 0 else { throw Failure(description: "cannot open \(name): errno \(errno)") }
    defer { close(device) }
    var size = winsize(ws_row: 40, ws_col: UInt16(Self.columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(device, UInt(TIOCSWINSZ), &size)

    process = Process()
    process.executableURL = try tool.url
    process.arguments = arguments
    process.currentDirectoryURL = sandbox.url
    process.environment = Sandbox.environment(home: sandbox.url).merging(sandbox.environment) { $1 }
      .merging([
        // A backtrace takes seconds, and no test reads it here.
        "TERM": "xterm", "MACHO_HISTORY": history, "SWIFT_BACKTRACE": "enable=no",
      ]) { $1 }
    let end = FileHandle(fileDescriptor: device, closeOnDealloc: false)
    (process.standardInput, process.standardOutput, process.standardError) = (end, end, end)
    try Self.withoutBlockedSignals { [process] in try process.run() }
    guardian = HangGuard(process)
  }

  /// Runs `body` with no signal blocked. A child inherits the signal mask of the thread, and a
  /// test's thread, from the concurrency runtime, blocks nearly all signals.
  private static func withoutBlockedSignals(_ body: () throws -> Void) throws {
    var none = sigset_t()
    var before = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    try body()
  }

  deinit {
    // Only if the test has failed; otherwise the process has exited.
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    guardian.dismiss()
    close(master)
  }

  private static func open() throws -> (master: Int32, device: String) {
    #if os(Linux)
      // The C library's functions are not visible in Swift; these calls do the same.
      let master = MachoLocks.open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
      var isLocked: Int32 = 0
      var number: Int32 = 0
      let (unlock, getNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
      guard master >= 0, ioctl(master, unlock, &isLocked) == 0,
        ioctl(master, getNumber, &number) == 0
      else { throw Failure(description: "no pseudoterminal: errno \(errno)") }
      return (master, "/dev/pts/\(number)")
    #else
      let master = posix_openpt(O_RDWR | O_NOCTTY)
      guard master >= 0, grantpt(master) == 0, unlockpt(master) == 0, let name = ptsname(master)
      else { throw Failure(description: "no pseudoterminal: errno \(errno)") }
      _ = fcntl(master, F_SETFD, FD_CLOEXEC)
      return (master, String(cString: name))
    #endif
  }

  func type(_ text: String) { write(text, to: master) }

  /// The terminal's local modes.
  var modes: tcflag_t {
    var modes = termios()
    tcgetattr(master, &modes)
    return modes.c_lflag
  }

  /// Sends a signal to the process.
  func signal(_ number: Int32) { kill(process.processIdentifier, number) }

  /// Reads until the screen satisfies the condition. `readSome` limits the wait.
  func waitUntil(_ what: String, _ isAsWanted: (Screen) -> Bool) throws {
    while !isAsWanted(screen) {
      guard try readSome() else {
        throw Failure(description: "the terminal closed before: \(what)\n\(screenText)")
      }
    }
  }

  /// Waits until this is the last row, with the cursor at its end.
  func waitForPrompt(_ text: String) throws {
    try waitUntil("prompt '\(text)'") { screen in
      let trimmed = String(text.reversed().drop { $0 == " " }.reversed())
      return screen.texts.last == trimmed && screen.cursor.row == screen.texts.count - 1
        && screen.cursor.column == displayWidth(text)
    }
  }

  /// Waits for a process that a signal terminates, and returns the signal.
  func waitForSignal() throws -> Int32? {
    let status = try waitForExit()
    return process.terminationReason == .uncaughtSignal ? status : nil
  }

  /// Waits until the process exits and returns its status.
  func waitForExit() throws -> Int32 {
    while try readSome() {}
    process.waitUntilExit()
    return process.terminationStatus
  }

  private func readSome() throws -> Bool {
    var polled = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    guard poll(&polled, 1, 120_000) > 0 else {
      throw Failure(description: "nothing comes any more. The screen:\n\(screenText)")
    }
    // One byte at a time, so that each state of the screen is seen in each run.
    var bytes: [UInt8] = [0]
    guard case .bytes(let chunk) = ReadResult.next(from: master, into: &bytes) else { return false }
    screen.show(chunk)
    return true
  }

  private var screenText: String { screen.texts.joined(separator: "\n") }
}
