/// A change of a value with a single field, which a diff prints on one line for each state.
///
/// ```
/// - Counter.State(count: 0)
/// + Counter.State(count: 1)
/// ```
///
/// With a second field the same change has another form, in which only the field is changed:
///
/// ```
///   Counter.State(
/// -   count: 0
/// +   count: 1
///   )
/// ```
///
/// Scripts contain the second form, so that they stay valid when a field is added.
package struct OneLineChange {
  /// The lines of the second form.
  package let lines: [String]

  /// Returns `nil` if two adjacent lines are not such a change.
  package init?(_ old: String, _ new: String) {
    guard DiffLine.mark(of: old) == .removed, DiffLine.mark(of: new) == .added,
      let old = OneLineValue(Array(old.utf8)), let new = OneLineValue(Array(new.utf8)),
      old.opening == new.opening, old.label == new.label
    else { return nil }
    let indent = [UInt8](repeating: UInt8(ascii: " "), count: old.indent)
    func line(_ mark: String, _ parts: [UInt8]...) -> String {
      mark + String(decoding: parts.joined(), as: UTF8.self)
    }
    lines = [
      line("  ", indent, old.opening),
      line("-   ", indent, old.label, old.value),
      line("+   ", indent, new.label, new.value),
      line("  ", indent, new.closing),
    ]
  }
}

/// A line of a diff with a value that has a single field: `[0]: Row.State(count: 0),`.
private struct OneLineValue {
  let indent: Int
  /// `[0]: Row.State(`
  let opening: [UInt8]
  /// `count: `
  let label: [UInt8]
  /// `0`
  let value: [UInt8]
  /// `),`
  let closing: [UInt8]

  init?(_ line: [UInt8]) {
    let text = line.dropFirst(2)
    indent = text.prefix { $0 == UInt8(ascii: " ") }.count
    let body = Array(text.dropFirst(indent))
    let end = body.last == UInt8(ascii: ",") ? body.count - 1 : body.count
    guard end > 0, body[end - 1] == UInt8(ascii: ")"),
      let open = Self.lastGroup(in: body[..<end]), Self.isTypeName(body[..<open])
    else { return nil }
    let field = body[(open + 1)..<(end - 1)]
    let name = field.prefix { Self.isNameByte($0) }
    guard !name.isEmpty, field.dropFirst(name.count).starts(with: ": ".utf8) else { return nil }
    opening = Array(body[...open])
    label = Array(field.prefix(name.count + 2))
    value = Array(field.dropFirst(name.count + 2))
    closing = Array(body[(end - 1)...])
  }

  /// Returns the index of the parenthesis that the last byte closes. `nil` if the text has another
  /// comma-separated value beside it.
  private static func lastGroup(in text: ArraySlice<UInt8>) -> Int? {
    var open: [Int] = []
    var group: Int?
    var index = text.startIndex
    while index < text.endIndex {
      switch text[index] {
      case UInt8(ascii: "\""):
        let hashes = text[..<index].reversed().prefix { $0 == UInt8(ascii: "#") }.count
        guard let end = endOfString(in: text, from: index + 1, hashes) else { return nil }
        index = end
        continue
      case UInt8(ascii: "("), UInt8(ascii: "["): open.append(index)
      case UInt8(ascii: ")"), UInt8(ascii: "]"):
        guard let last = open.popLast() else { return nil }
        if open.isEmpty { group = last }
      case UInt8(ascii: ","): if open.count < 2 { return nil }
      default: break
      }
      index += 1
    }
    return open.isEmpty ? group : nil
  }

  private static func endOfString(
    in text: ArraySlice<UInt8>, from start: Int, _ hashes: Int
  ) -> Int? {
    let marks = [UInt8](repeating: UInt8(ascii: "#"), count: hashes)
    var index = start
    while index < text.endIndex {
      if text[index...].starts(with: [UInt8(ascii: "\\")] + marks) {
        index += 2 + hashes
      } else if text[index...].starts(with: [UInt8(ascii: "\"")] + marks) {
        return index + 1 + hashes
      } else {
        index += 1
      }
    }
    return nil
  }

  /// Whether a text ends with the name of a type. The name of an enum case begins with a dot.
  private static func isTypeName(_ text: ArraySlice<UInt8>) -> Bool {
    let name = text.reversed().prefix { byte in
      isNameByte(byte) || [UInt8(ascii: "."), UInt8(ascii: "<"), UInt8(ascii: ">")].contains(byte)
    }
    return !name.isEmpty && name.last != UInt8(ascii: ".")
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || byte >= 0x80 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
      || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
  }
}

extension [OutputLine] {
  /// The output with `OneLineChange`s in their second form.
  package var expandingOneLineChanges: [OutputLine] {
    var result: [OutputLine] = []
    result.reserveCapacity(count)
    var index = 0
    while index < count {
      let line = self[index]
      if line.diff != nil, line.text.utf8.first == UInt8(ascii: "-"), index + 1 < count,
        self[index + 1].diff == line.diff,
        let change = OneLineChange(line.text, self[index + 1].text)
      {
        result += change.lines.map { OutputLine($0, diff: line.diff) }
        index += 2
      } else {
        result.append(line)
        index += 1
      }
    }
    return result
  }
}
