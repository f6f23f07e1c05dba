import CLibedit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension LineEditor {
  /// libedit's reader: the next key. 0 is the end of input.
  func readScalar(into key: UnsafeMutablePointer<wchar_t>) -> Int32 {
    while true {
      if mailbox.isClosing { return 0 }
      showPendingTexts()
      if let scalar = typedAhead.next() {
        key.pointee = wchar_t(truncatingIfNeeded: scalar.value)
        return 1
      }
      if typedAhead.isAtEnd {
        // The next request may find the terminal alive again.
        typedAhead = TypedAhead()
        return 0
      }
      let readable = waitUntilReadable(configuration.input, mailbox.wake.readEnd)
      if readable[1] {
        handleEvents()
      } else if readable[0] {
        typedAhead.read(from: configuration.input)
      }
    }
  }

  /// Does what the signals want; an interrupt becomes the key that is read next.
  func handleEvents() {
    let events = mailbox.wake.takeEvents()
    if events.contains(.resized) {
      resize()
      eraseLine()
      macho_refresh(handle)
    }
    if events.contains(.stopped) {
      moveToEnd()
      show("\n")
      macho_prepare_terminal(handle, 0)
      TerminalSignals.stopProcess()
      enterEditingModes()
      macho_refresh(handle)
    } else if events.contains(.continued) {
      // Somebody else stopped the process and may have left the terminal in other modes than the
      // editor believes: out of them and in again.
      macho_prepare_terminal(handle, 0)
      enterEditingModes()
      eraseLine()
      macho_refresh(handle)
    }
    if events.contains(.interrupted) {
      // As the terminal does with what it holds itself.
      typedAhead = TypedAhead(interrupted: true)
    }
  }
}

extension LineEditor {
  /// libedit's modes, and Ctrl-C as a key like any other: it comes in its turn, and drops what was
  /// typed before it and nothing else. libedit would leave it a signal. Outside of the editor it is
  /// one, since libedit sets all the modes anew when it leaves.
  func enterEditingModes() {
    macho_prepare_terminal(handle, 1)
    var modes = termios()
    guard tcgetattr(configuration.input, &modes) == 0 else { return }
    withUnsafeMutableBytes(of: &modes.c_cc) { $0[Int(VINTR)] = disabledCharacter }
    tcsetattr(configuration.input, TCSANOW, &modes)
  }
}

/// `_POSIX_VDISABLE`: no key has this mode's meaning.
#if canImport(Darwin)
  private let disabledCharacter: UInt8 = 0xFF
#else
  private let disabledCharacter: UInt8 = 0
#endif

/// Keys that were read from the terminal and not yet asked for.
struct TypedAhead {
  private var bytes: ArraySlice<UInt8> = []
  private(set) var isAtEnd = false

  init(interrupted: Bool = false) {
    if interrupted { bytes = [controlC] }
  }

  var isInterrupted: Bool { bytes.contains(controlC) }

  mutating func read(from descriptor: Int32) {
    var buffer = [UInt8](repeating: 0, count: 4096)
    switch Chunk.next(from: descriptor, into: &buffer) {
    case .bytes(let chunk): bytes = bytes + chunk
    case .nothingYet: break
    // A terminal that was hung up says so with an error.
    case .end, .failed: isAtEnd = true
    }
  }

  /// The next whole scalar. Bytes that begin none are dropped: they were no key.
  mutating func next() -> Unicode.Scalar? {
    while let first = bytes.first {
      let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
      // A byte that goes no further ends the sequence, whole or not.
      let sequence = bytes.prefix(length)
      let tail = sequence.dropFirst().prefix { $0 & 0xC0 == 0x80 }
      if tail.count + 1 < length, tail.endIndex == bytes.endIndex { return nil }
      bytes = bytes.dropFirst(tail.count + 1)
      if tail.count + 1 == length,
        let text = String(validating: sequence, as: UTF8.self)
      {
        return text.unicodeScalars.first
      }
    }
    return nil
  }
}

private let controlC: UInt8 = 3
