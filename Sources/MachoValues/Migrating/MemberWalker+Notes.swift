extension MemberWalker {
  /// Records a replacement.
  mutating func edit(_ range: Range<Int>, _ text: String) {
    findings.edits.insert(MigrationEdit(range: range, text: text))
  }

  /// Records a place that may concern a change.
  mutating func note(_ offset: Int, _ message: String) {
    findings.add(MigrationNote(offset: offset, message: message))
  }

  /// Notes the names in a part of the text that may be those of renamed or removed members.
  mutating func noteNames(in range: Range<Int>) {
    var rest = text.bytes[range]
    while let first = rest.firstIndex(where: isNameByte) {
      let name = rest[first...].prefix(while: isNameByte)
      let spelled = String(decoding: name, as: UTF8.self)
      for item in changes.concerning(spelled) {
        note(first, "'\(spelled)' may be '\(item.change.name)'")
      }
      rest = rest[name.endIndex...]
    }
  }

  /// Notes a name before text that cannot be read.
  mutating func noteUnread(_ range: Range<Int>) {
    let name = String(decoding: text.bytes[range], as: UTF8.self)
    for item in changes.items {
      guard item.path.last == name || item.change.member == name && item.value == nil else {
        continue
      }
      note(range.lowerBound, "'\(name)' is in text that is no value; it may be \(label(of: item))")
    }
  }

  /// Notes arguments that may be those of changed members.
  mutating func notePossible(_ item: MemberChanges.Item, _ names: [String], at node: Int) {
    let owner = item.path.joined(separator: ".")
    let written = names.joined(separator: ".")
    note(
      tree.range(node).lowerBound,
      written.isEmpty
        ? "the type of this value is not known; it may be '\(owner)'"
        : "'\(written)' may be '\(owner)'")
  }

  /// Notes a value that lacks a new member.
  mutating func noteMissing(_ item: MemberChanges.Item, at node: Int) {
    note(
      tree.range(node).lowerBound,
      "'\(item.change.member)' was not added to this form of \(owner(of: item))")
  }

  /// Notes a removed member.
  mutating func noteRemoved(_ item: MemberChanges.Item, _ range: Range<Int>) {
    note(range.lowerBound, "'\(item.change.member)' was removed from \(owner(of: item))")
  }

  private func owner(of item: MemberChanges.Item) -> String {
    "'\(item.path.joined(separator: "."))'"
  }

  private func label(of item: MemberChanges.Item) -> String {
    item.value == nil ? "'\(item.change.name)'" : owner(of: item)
  }
}
