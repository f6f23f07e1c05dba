import MachoLocks
import MachoSystem

@testable import MachoTerminal

/// A terminal without a window. Tests type at it and read its screen.
final class Pseudoterminal {
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  private let master: Int32
  /// The end that the program uses.
  let device: Int32
  private(set) var screen: Screen

  init(columns: Int = 60, rows: Int = 20) throws {
    guard let ends = Self.open() else {
      throw Failure(description: "no pseudoterminal: errno \(errno)")
    }
    (master, device) = ends
    screen = Screen(columns: columns, rows: rows)
    resize(columns: columns, rows: rows)
  }

  deinit {
    close(device)
    close(master)
  }

  private static func open() -> (master: Int32, device: Int32)? {
    #if os(Linux)
      // The C library's functions are not visible to Swift. These calls do the same.
      let master = openFile("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
      var isLocked: Int32 = 0
      var number: Int32 = 0
      let unlock: UInt = 0x4004_5431
      let getNumber: UInt = 0x8004_5430
      guard master >= 0, ioctl(master, unlock, &isLocked) == 0,
        ioctl(master, getNumber, &number) == 0
      else { return nil }
      let name = "/dev/pts/\(number)"
    #else
      let master = posix_openpt(O_RDWR | O_NOCTTY)
      guard master >= 0, grantpt(master) == 0, unlockpt(master) == 0,
        let name = ptsname(master).map({ String(cString: $0) })
      else { return nil }
    #endif
    let device = openFile(name, O_RDWR | O_NOCTTY | O_CLOEXEC)
    return device >= 0 ? (master, device) : nil
  }

  func resize(columns: Int, rows: Int) {
    var size = winsize(
      ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(device, UInt(TIOCSWINSZ), &size)
    screen.resize(columns: columns, rows: rows)
  }

  func type(_ text: String) { write(text, to: master) }

  /// Reads until the screen satisfies the condition. Fails after 60 seconds without output.
  func waitUntil(
    _ what: String, _ condition: (Screen) -> Bool
  ) throws {
    while !condition(screen) {
      var polled = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
      guard poll(&polled, 1, 60_000) > 0 else {
        throw Failure(description: "timed out waiting for \(what). The screen:\n\(screen.text)")
      }
      // One byte at a time, so that each state of the screen is seen in each run. In larger parts, a
      // test that expects more than it waited for would fail only if output arrives in two parts.
      var bytes: [UInt8] = [0]
      guard case .bytes(let chunk) = ReadResult.next(from: master, into: &bytes) else {
        throw Failure(description: "the terminal closed before \(what)")
      }
      screen.show(chunk)
    }
  }

  /// Reads all that the program has written so far.
  func readAllOutput() throws {
    let count = screen.enquiryCount
    write("\u{5}", to: device)
    try waitUntil("the end of the output") { $0.enquiryCount > count }
  }

  /// Waits until a row of the screen equals the text.
  func waitForRow(_ text: String) throws {
    try waitUntil("row '\(text)'") { $0.rowTexts.contains(text) }
  }

  /// Waits until the last nonempty row equals the text and the cursor is after it.
  func waitForPrompt(_ text: String) throws {
    try waitUntil("prompt '\(text)'") { screen in
      screen.rowTexts.last == text.trimmingTrailingSpaces
        && screen.cursorColumn == displayWidth(text)
        && screen.cursorRow == screen.rowTexts.count - 1
    }
  }

  /// Whether the terminal echoes and delivers whole lines, as outside an editor.
  var isCooked: Bool {
    var modes = termios()
    tcgetattr(device, &modes)
    return modes.c_lflag & tcflag_t(ECHO) != 0 && modes.c_lflag & tcflag_t(ICANON) != 0
  }
}

/// The C function `open`, which the member `open()` shadows.
private func openFile(_ path: String, _ flags: Int32) -> Int32 { open(path, flags) }

/// The inputs that a source has delivered, in order.
final class Deliveries: Sendable {
  private let inputs = Lock<[TerminalInput]>([])
  private let wake = WakePipe()

  func post(_ input: TerminalInput) {
    inputs.withLock { $0.append(input) }
    wake.send(.mail)
  }

  func next() throws -> TerminalInput {
    while true {
      let first = inputs.withLock { $0.isEmpty ? nil : $0.removeFirst() }
      if let first { return first }
      var polled = pollfd(fd: wake.readEnd, events: Int16(POLLIN), revents: 0)
      guard poll(&polled, 1, 60_000) > 0 else {
        throw Pseudoterminal.Failure(description: "timed out waiting for input")
      }
      _ = wake.takeEvents()
    }
  }
}

/// Pending replies of a completer, which a test sends later.
final class Replies: Sendable {
  private let pending = Lock<[@Sendable ([CompletionItem]) -> Void]>([])

  func add(_ reply: @escaping @Sendable ([CompletionItem]) -> Void) {
    pending.withLock { $0.append(reply) }
  }

  func sendAll(_ items: [CompletionItem]) {
    let replies = pending.withLock { pending in
      defer { pending = [] }
      return pending
    }
    for reply in replies { reply(items) }
  }
}
