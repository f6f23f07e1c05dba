import CLibedit
import MachoStreams

extension LineEditor {
  /// What Tab does.
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
      show(CompletionMenu(items: plan.menu, columns: columns, rows: rows).text)
    }
    return UInt8(CC_NORM)
  }

  /// The completer's answer; nil when nobody wants it any more.
  private func requestCompletions(_ completer: Completer, _ request: CompletionRequest)
    -> [CompletionItem]?
  {
    let question = mailbox.startCompletionRequest()
    completer(request) { [mailbox] items in mailbox.finishCompletionRequest(question, items) }
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

  /// Edits the line being typed; what lies in an earlier line of the entry is left alone.
  private func apply(_ edit: CompletionPlan.Edit) {
    let before = earlierLines.utf8.count
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
