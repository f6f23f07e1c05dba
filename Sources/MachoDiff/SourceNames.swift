/// Restores the source names of macro storage in a dump.
enum SourceNames {
  /// Returns the dump with `count:` instead of `_count:`. String literals and names in backticks are
  /// unchanged.
  ///
  /// `marginWidth` is the width of the `- ` or `+ ` before each line of a diff. `mayBeginWithName`
  /// is `false` if other text precedes the dump.
  static func restored(
    in dump: String, marginWidth: Int = 0, mayBeginWithName: Bool = true
  ) -> String {
    // Most dumps have nothing to restore.
    guard dump.utf8.contains(UInt8(ascii: "_")) else { return dump }
    var output: [UInt8] = []
    output.reserveCapacity(dump.utf8.count)
    var open: MultilineString?
    for (index, line) in Array(dump.utf8).split(separator: 0x0a, omittingEmptySubsequences: false)
      .enumerated()
    {
      if index > 0 { output.append(0x0a) }
      let content = line.dropFirst(marginWidth)
      if let string = open {
        output += line
        if string.isClosed(by: content) { open = nil }
        continue
      }
      output += line.prefix(marginWidth)
      appendRestored(content, to: &output, mayBeName: index > 0 || mayBeginWithName)
      open = MultilineString(openedBy: content)
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// Returns the source name of a stored property: `count` for `_count`.
  static func restored(name: [UInt8]) -> [UInt8] {
    // The storage of a raw identifier: `` `_my name` ``.
    if name.starts(with: [UInt8(ascii: "`"), UInt8(ascii: "_")]) {
      return [UInt8(ascii: "`")] + name.dropFirst(2)
    }
    let label = name + [UInt8(ascii: ":"), 0x20]
    return name.first == UInt8(ascii: "_") && isStorageLabel(label[...])
      ? Array(name.dropFirst()) : name
  }

  /// Returns the source name of a label.
  static func restored(label: String) -> String {
    label.utf8.contains(UInt8(ascii: "_"))
      ? String(restored(in: label + ": ").dropLast(2)) : label
  }

  /// Restores names at the start of a line and after an opening parenthesis.
  private static func appendRestored(
    _ line: ArraySlice<UInt8>, to output: inout [UInt8], mayBeName: Bool
  ) {
    var index = line.startIndex
    var mayBeName = mayBeName
    while index < line.endIndex {
      let byte = line[index]
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "#"),
        let end = stringEnd(in: line, from: index)
      {
        output += line[index..<end]
        index = end
        mayBeName = false
        continue
      }
      if byte == UInt8(ascii: "`"),
        let end = line[(index + 1)...].firstIndex(of: byte)
      {
        output += line[index...end]
        index = end + 1
        mayBeName = false
        continue
      }
      if mayBeName, byte == UInt8(ascii: "_"), isStorageLabel(line[index...]) {
        index += 1
        mayBeName = false
        continue
      }
      mayBeName = byte == UInt8(ascii: "(") || (mayBeName && byte == 0x20)
      output.append(byte)
      index += 1
    }
  }

  /// Whether the text starts with `_name: `.
  private static func isStorageLabel(_ text: ArraySlice<UInt8>) -> Bool {
    let name = text.dropFirst().prefix(while: isNameByte)
    guard let first = name.first, first != UInt8(ascii: "_"), !(0x30...0x39).contains(first) else {
      return false
    }
    return text[name.endIndex...].starts(with: [UInt8(ascii: ":"), 0x20])
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7a) || (0x30...0x39).contains(byte)
      || byte == UInt8(ascii: "_") || byte >= 0x80
  }

  /// Returns the end of the single-line string that starts here: `"…"` with escapes or `#"…"#`
  /// without.
  private static func stringEnd(in line: ArraySlice<UInt8>, from start: Int) -> Int? {
    let hashes = line[start...].prefix { $0 == UInt8(ascii: "#") }.count
    var index = start + hashes
    guard index < line.endIndex, line[index] == UInt8(ascii: "\"") else { return nil }
    index += 1
    while index < line.endIndex {
      if hashes == 0, line[index] == UInt8(ascii: "\\") {
        index += 1
      } else if line[index] == UInt8(ascii: "\"") {
        let after = line[(index + 1)...].prefix(hashes)
        if after.count == hashes, after.allSatisfy({ $0 == UInt8(ascii: "#") }) {
          return index + 1 + hashes
        }
      }
      index += 1
    }
    return nil
  }
}

/// A `"""` string in a dump. It opens at the end of a line and closes on its own line.
private struct MultilineString {
  let closing: [UInt8]

  init?(openedBy line: ArraySlice<UInt8>) {
    let quotes = Array("\"\"\"".utf8)
    guard line.suffix(3).elementsEqual(quotes) else { return nil }
    let hashes = line.dropLast(3).reversed().prefix { $0 == UInt8(ascii: "#") }.count
    let before = line.dropLast(3 + hashes)
    // `name: """`, or `"""` preceded only by its indentation.
    guard before.allSatisfy({ $0 == 0x20 }) || before.suffix(2).elementsEqual(Array(": ".utf8))
    else { return nil }
    closing = quotes + Array(repeating: UInt8(ascii: "#"), count: hashes)
  }

  func isClosed(by line: ArraySlice<UInt8>) -> Bool {
    let text = line.drop { $0 == 0x20 }
    guard text.starts(with: closing) else { return false }
    // The separator and closing brackets may follow, or a colon if the string is a dictionary key.
    let rest = text.dropFirst(closing.count)
    return rest.first == UInt8(ascii: ":") || rest.allSatisfy { ",)]".utf8.contains($0) }
  }
}
