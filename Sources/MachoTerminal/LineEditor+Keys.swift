import CLibedit
import MachoLocks

/// Keys that no terminal sends. The editor pushes them to run libedit's own commands.
enum EditorKey: UInt32, CaseIterable {
  case paste = 0x80
  case olderEntry = 0x81
  case newerEntry = 0x82
  case nextCharacter = 0x83

  var unit: wchar_t { wchar_t(rawValue) }

  fileprivate var command: String {
    switch self {
    case .paste: "macho-paste"
    case .olderEntry: "ed-prev-history"
    case .newerEntry: "ed-next-history"
    case .nextCharacter: "ed-next-char"
    }
  }
}

extension LineEditor {
  func bindKeys() {
    macho_set_editor(handle, wide("emacs"))
    macho_add_functions(
      handle,
      macho_key_functions(
        complete: { handle, _ in LineEditor.owner(of: handle).complete() },
        interrupt: { handle, _ in LineEditor.owner(of: handle).interrupt() },
        accept: { handle, _ in LineEditor.owner(of: handle).accept() },
        up: { handle, _ in LineEditor.owner(of: handle).moveUp() },
        down: { handle, _ in LineEditor.owner(of: handle).moveDown() },
        right: { handle, _ in LineEditor.owner(of: handle).moveRight() },
        line_begin: { handle, _ in LineEditor.owner(of: handle).moveToLineBegin() },
        line_end: { handle, _ in LineEditor.owner(of: handle).moveToLineEnd() },
        paste: { handle, _ in LineEditor.owner(of: handle).paste() },
        stop: { handle, _ in LineEditor.owner(of: handle).signalGroup(SIGTSTP) },
        quit: { handle, _ in LineEditor.owner(of: handle).signalGroup(SIGQUIT) }))
    bindSearch()
    if configuration.readsUserSettings { el_source(handle, nil) }
    // `bind -v` and `bind -e` in the user's settings reset the key table, so required keys are
    // bound after them.
    macho_bind(handle, wide("^I"), wide("macho-complete"))
    for bind in [macho_bind, macho_bind_alternate] {
      bindEverywhere(bind)
    }
    bindLines()
  }

  /// Binds the keys that work in both vi modes.
  ///
  /// SAFETY: libedit copies the names, which are borrowed for each call.
  private func bindEverywhere(
    _ bind: (OpaquePointer, UnsafePointer<wchar_t>, UnsafePointer<wchar_t>) -> Int32
  ) {
    _ = bind(handle, wide("^C"), wide("macho-interrupt"))
    _ = bind(handle, wide("^Z"), wide("macho-stop"))
    _ = bind(handle, wide("\u{1C}"), wide("macho-quit"))
    _ = bind(handle, wide("^M"), wide("macho-accept"))
    _ = bind(handle, wide("^J"), wide("macho-accept"))
    for key in EditorKey.allCases {
      _ = bind(handle, [key.unit, 0], wide(key.command))
    }
  }

  private func bindSearch() {
    macho_bind(handle, wide("^R"), wide("em-inc-search-prev"))
    macho_bind(handle, wide("^S"), wide("em-inc-search-next"))
    // These search for the text before the cursor.
    macho_bind(handle, wide("\\e[5~"), wide("ed-search-prev-history"))
    macho_bind(handle, wide("\\e[6~"), wide("ed-search-next-history"))
  }

  /// Binds the keys that move between an entry's lines, and beyond them to other entries.
  private func bindLines() {
    guard macho_is_vi(handle) == 0 else {
      // In insert mode, these keys accept the suggestion.
      macho_bind(handle, wide("^E"), wide("macho-line-end"))
      macho_bind(handle, wide("^F"), wide("macho-right"))
      // Escape switches to the command mode, whatever follows it.
      for (key, command) in [
        ("k", "macho-up"), ("[A", "macho-up"), ("OA", "macho-up"),
        ("j", "macho-down"), ("[B", "macho-down"), ("OB", "macho-down"),
      ] {
        macho_bind_alternate(handle, wide(key), wide(command))
      }
      return
    }
    for (key, command) in [
      ("^P", "macho-up"), ("\\e[A", "macho-up"), ("\\eOA", "macho-up"),
      ("^N", "macho-down"), ("\\e[B", "macho-down"), ("\\eOB", "macho-down"),
      ("^F", "macho-right"), ("\\e[C", "macho-right"), ("\\eOC", "macho-right"),
      ("^A", "macho-line-begin"), ("\\e[H", "macho-line-begin"), ("\\eOH", "macho-line-begin"),
      ("\\e[1~", "macho-line-begin"), ("^E", "macho-line-end"), ("\\e[F", "macho-line-end"),
      ("\\eOF", "macho-line-end"), ("\\e[4~", "macho-line-end"),
    ] {
      macho_bind(handle, wide(key), wide(command))
    }
  }

  /// Leaves the line on the screen, marked with ^C, and ends reading without an entry.
  private func interrupt() -> UInt8 {
    closeLine()
    show("^C\n")
    pasted = PastedLines()
    isInterrupted = true
    return UInt8(CC_NEWLINE)
  }
}
