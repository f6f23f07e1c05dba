import Foundation
import MachoReporting
import MachoSystem

/// Shows text that is longer than the screen in the user's pager.
struct Pager {
  /// The shell command; `nil` turns paging off.
  private(set) var command: String?
  private let environment: [String: String]

  /// Uses `$MACHO_PAGER`, `$PAGER`, `less` or `more`. No pager if the first one set is empty or
  /// `cat`.
  ///
  /// `less` cannot write files or run programs, unless the environment has a `LESSSECURE` of its own:
  /// a key that was meant for the prompt would be a command there, such as `s` for "save".
  init(_ environment: [String: String]) {
    let path = environment["PATH"]
    let available = Self.defaultCommands.first { ForegroundProgram.exists($0, path: path) }
    let chosen = environment["MACHO_PAGER"] ?? environment["PAGER"] ?? available ?? ""
    let name = chosen.trimmingCharacters(in: .whitespaces)
    command = name.isEmpty || name == "cat" ? nil : chosen
    self.environment = environment.merging(["LESSSECURE": "1"]) { own, _ in own }
  }

  /// `less` exits at once if the text fits on the screen, and leaves the text there (`-FX`).
  private static let defaultCommands = ["less -FRX", "more"]

  /// Shows lines in the pager if they are longer than the screen. Returns whether they were shown. Prints
  /// an error once.
  ///
  /// Does not show them if something was typed meanwhile, which the pager would read: it is for the
  /// prompt.
  mutating func show(
    _ lines: [StyledLine], _ palette: Palette, onError: (String) -> Void
  ) -> Bool {
    guard let command, let size = ScreenSize(), !size.fits(lines), !Self.hasTypeAhead else {
      return false
    }
    guard ForegroundProgram.exists(command, path: environment["PATH"]) else {
      return disable("no such pager: '\(command)'", onError)
    }
    let text = lines.map(palette.text).joined(separator: "\n")
    guard let file = Self.makeTemporaryFile(text) else {
      return disable("cannot write the pager's input", onError)
    }
    defer { close(file) }
    switch ForegroundProgram.run(command, input: file, environment: environment) {
    case ForegroundProgram.notFoundStatus?:
      return disable("no such pager: '\(command)'", onError)
    case ForegroundProgram.notRunnableStatus?:
      return disable("cannot run '\(command)'", onError)
    // Other statuses come after the text was shown, or from the way the user quit.
    default: return true
    }
  }

  private mutating func disable(_ reason: String, _ onError: (String) -> Void) -> Bool {
    command = nil
    onError("(\(reason): set PAGER; long output is printed unpaged)")
    return false
  }

  /// Returns a descriptor of an unlinked file with the text. A pipe would need a writer while the
  /// pager reads, and breaks when the user quits early.
  private static func makeTemporaryFile(_ text: String) -> Int32? {
    guard let (file, path) = MachoSystem.makeTemporaryFile(NSTemporaryDirectory() + "macho-") else {
      return nil
    }
    unlink(path)
    let handle = FileHandle(fileDescriptor: file, closeOnDealloc: false)
    do { try handle.write(contentsOf: Data((text + "\n").utf8)) } catch {
      close(file)
      return nil
    }
    lseek(file, 0, SEEK_SET)
    return file
  }

  /// Whether something was typed that nothing has read. In canonical mode only whole lines are
  /// readable, but the pager, which leaves that mode, would read a part of a line too.
  private static var hasTypeAhead: Bool {
    let modes = TerminalModes()
    modes?.leaveCanonicalMode()
    defer { modes?.restore() }
    var polled = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    return poll(&polled, 1, 0) > 0
  }
}
