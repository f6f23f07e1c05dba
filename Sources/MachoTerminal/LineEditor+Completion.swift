import CLibedit
import MachoSystem

extension LineEditor {
  /// Handles Tab.
  func complete() -> UInt8 {
    guard let completer = configuration.completer else { return UInt8(CC_ERROR) }
    let (scalars, cursor) = typed
    let request = CompletionRequest(
      line: earlierLines + text(scalars),
      cursor: earlierLines.utf8.count + text(scalars.prefix(cursor)).utf8.count)
    guard let items = requestCompletions(completer, request) else { return UInt8(CC_NORM) }
    let plan = CompletionPlan(request, items)
    guard plan.edit != nil || !plan.menu.isEmpty else { return UInt8(CC_ERROR) }
    redraw {
      if let edit = plan.edit { apply(edit) }
      menu = plan.menu.isEmpty ? nil : CompletionMenu(items: plan.menu)
    }
    return UInt8(CC_NORM)
  }

  /// Waits for the completer's reply. Returns `nil` at Ctrl-C, at the end of input, and when the
  /// source is closed.
  private func requestCompletions(_ completer: Completer, _ request: CompletionRequest)
    -> [CompletionItem]?
  {
    let requestID = mailbox.startCompletionRequest()
    completer(request) { [mailbox] items in mailbox.finishCompletionRequest(requestID, items) }
    while true {
      if let items = mailbox.takeCompletions() { return items }
      if mailbox.isClosing || typeAhead.isInterrupted { return nil }
      showPendingTexts()
      let readable = waitUntilReadable(configuration.input, mailbox.wake.readEnd)
      if readable[1] {
        handleEvents()
      } else if readable[0] {
        typeAhead.read(from: configuration.input)
        if typeAhead.isAtEnd { return nil }
      }
    }
  }

  /// Edits the current line. Earlier lines of the entry are not changed.
  private func apply(_ edit: CompletionPlan.Edit) {
    let offset = earlierLines.utf8.count
    guard edit.range.lowerBound >= offset else { return }
    let (scalars, cursor) = typed
    let line = text(scalars)
    let range = (edit.range.lowerBound - offset)..<(edit.range.upperBound - offset)
    guard let head = line.substring(utf8: 0..<range.lowerBound),
      let replaced = line.substring(utf8: range)
    else { return }
    let end = head.unicodeScalars.count + replaced.unicodeScalars.count
    macho_move_cursor(handle, Int32(end - cursor))
    el_deletestr(handle, Int32(replaced.unicodeScalars.count))
    el_winsertstr(handle, wide(edit.text))
  }
}
