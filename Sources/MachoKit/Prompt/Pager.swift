import Foundation
import MachoReporting

/// Shows what is longer than the screen by the user's pager.
struct Pager {
  /// What the shell runs; `nil`: nothing is paged.
  private(set) var command: String?
  private let path: String?

  /// `MACHO_PAGER`, `PAGER`, `less` or `more`; none where the first of them is empty or `cat`.
  init(_ environment: [String: String]) {
    let path = environment["PATH"]
    let usual = Self.defaultCommands.first { ForegroundProgram.exists($0, path: path) }
    let chosen = environment["MACHO_PAGER"] ?? environment["PAGER"] ?? usual ?? ""
    let name = chosen.trimmingCharacters(in: .whitespaces)
    command = name.isEmpty || name == "cat" ? nil : chosen
    self.path = path
  }

  /// Leaves what fits on the screen, and whatever was read stays there.
  private static let defaultCommands = ["less -FRX", "more"]

  /// Shows a text, if it is longer than the screen and nothing was typed ahead, which the pager
  /// would take for its own; whether it was shown. What went wrong is said once.
  mutating func show(_ text: String, complain: (String) -> Void) -> Bool {
    guard let command, let size = ScreenSize(), !size.fits(text), !Self.hasTypeAhead else {
      return false
    }
    guard ForegroundProgram.exists(command, path: path) else {
      return disable("there is no pager '\(command)'", complain)
    }
    guard let file = Self.makeTemporaryFile(text) else {
      return disable("the pager's input cannot be written", complain)
    }
    defer { close(file) }
    switch ForegroundProgram.run(command, input: file) {
    case ForegroundProgram.notFoundStatus?:
      return disable("there is no pager '\(command)'", complain)
    case ForegroundProgram.notRunnableStatus?:
      return disable("'\(command)' cannot be run", complain)
    // Other failures come after it has shown something, or are its way to be left.
    default: return true
    }
  }

  private mutating func disable(_ why: String, _ complain: (String) -> Void) -> Bool {
    command = nil
    complain("(\(why): set PAGER; what is long is printed as it is)")
    return false
  }

  /// A file without a name that has the text. A pipe would have to be written to while the pager
  /// reads it, and breaks when somebody has read enough.
  private static func makeTemporaryFile(_ text: String) -> Int32? {
    var template = Array((NSTemporaryDirectory() + "macho-XXXXXX").utf8CString)
    let file = mkstemp(&template)
    guard file >= 0 else { return nil }
    unlink(template)
    let handle = FileHandle(fileDescriptor: file, closeOnDealloc: false)
    do { try handle.write(contentsOf: Data((text + "\n").utf8)) } catch {
      close(file)
      return nil
    }
    lseek(file, 0, SEEK_SET)
    return file
  }

  private static var hasTypeAhead: Bool {
    var polled = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    return poll(&polled, 1, 0) > 0
  }
}

/// How much the terminal on standard output shows at once.
private struct ScreenSize {
  private let rows: Int
  private let columns: Int

  init?() {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0, size.ws_col > 0
    else { return nil }
    (rows, columns) = (Int(size.ws_row), Int(size.ws_col))
  }

  /// Whether a text leaves room for a prompt.
  func fits(_ text: String) -> Bool {
    var count = 0
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      count += max(1, (Self.width(of: line) + columns - 1) / columns)
      if count >= rows { return false }
    }
    return true
  }

  /// The columns of a line without the sequences that colour it.
  private static func width(of line: Substring) -> Int {
    var width = 0
    var isEscape = false
    for character in line {
      if character == "\u{1B}" {
        isEscape = true
      } else if isEscape {
        isEscape = !character.isLetter
      } else {
        width += character.columns
      }
    }
    return width
  }
}
