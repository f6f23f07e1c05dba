import CLibedit

extension LineEditor {
  func bindKeys() {
    macho_set_editor(handle, wide("emacs"))
    macho_add_functions(
      handle,
      { handle, _ in LineEditor.owner(of: handle).complete() },
      { handle, _ in LineEditor.owner(of: handle).interrupt() })
    bindSearch()
    if configuration.readsUserSettings { el_source(handle, nil) }
    // `bind -v` and `bind -e` in the user's settings start from an empty table: what the prompt
    // cannot do without is bound after them.
    macho_bind(handle, wide("^I"), wide("macho-complete"))
    for bind in [macho_bind, macho_bind_alternate] {
      _ = bind(handle, wide("^C"), wide("macho-interrupt"))
    }
  }

  private func bindSearch() {
    macho_bind(handle, wide("^R"), wide("em-inc-search-prev"))
    macho_bind(handle, wide("^S"), wide("em-inc-search-next"))
    // The arrows search for what is typed before the cursor.
    macho_bind(handle, wide("\\e[5~"), wide("ed-search-prev-history"))
    macho_bind(handle, wide("\\e[6~"), wide("ed-search-next-history"))
  }

  /// Leaves the line on the screen as it stands, marked, and has reading end without it.
  private func interrupt() -> UInt8 {
    moveToEnd()
    show("^C\n")
    isInterrupted = true
    return UInt8(CC_NEWLINE)
  }
}
