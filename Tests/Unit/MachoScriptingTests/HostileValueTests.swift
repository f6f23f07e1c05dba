import DequeModule
import Foundation
import MachoDiff
import MachoMetadata
import MachoReporting
import MachoValues
import OrderedCollections
import Testing

@testable import MachoScripting

/// Hostile values of every type, printed by every printer and read by every reader.
///
/// `MACHO_HOSTILE_VALUES` is the number of values for each type. Default: 10.
@Suite struct HostileValueTests {
  static let count =
    ProcessInfo.processInfo.environment["MACHO_HOSTILE_VALUES"].flatMap(Int.init) ?? 10
  static let seed =
    ProcessInfo.processInfo.environment["MACHO_HOSTILE_SEED"].flatMap(UInt64.init) ?? 20_261_126

  static let types: [any Hostile.Type] = [
    Int.self, Int8.self, Int64.self, Int128.self, UInt64.self, UInt128.self, Double.self,
    Float.self, CGFloat.self, Bool.self, String.self, Substring.self, Character.self,
    Unicode.Scalar.self, UUID.self, Date.self, Duration.self, Decimal.self, Data.self, URL.self,
    Locale.self, TimeZone.self, Calendar.self, DateComponents.self, IndexPath.self,
    AnyHashable.self, ScriptedError.self, Nested.self, Outer.Inner.NestedRow.self, Set<String>.self,
    Set<Data>.self,
    Set<Date>.self, Set<Boxed<Data>>.self, Set<`Raw Row`<Data>>.self, Set<AnyHashable>.self,
    OrderedSet<String>.self, Deque<Date>.self, [String: Int].self, [Data: String].self,
    [Int: String].self, [Duration: Date].self, [Boxed<String>: URL].self,
    [`Raw Row`<Data>: Int].self, [UUID: [Date]].self, [Bool: Decimal].self,
    OrderedDictionary<String, Int?>.self, Range<Int>.self, Range<Date>.self, Range<String>.self,
    ClosedRange<Double>.self, OpenRanges.self, Result<String, ScriptedError>.self, Tricky<Int>.self,
    Tricky<Tricky<String>>.self, Tricky<Int?>.self,
  ]

  /// Whether the text is a complete logical line.
  private func isComplete(_ text: String) -> Bool {
    var reader = LogicalLineReader()
    return reader.consume(text)
  }

  @Test("what is printed of a hostile value can be typed", arguments: types.indices)
  func hostileValues(index: Int) throws {
    func open<T: Hostile>(_: T.Type) throws {
      var numbers = SeededGenerator(seed: Self.seed &+ UInt64(index) &* 7919)
      for _ in 0..<Self.count {
        try check(T.self, &numbers)
        try check(T?.self, &numbers)
        try check(T??.self, &numbers)
        try check(Boxed<T>.self, &numbers)
        try check(`Raw Row`<T?>.self, &numbers)
        try check(Tricky<T>.self, &numbers)
        try check(Tricky<T>?.self, &numbers)
        try check([T].self, &numbers)
        try check([`Raw Row`<T>].self, &numbers)
        try check([String: T].self, &numbers)
      }
    }
    try open(Self.types[index])
  }

  private func check<T: Hostile>(_: T.Type, _ numbers: inout SeededGenerator) throws {
    let (old, new) = (T.hostile(&numbers), T.hostile(&numbers))
    try checkTexts(of: old, new)
    try checkJSON(of: old, new)
    try checkSwift(of: old)
    try checkDifference(of: old, new)
  }

  private struct Failed: Error, CustomStringConvertible {
    let description: String
  }

  /// Whether two values are equal. A value with NaN equals one with the same texts.
  private func areSame<T: Equatable>(_ left: T, _ right: T) -> Bool {
    if left == right { return true }
    let text = ValueSyntax().print(TypedValue(left, as: T.self))
    return text.contains("nan") && text == ValueSyntax().print(TypedValue(right, as: T.self))
  }

  private func readBack<T: Hostile>(
    _ text: String, _ value: T, _ printer: String, syntax: ValueSyntax = ValueSyntax()
  ) throws {
    let read: T
    do {
      read = try syntax.read(text[...])
    } catch {
      throw Failed(description: "\(T.self) by \(printer): \(text.debugDescription) -> \(error)")
    }
    guard areSame(value, read) else {
      throw Failed(
        description: "\(T.self) by \(printer): \(value) -> \(text.debugDescription) -> \(read)")
    }
  }

