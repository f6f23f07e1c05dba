/// The text of a change of a value with a single field, which is printed as two whole values.
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
/// Scripts contain the second form, so that they stay valid when a field is added. For the same reason,
/// scripts contain an array that becomes empty, or was empty, as an array with removed or added elements.
package struct SingleFieldChange {
  /// The lines of the second form.
  package let lines: [String]
  /// The number of lines of the first form.
  package let count: Int

  /// Returns `nil` if no such change begins at the first of the lines.
  package init?(startOf lines: ArraySlice<String>) {
    guard let first = lines.first, Self.mayBegin(with: first) else { return nil }
    if let array = ArrayChange(startOf: lines) {
      self.lines = array.lines
      count = array.count
      return
    }
    guard let old = SingleFieldValue(startOf: lines, .removed),
      let new = SingleFieldValue(startOf: lines.dropFirst(old.count), .added),
      old.opening == new.opening, old.label == new.label, old.count == 1 || new.count == 1
    else { return nil }
    let field = old.fieldLines.map { "-" + $0 } + new.fieldLines.map { "+" + $0 }
    self.lines =
      ["  " + old.opening] + (ArrayChange(startOf: field[...])?.lines ?? field)
      + ["  " + new.closing]
    count = old.count + new.count
  }

  /// Whether a line can be the first of such a change: it is removed and ends in a bracket.
  fileprivate static func mayBegin(with line: String) -> Bool {
    guard ChangeLine.Mark(of: line) == .removed else { return false }
    let end = line.utf8.last == UInt8(ascii: ",") ? line.utf8.dropLast().last : line.utf8.last
    return switch end {
    case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "["), UInt8(ascii: "]"): true
    default: false
    }
  }
}

/// A change between an empty array and one with elements, as two values: `- rows: []` and `+ rows: [`
/// with the lines of its elements.
private struct ArrayChange {
  /// The lines with an unchanged array: `  rows: [`.
  let lines: [String]
  /// The number of lines of the two values.
  let count: Int

  init?(startOf lines: ArraySlice<String>) {
    let removed = Self.array(in: lines, .removed)
    guard removed.count > 0 else { return nil }
    let added = Self.array(in: lines.dropFirst(removed.count), .added)
    guard added.count > 0, (removed.count == 1) != (added.count == 1) else { return nil }
    let (full, empty) = removed.count == 1 ? (added, removed) : (removed, added)
    guard let first = full.first?.dropFirst(2), let last = full.last?.dropFirst(2),
      let line = empty.first?.dropFirst(2), Self.withoutComma(line) == first + "]"
    else { return nil }
    self.lines = ["  " + first] + full.dropFirst().dropLast() + ["  " + last]
    count = removed.count + added.count
  }

  /// Returns the lines of an array at the start: one if it is empty, none without an array.
  private static func array(in lines: ArraySlice<String>, _ mark: ChangeLine.Mark) -> ArraySlice<
    String
  > {
    guard let first = lines.first, ChangeLine.Mark(of: first) == mark else { return [] }
    // PERFORMANCE: compares bytes instead of characters, because this tests each changed line.
    if ends(withoutComma(first[...]), with: ": []") { return lines.prefix(1) }
    guard ends(first[...], with: ": [") else { return [] }
    let end = first.dropFirst(2).prefix { $0 == " " } + "]"
    let inner = lines.dropFirst().prefix {
      ChangeLine.Mark(of: $0) == mark && withoutComma($0.dropFirst(2)) != end
    }
    let count = inner.count + 2
    guard lines.count >= count, let last = lines.dropFirst(count - 1).first,
      ChangeLine.Mark(of: last) == mark
    else { return [] }
    return lines.prefix(count)
  }

  private static func withoutComma(_ text: Substring) -> Substring {
    text.utf8.last == UInt8(ascii: ",") ? text[..<text.utf8.index(before: text.endIndex)] : text
  }

  private static func ends(_ text: Substring, with suffix: String) -> Bool {
    text.utf8.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
  }
}

/// A value with a single field, as a diff prints it: `Row.State(count: 0),` or over several lines.
private struct SingleFieldValue {
  /// With its indentation: `    [0]: Row.State(`
  let opening: String
  /// `count`
  let label: String
  /// The lines of the field without the mark: `     count: 0`
  let fieldLines: [String]
  /// With its indentation: `    ),`
  let closing: String
  /// The number of lines.
  let count: Int

  init?(startOf lines: ArraySlice<String>, _ mark: ChangeLine.Mark) {
    guard let first = lines.first, ChangeLine.Mark(of: first) == mark else { return nil }
    let text = Array(first.utf8.dropFirst(2))
    if text.last == UInt8(ascii: "(") {
      self.init(block: lines, mark, opening: text)
    } else {
      self.init(line: text)
    }
  }

