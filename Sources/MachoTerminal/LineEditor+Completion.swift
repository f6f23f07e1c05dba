import CLibedit
import MachoStreams

extension LineEditor {
  /// What Tab does.
  func complete() -> UInt8 {
    guard let completer = configuration.completer else { return UInt8(CC_ERROR) }
    let (scalars, cursor) = typed
    let request = CompletionRequest(
      line: entryBefore + text(scalars),
      cursor: entryBefore.utf8.count + text(scalars.prefix(cursor)).utf8.count)
    guard let items = ask(completer, request) else { return UInt8(CC_NORM) }
    let plan = CompletionPlan(request, items)
    guard plan.edit != nil || !plan.menu.isEmpty else { return UInt8(CC_ERROR) }
    redraw {
      if let edit = plan.edit { apply(edit) }
      show(CompletionMenu(items: plan.menu, columns: columns, rows: rows).text)
    }
    return UInt8(CC_NORM)
  }

  /// The completer's answer; nil when nobody wants it any more.
  private func ask(_ completer: Completer, _ request: CompletionRequest) -> [CompletionItem]? {
    let question = mailbox.ask()
    completer(request) { [mailbox] items in mailbox.answer(question, items) }
    while true {
      if let items = mailbox.takeAnswer() { return items }
      if mailbox.isClosing || typedAhead.isInterrupted { return nil }
      showPendingTexts()
      let readable = waitUntilReadable(configuration.input, mailbox.wake.readEnd)
      if readable[1] {
        handleEvents()
      } else if readable[0] {
        typedAhead.read(from: configuration.input)
        if typedAhead.isAtEnd { return nil }
      }
    }
  }

  /// Edits the line being typed; what lies in an earlier line of the entry is left alone.
  private func apply(_ edit: CompletionPlan.Edit) {
    let before = entryBefore.utf8.count
    guard edit.range.lowerBound >= before else { return }
    let (scalars, cursor) = typed
    let line = text(scalars)
    let range = (edit.range.lowerBound - before)..<(edit.range.upperBound - before)
    guard let head = line.substring(utf8: 0..<range.lowerBound),
      let replaced = line.substring(utf8: range)
    else { return }
    let end = head.unicodeScalars.count + replaced.unicodeScalars.count
    el_cursor(handle, Int32(end - cursor))
    el_deletestr(handle, Int32(replaced.unicodeScalars.count))
    el_winsertstr(handle, wide(edit.text))
  }
}
