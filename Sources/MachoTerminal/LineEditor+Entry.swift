import CLibedit

// A multiline entry is typed line by line. The earlier lines are shown above the current one with
// their prompts. An entry that is edited again, from the history or with the up arrow, is in the
// editor as a whole, with its newlines.
extension LineEditor {
  func startEntry(prompt: String) {
    isLastLineOfEntry = configuration.entryBoundary.startEntry()
    earlierLines = ""
    firstPrompt = prompt
    promptRows = [prompt]
    updatePrompt()
  }

  /// Handles Return: ends the entry if it is complete, else starts its next line.
  func accept() -> UInt8 {
    let lines = typedLines
    if earlierLines.isEmpty {
      let isComplete = lines.contains(where: configuration.entryBoundary.startEntry())
      if isComplete, lines.count == 1 { return finish() }
      if !isComplete, lines.count > 1 {
        insert("\n")
        return UInt8(CC_REFRESH)
      }
    }
    eraseLine()
    return drawAndFinish(if: acceptLines())
  }

  /// Handles a paste: its lines are entered one by one. The last one stays in the editor.
  func paste() -> UInt8 {
    eraseLine()
    return drawAndFinish(if: insertPastedLines())
  }

  /// Moves to the line above, which may be an earlier line of the entry, or to an older entry.
  func moveUp() -> UInt8 {
    let (scalars, cursor) = typed
    if let end = scalars[..<cursor].lastIndex(of: "\n") {
      let start = (scalars[..<end].lastIndex(of: "\n") ?? -1) + 1
      macho_move_cursor(handle, Int32(min(start + cursor - end - 1, end) - cursor))
      return UInt8(CC_CURSOR)
    }
    guard earlierLines.isEmpty else {
      editWholeEntry(column: cursor)
      return UInt8(CC_NORM)
    }
    macho_push(handle, [EditorKey.olderEntry.unit, 0])
    return UInt8(CC_NORM)
  }

  /// Moves to the line below, or to a newer entry.
  func moveDown() -> UInt8 {
    let (scalars, cursor) = typed
    if let end = scalars[cursor...].firstIndex(of: "\n") {
      let start = (scalars[..<cursor].lastIndex(of: "\n") ?? -1) + 1
      let endBelow = scalars[(end + 1)...].firstIndex(of: "\n") ?? scalars.count
      macho_move_cursor(handle, Int32(min(end + 1 + cursor - start, endBelow) - cursor))
      return UInt8(CC_CURSOR)
    }
    guard earlierLines.isEmpty else { return UInt8(CC_ERROR) }
    macho_push(handle, [EditorKey.newerEntry.unit, 0])
    return UInt8(CC_NORM)
  }

  /// Moves a character to the right, or accepts the suggestion at the end of the line.
  func moveRight() -> UInt8 {
    if let result = acceptSuggestion() { return result }
    macho_push(handle, [EditorKey.nextCharacter.unit, 0])
    return UInt8(CC_NORM)
  }

  func moveToLineBegin() -> UInt8 {
    let (scalars, cursor) = typed
    let start = (scalars[..<cursor].lastIndex(of: "\n") ?? -1) + 1
    macho_move_cursor(handle, Int32(start - cursor))
    return UInt8(CC_CURSOR)
  }

  /// Moves to the end of the line, or accepts the suggestion there.
  func moveToLineEnd() -> UInt8 {
    if let result = acceptSuggestion() { return result }
    let (scalars, cursor) = typed
    let end = scalars[cursor...].firstIndex(of: "\n") ?? scalars.count
    macho_move_cursor(handle, Int32(end - cursor))
    return UInt8(CC_CURSOR)
  }

  /// Ends reading with the current line.
  private func finish() -> UInt8 {
    let (scalars, cursor) = typed
    if cursor < scalars.count || shownStatus != nil { closeLine() }
    // As libedit's own command does.
    insert("\n")
    show("\n")
    return UInt8(CC_NEWLINE)
  }

  private func drawAndFinish(if isComplete: Bool) -> UInt8 {
    updatePrompt()
    drawLine()
    return isComplete ? finish() : UInt8(CC_NORM)
  }

  /// Moves the lines in the editor to the entry. Returns whether the entry is complete; then its
  /// last lines are still in the editor.
  private func acceptLines() -> Bool {
    let lines = typedLines
    guard let last = lines.firstIndex(where: isLastLineOfEntry) else {
      for line in lines {
        earlierLines += line + "\n"
        promptRows[promptRows.count - 1] += line
        promptRows.append(configuration.continuationPrompt)
      }
      setLine("")
      return false
    }
    // The edited entry has become several entries.
    pasted.prepend(lines[(last + 1)...])
    setLine(lines[...last].joined(separator: "\n"))
    return true
  }

  private func insertPastedLines() -> Bool {
    if earlierLines.isEmpty, typedLines.count > 1 {
      insert(pasted.takeAll())
      return false
    }
    while let line = pasted.next() {
      let isFirst = earlierLines.isEmpty && typed.scalars.isEmpty
      if line.isEnded, isFirst, configuration.ignoresPastedLine(line.text) { continue }
      insert(line.text)
      guard line.isEnded else {
        insert(pasted.tail)
        macho_move_cursor(handle, -Int32(pasted.tail.unicodeScalars.count))
        pasted.tail = ""
        return false
      }
      let (scalars, cursor) = typed
      if cursor < scalars.count {
        pasted.tail = text(scalars[cursor...])
        setLine(text(scalars[..<cursor]))
      }
      if acceptLines() { return true }
    }
    return false
  }

  /// Moves the entry's earlier lines back into the editor, with the cursor in the last of them.
  private func editWholeEntry(column: Int) {
    eraseLine()
    let before = earlierLines.dropLast()
    let start = before.unicodeScalars.lastIndex(of: "\n").map(before.unicodeScalars.index(after:))
    let lastLine = before.unicodeScalars[(start ?? before.startIndex)...].count
    let whole = earlierLines + text(typed.scalars)
    setLine(whole)
    startEntry(prompt: firstPrompt)
    let offset = before.unicodeScalars.count - max(lastLine - column, 0)
    macho_move_cursor(handle, Int32(offset - whole.unicodeScalars.count))
    drawLine()
  }

  /// Updates the rows above the line to the earlier lines that fit on the screen, because they are
  /// redrawn with it. The other lines are shown once. So the cursor is where drawing starts.
  private func updatePrompt() {
    var availableRows = rows - 2
    let fitting = promptRows.dropLast().reversed().prefix { row in
      availableRows -= cursorRow(after: row.unicodeScalars, columns: columns) + 1
      return availableRows > 0
    }
    let surplus = promptRows.count - 1 - fitting.count
    show(promptRows.prefix(surplus).map { $0 + "\n" }.joined())
    promptRows.removeFirst(surplus)
    prompt = wide(promptRows[promptRows.count - 1])
  }

  private var typedLines: [String] {
    typed.scalars.split(separator: "\n", omittingEmptySubsequences: false).map(text)
  }

  private func setLine(_ line: String) {
    let (scalars, cursor) = typed
    macho_move_cursor(handle, Int32(scalars.count - cursor))
    el_deletestr(handle, Int32(scalars.count))
    insert(line)
  }

  private func insert(_ text: String) {
    if !text.isEmpty { el_winsertstr(handle, wide(text)) }
  }
}

func text(_ scalars: some Sequence<Unicode.Scalar>) -> String {
  var view = String.UnicodeScalarView()
  view.append(contentsOf: scalars)
  return String(view)
}
