/// The edits that insert and remove arguments of one list.
struct ArgumentEdits {
  /// A new argument.
  struct Argument {
    /// The label with what separates it from the value.
    var label: String
    /// The value on one line.
    var value: String
    /// The value as a diff prints it, which may have several lines. Default: `value`.
    var dump: String?

    /// The text on one line.
    var text: String { label + value }

    /// Returns the text on lines that begin with a prefix.
    func text(after prefix: String) -> String {
      prefix + label + (dump ?? value).replacing("\n", with: "\n" + prefix)
    }
  }

  struct Insertion {
    /// The number of kept arguments before it.
    var place: Int
    var argument: Argument
  }

  let list: ArgumentList
  let text: MigrationText
  /// The indexes of the arguments that stay.
  let kept: [Int]
  /// The new arguments, in order.
  var insertions: [Insertion] = []
  /// Whether the brackets go with the last argument, as those of a case do.
  var dropsEmptyBrackets = false

  private var items: [ArgumentList.Item] { list.items }

  /// The new arguments before the kept one of a number, or after the last.
  private func inserted(at place: Int) -> [Argument] {
    insertions.filter { $0.place == place }.map(\.argument)
  }

  /// The edits of a list that becomes empty.
  private var emptying: [MigrationEdit] {
    let inside = list.inside
    let range = dropsEmptyBrackets ? inside.lowerBound - 1..<inside.upperBound + 1 : inside
    return [MigrationEdit(range: range, text: "")]
  }

  // MARK: On one line

  /// The edits of arguments that share lines.
  var inLine: [MigrationEdit] {
    guard !kept.isEmpty || !insertions.isEmpty else { return emptying }
    guard !items.isEmpty else {
      let all = insertions.map(\.argument.text).joined(separator: ", ")
      return [MigrationEdit(range: list.inside, text: all)]
    }
    let separator =
      items.count > 1
      ? String(
        decoding: text.raw[items[0].range.upperBound..<items[1].range.lowerBound], as: UTF8.self)
      : ", "
    var edits = removals
    for (number, index) in kept.enumerated() {
      let start = items[index].range.lowerBound
      let new = inserted(at: number).map { $0.text + separator }.joined()
      edits.append(MigrationEdit(range: start..<start, text: new))
    }
    let new = inserted(at: kept.count).map(\.text)
    if let last = kept.last.map({ items[$0].range.upperBound }) {
      edits.append(
        MigrationEdit(range: last..<last, text: new.map { separator + $0 }.joined()))
    } else {
      let start = items[0].range.lowerBound
      edits.append(MigrationEdit(range: start..<start, text: new.joined(separator: separator)))
    }
    return edits.filter { !$0.range.isEmpty || !$0.text.isEmpty }
  }

  /// The removals of arguments on a line, each with a separator.
  private var removals: [MigrationEdit] {
    var edits: [MigrationEdit] = []
    var start = 0
    while start < items.count {
      let run = items.indices[start...].prefix { !kept.contains($0) }
      guard let first = run.first, let last = run.last else {
        start += 1
        continue
      }
      // Also removes a comma: the one after arguments at the start of the list, else the one before.
      let begin = first > 0 ? items[first - 1].range.upperBound : items[0].range.lowerBound
      let next = first == 0 && last + 1 < items.count ? items[last + 1].range.lowerBound : nil
      let end = next ?? items[last].range.upperBound
      edits.append(MigrationEdit(range: begin..<end, text: ""))
      start = last + 1
    }
    return edits
  }

  // MARK: On lines of their own

  /// The edits of arguments that have lines of their own.
  var ofLines: [MigrationEdit] {
    guard let last = kept.last else {
      guard !insertions.isEmpty else { return emptying }
      let prefix = text.linePrefix(items[0].range.lowerBound)
      let lines = insertions.map { $0.argument.text(after: prefix) }.joined(separator: ",\n")
      let closing = text.linePrefix(list.inside.upperBound)
      return [MigrationEdit(range: list.inside, text: "\n" + lines + "\n" + closing)]
    }
    var edits: [MigrationEdit] = []
    for index in items.indices where !kept.contains(index) {
      let range = items[index].range
      let end = text.lineEnd(of: range.upperBound) + 1
      edits.append(MigrationEdit(range: text.lineStart(of: range.lowerBound)..<end, text: ""))
    }
    for (number, index) in kept.enumerated() {
      let next = items[index].range.lowerBound
      let prefix = text.linePrefix(next)
      let lines = inserted(at: number).map { $0.text(after: prefix) + ",\n" }.joined()
      guard !lines.isEmpty else { continue }
      let start = text.lineStart(of: next)
      edits.append(MigrationEdit(range: start..<start, text: lines))
    }
    return edits + endOfLines(after: last)
  }

  /// The edits after the last argument that stays: the new ones, and its comma.
  private func endOfLines(after last: Int) -> [MigrationEdit] {
    let end = items[last].range.upperBound
    let comma = self.comma(after: end)
    let keepsComma = self.comma(after: items[items.count - 1].range.upperBound) != nil
    let new = inserted(at: kept.count)
    guard !new.isEmpty else {
      guard let comma, !keepsComma, last < items.count - 1 else { return [] }
      return [MigrationEdit(range: comma..<comma + 1, text: "")]
    }
    let prefix = text.linePrefix(items[last].range.lowerBound)
    let lines = new.map { "\n" + $0.text(after: prefix) }.joined(separator: ",")
    let start = comma.map { $0 + 1 } ?? end
    return [
      MigrationEdit(
        range: start..<start,
        text: (comma == nil ? "," : "") + lines + (keepsComma ? "," : ""))
    ]
  }

  /// Returns the offset of the comma after a value on its line.
  private func comma(after end: Int) -> Int? {
    let rest = text.bytes[end..<text.lineEnd(of: end)]
    guard let next = rest.firstIndex(where: { $0 != 0x20 }), rest[next] == UInt8(ascii: ",") else {
      return nil
    }
    return next
  }
}
