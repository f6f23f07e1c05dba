import MachoMetadata

/// A type's name in dumps: without module and generic arguments, with `?`, `[T]` and `[K: V]`.
struct DumpTypeName: Sendable {
  /// The name that custom-dump prints.
  let stored: String
  /// The name with raw identifiers as in the source.
  let source: String
  private let storedBytes: [UInt8]
  private let sourceBytes: [UInt8]

  init(_ type: Any.Type) {
    stored = Self.name(of: type)
    source =
      _typeName(type, qualified: true).utf8.contains(UInt8(ascii: "`"))
      ? TypeName.path(type).joined(separator: ".") : stored
    storedBytes = Array(stored.utf8)
    sourceBytes = Array(source.utf8)
  }

  /// Writes the name in the printer's label style.
  func write(to printer: inout Printer) {
    printer.write(line: printer.labelStyle == .source ? sourceBytes : storedBytes)
  }

  private static func name(of type: Any.Type) -> String {
    var name = Array(_typeName(type, qualified: true).unicodeScalars)
    removeUnknownContexts(from: &name)
    // custom-dump replaces at most ten nesting levels.
    for _ in 0..<10 {
      let before = name
      replace("Optional", in: &name) { $0 + ["?"] }
      replace("Array", in: &name) { ["["] + $0 + ["]"] }
      replaceDictionaries(in: &name)
      if name == before { break }
    }
    name = withoutFirstComponents(name)
    removeArguments(from: &name)
    var text = String.UnicodeScalarView()
    text.append(contentsOf: name)
    return String(text)
  }

  private typealias Scalars = [Unicode.Scalar]

  /// Removes the contexts of local types: `(unknown context at $7f3a).`.
  private static func removeUnknownContexts(from name: inout Scalars) {
    let opening = Scalars("(unknown context at $".unicodeScalars)
    var index = 0
    while index < name.count {
      guard name[index...].starts(with: opening) else {
        index += 1
        continue
      }
      let digits = name[(index + opening.count)...].prefix { $0.properties.isHexDigit }
      if !digits.isEmpty, name[digits.endIndex...].starts(with: [")", "."]) {
        name.removeSubrange(index..<(digits.endIndex + 2))
      } else {
        index += 1
      }
    }
  }

  /// Replaces `Swift.Base<argument>` if the argument has no generic arguments.
  private static func replace(
    _ base: String, in name: inout Scalars, with sugar: (Scalars) -> Scalars
  ) {
    var index = 0
    while let start = opening(of: base, in: name, from: index) {
      let argument = name[start.end...].prefix { $0 != "<" && $0 != ">" }
      guard !argument.isEmpty, argument.endIndex < name.count, name[argument.endIndex] == ">"
      else {
        index = start.begin + 1
        continue
      }
      let text = sugar(Scalars(argument))
      name.replaceSubrange(start.begin...argument.endIndex, with: text)
      index = start.begin + text.count
    }
  }

  private static func replaceDictionaries(in name: inout Scalars) {
    var index = 0
    while let start = opening(of: "Dictionary", in: name, from: index) {
      index = start.begin + 1
      let key = name[start.end...].prefix { $0 != "," && $0 != "<" }
      guard !key.isEmpty, name[key.endIndex...].starts(with: [",", " "]) else { continue }
      let value = name[(key.endIndex + 2)...].prefix { $0 != "<" && $0 != ">" }
      guard !value.isEmpty, value.endIndex < name.count, name[value.endIndex] == ">" else {
        continue
      }
      let text = ["["] + Scalars(key) + [":", " "] + Scalars(value) + ["]"]
      name.replaceSubrange(start.begin...value.endIndex, with: text)
      index = start.begin + text.count
    }
  }

  /// Returns the range of the next `Swift.Base<` that does not continue a longer word.
  private static func opening(
    of base: String, in name: Scalars, from index: Int
  ) -> (begin: Int, end: Int)? {
    let module = Scalars("Swift".unicodeScalars)
    let rest = Scalars((base + "<").unicodeScalars)
    var begin = index
    while begin + module.count + 1 + rest.count <= name.count {
      let end = begin + module.count + 1 + rest.count
      if name[begin...].starts(with: module), name[(end - rest.count)...].starts(with: rest),
        begin == 0 || !isWord(name[begin - 1])
      {
        return (begin, end)
      }
      begin += 1
    }
    return nil
  }

  /// Returns the name with every `Module.Outer.Inner` shortened to `Outer.Inner`.
  private static func withoutFirstComponents(_ name: Scalars) -> Scalars {
    var result: Scalars = []
    var index = 0
    while index < name.count {
      let word = name[index...].prefix(while: isWord)
      let after = word.endIndex + 1
      if !word.isEmpty, word.endIndex < name.count, name[word.endIndex] == ".",
        after < name.count, isWord(name[after]) || name[after] == "."
      {
        let kept = name[after...].prefix { isWord($0) || $0 == "." }
        result += kept
        index = kept.endIndex
      } else if word.isEmpty {
        result.append(name[index])
        index += 1
      } else {
        result += word
        index = word.endIndex
      }
    }
    return result
  }

  /// Removes everything from the first angle bracket to the last, including text between two lists.
  private static func removeArguments(from name: inout Scalars) {
    guard let last = name.lastIndex(of: ">"),
      let first = name.firstIndex(of: "<"), last - first >= 2
    else { return }
    name.removeSubrange(first...last)
  }

  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar == "_" || scalar.properties.isAlphabetic || isDigit(scalar) }
    if scalar.properties.isAlphabetic || scalar == "\u{200c}" || scalar == "\u{200d}" {
      return true
    }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .connectorPunctuation:
      return true
    default: return false
    }
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }
}