  private init?(line text: [UInt8]) {
    let indent = text.prefix { $0 == UInt8(ascii: " ") }
    let end = text.last == UInt8(ascii: ",") ? text.count - 1 : text.count
    guard end > indent.count, text[end - 1] == UInt8(ascii: ")"),
      let open = Self.lastGroup(in: text[..<end]), Self.isTypeName(text[..<open]),
      let label = Self.label(of: text[(open + 1)..<(end - 1)])
    else { return nil }
    let field = text[(open + 1)..<(end - 1)]
    opening = String(decoding: text[...open], as: UTF8.self)
    self.label = label
    fieldLines = [
      String(decoding: Array(" ".utf8) + indent + Array("  ".utf8) + field, as: UTF8.self)
    ]
    closing = String(decoding: indent + text[(end - 1)...], as: UTF8.self)
    count = 1
  }

  private init?(block: ArraySlice<String>, _ mark: ChangeLine.Mark, opening: [UInt8]) {
    let indent = opening.prefix { $0 == UInt8(ascii: " ") }.count
    guard Self.isTypeName(opening.dropLast()) else { return nil }
    // PERFORMANCE: reads the lines of this value only, because thousands of others may follow.
    let inner = block.dropFirst().prefix {
      Self.indentation(of: $0) > indent && ChangeLine.Mark(of: $0) == mark
    }
    let end = block.dropFirst(1 + inner.count).first
    // The lines of a string are compared one by one.
    guard let end, ChangeLine.Mark(of: end) == mark,
      end.utf8.dropFirst(2 + indent).first == UInt8(ascii: ")"),
      !inner.contains(where: { $0.hasSuffix("\"\"\"") }),
      let field = inner.first, let label = Self.label(of: field.utf8.dropFirst(4 + indent)),
      inner.dropFirst().allSatisfy({
        let text = $0.utf8.dropFirst(2)
        return Self.indentation(of: $0) > indent + 2
          || [UInt8(ascii: ")"), UInt8(ascii: "]")].contains(text.dropFirst(indent + 2).first)
      })
    else { return nil }
    self.opening = String(decoding: opening, as: UTF8.self)
    self.label = label
    fieldLines = inner.map { String($0.dropFirst()) }
    closing = String(end.dropFirst(2))
    count = inner.count + 2
  }

  private static func indentation(of line: String) -> Int {
    line.utf8.dropFirst(2).prefix { $0 == UInt8(ascii: " ") }.count
  }

  /// Returns the label of a field: a name before a colon.
  private static func label(of field: some Collection<UInt8>) -> String? {
    let isRaw = field.first == UInt8(ascii: "`")
    var name = field.prefix(while: isNameByte)
    if isRaw, let end = field.dropFirst().firstIndex(of: UInt8(ascii: "`")) { name = field[...end] }
    guard !name.isEmpty, field.dropFirst(name.count).starts(with: ": ".utf8) else { return nil }
    return String(decoding: name, as: UTF8.self)
  }

  /// Returns the index of the parenthesis that the last byte closes. `nil` if another field or
  /// value is beside it.
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
      case UInt8(ascii: "`"):
        guard let end = text[(index + 1)...].firstIndex(of: text[index]) else { return nil }
        index = end
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
    var isRaw = false
    let name = text.reversed().prefix { byte in
      if byte == UInt8(ascii: "`") {
        isRaw.toggle()
        return true
      }
      return isRaw || isNameByte(byte)
        || [UInt8(ascii: "."), UInt8(ascii: "<"), UInt8(ascii: ">")].contains(byte)
    }
    return !name.isEmpty && name.last != UInt8(ascii: ".")
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || byte >= 0x80 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
      || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
  }
}

extension SingleFieldChange {
  /// Returns lines with each change in its second form.
  ///
  /// - Parameters:
  ///   - block: Returns a number that lines of the same change share. `nil` for a line that belongs to
  ///     no change.
  ///   - text: Returns the text of a line of a block.
  ///   - line: Makes a line of the second form. Gets its text and the first line of the first form.
  package static func expand<Line>(
    in lines: [Line], block: (Line) -> Int?, text: (Line) -> String,
    line: (_ text: String, _ first: Line) -> Line
  ) -> [Line] {
    var result: [Line] = []
    result.reserveCapacity(lines.count)
    var index = 0
    while index < lines.count {
      guard let number = block(lines[index]) else {
        result.append(lines[index])
        index += 1
        continue
      }
      let end = lines[index...].firstIndex { block($0) != number } ?? lines.count
      var texts = lines[index..<end].map(text)[...]
      while !texts.isEmpty {
        let first = lines[end - texts.count]
        if let change = SingleFieldChange(startOf: texts) {
          result += change.lines.map { line($0, first) }
          texts = texts.dropFirst(change.count)
        } else {
          result.append(first)
          texts = texts.dropFirst()
        }
      }
      index = end
    }
    return result
  }
}