  /// Whether a text of a deep value ends in an elision.
  private func isElided(_ text: String) -> Bool { text.contains("…") || text.contains("...") }

  private func checkTexts<T: Hostile>(of value: T, _ other: T) throws {
    let printers: [(name: String, print: (T) -> String)] = [
      ("print", { ValueSyntax().print(TypedValue($0, as: T.self)) }), ("state", { stateText($0) }),
    ]
    for (name, print) in printers {
      let text = print(value)
      if "\(T.self)".contains("Nested"), isElided(text) {
        // An elision cannot be read, but a string may contain such characters.
        guard (try? ValueSyntax().read(text[...], as: T.self)) != nil else { continue }
      }
      try readBack(text, value, name)
      try checkVisible(text)
      // A command with the value ends where its text ends.
      #expect(isComplete("start \(text)"), "\(name): \(text)")
      let lines = text.split(separator: "\n")
      if lines.count > 1 { #expect(!isComplete("start \(lines[0])"), "\(text)") }
      if !areSame(value, other), text == print(other), !isElided(text) {
        throw Failed(description: "\(T.self) by \(name): \(value) and \(other) are '\(text)'")
      }
    }
    // As expectations and patterns read it.
    let text = ValueSyntax().print(TypedValue(value, as: T.self))
    guard !text.contains("nan"), !isElided(text) else { return }
    let state = TypedValue(Boxed(value: value))
    #expect(try Comparison(reading: "value == \(text)"[...]).evaluate(in: state).holds, "\(text)")
    #expect(try ValuePattern(reading: text[...], type: T.self).matches(value), "\(text)")
  }

  /// Checks that no character is invisible, and that scripts show the lines unchanged.
  private func checkVisible(_ text: String) throws {
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      guard bytes(OutputEscaping.encode(String(line))) == bytes(String(line)) else {
        throw Failed(description: "escaped in scripts: \(text.debugDescription)")
      }
      for scalar in line.unicodeScalars
      where LiteralText.isInvisible(scalar) && scalar != "\u{200d}" && scalar != "\u{fe0f}" {
        throw Failed(description: "\(scalar.value) is invisible in \(text.debugDescription)")
      }
    }
  }

  private func checkJSON<T: Hostile>(of value: T, _ other: T) throws {
    func json(_ value: T) -> String {
      ValueSyntax().json(of: TypedValue(value, as: T.self)).text
    }
    let text = json(value)
    guard !isElided(text) else { return }
    let syntax = ValueSyntax(files: OneFile(text: text), variables: [:])
    do {
      try readBack(#"@file("x.json")"#, value, "JSON", syntax: syntax)
    } catch {
      throw Failed(description: "\(error) from \(text.debugDescription)")
    }
    if !areSame(value, other), text == json(other) {
      throw Failed(description: "\(T.self) by JSON: \(value) and \(other) are '\(text)'")
    }
  }

  private struct OneFile: FileSource {
    let text: String
    func contents(of name: String) -> String { text }
  }

  /// The reader of values reads Swift's expressions too.
  private func checkSwift<T: Hostile>(of value: T) throws {
    var printer = SwiftSourcePrinter(syntax: ValueSyntax())
    let expression = try? printer.expression(value, as: T.self)
    guard let text = expression?.line, !text.contains("ScriptError"), !text.contains(" as "),
      !text.contains("Decimal(sign:"), !text.contains("{ var ")
    else { return }
    if isElided(ValueSyntax().print(value)) { return }
    try checkVisible(text)
    try readBack(text, value, "Swift")
  }

  private func checkDifference<T: Hostile>(of old: T, _ new: T) throws {
    let (old, new) = (Boxed(value: old), Boxed(value: new))
    guard let diff = stateDiff(old, new) else {
      guard areSame(old, new) else {
        throw Failed(description: "\(T.self): no difference of \(old) and \(new)")
      }
      return
    }
    guard !areSame(old, new) else { return }
    let lines = diff.split(separator: "\n", omittingEmptySubsequences: false)
    let removed = lines.filter { $0.hasPrefix("- ") }.map { $0.dropFirst() }
    let added = lines.filter { $0.hasPrefix("+ ") }.map { $0.dropFirst() }
    if removed == added, !isElided(diff) {
      throw Failed(description: "\(T.self): equal lines for \(old) and \(new):\n\(diff)")
    }
    for line in lines
    where !"\(T.self)".contains("Nested") && line.contains("Not equal but no difference detected") {
      throw Failed(description: "\(T.self): \(line)\n\(diff)")
    }
  }
}
