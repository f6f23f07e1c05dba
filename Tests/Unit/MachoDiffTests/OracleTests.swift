import CustomDump
import Foundation
import Testing

@testable import MachoDiff

/// Random values of every shape print as in custom-dump, which serves as the oracle.
@Suite struct OracleTests {
  /// The number of pairs per shape, and the seed.
  private static let pairs = 140
  private static let seed: UInt64 = 20_261_122

  private func check<Value: Generated>(
    _ type: Value.Type, depth: Int = 3, pairs: Int = Self.pairs,
    replacesKeys: (Value, Value) -> Bool = { _, _ in false },
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    var numbers = SeededNumbers(seed: Self.seed)
    for index in 0..<pairs {
      let old = Value.make(&numbers, depth)
      let new =
        numbers.chance(5) ? .make(&numbers, depth) : old.changed(&numbers, depth)
      let expected = (diff(old, new), String(customDumping: new))
      let actual = (
        diffText(old, new, labelStyle: .stored), dumpText(new, labelStyle: .stored)
      )
      #expect(actual.0 == expected.0, "diff \(index)", sourceLocation: sourceLocation)
      #expect(actual.1 == expected.1, "dump \(index)", sourceLocation: sourceLocation)
      // Source names, restored by a search through the text.
      let named = (stateDiff(old, new), stateText(new))
      // custom-dump's text does not show which key another one replaces.
      if Self.isReadable(expected.0), Self.isReadable(named.0), !replacesKeys(old, new) {
        #expect(
          named.0 == expected.0.map { SourceNames.restored(in: $0, marginWidth: 2) },
          "named diff \(index)", sourceLocation: sourceLocation)
      }
      if Self.isReadable(expected.1), Self.isReadable(named.1) {
        #expect(
          named.1 == SourceNames.restored(in: expected.1),
          "named dump \(index)", sourceLocation: sourceLocation)
      }
      if actual != expected { return }
    }
  }

  /// Whether a text can be read: it contains no raw string, no string over several lines, no
  /// character that could be invisible, and no Optional in another one. Else the text with source
  /// names may differ.
  private static func isReadable(_ text: String?) -> Bool {
    guard let text else { return true }
    return text.utf8.allSatisfy { $0 == 0x0a || (0x20..<0x7f).contains($0) }
      && !["\\", "#", "\"\"\"", ".some("].contains { text.contains($0) }
  }

  @Test("numbers and strings print as in custom-dump") func simple() {
    check(Int.self)
    check(Double.self)
    check(String.self, pairs: 400)
    check(Box<String>.self, pairs: 400)
    check([String].self)
    check([Double].self)
    check([Box<Double>].self)
  }

  @Test("nested optionals print as in custom-dump") func optionals() {
    check(Int?.self)
    check(Int??.self)
    check(Box<Int?>.self)
    check(Box<Int??>.self)
    check(Box<String?>.self)
    check(Tree?.self)
    check(Box<Described?>.self)
    check(Box<Represented??>.self)
    check(Described??.self)
    check(Box<Reflected?>.self)
    check([Row?].self)
    check(Box<Anything?>.self)
    check(Nothing?.self)
  }

  @Test("nested structs print as in custom-dump") func structs() {
    check(Nothing.self)
    check(Box<Nothing>.self)
    check(Box<Box<Int>>.self)
    check(Double2<Int, String>.self)
    check(Double2<Box<String>, [Int]>.self)
    check(Registered<Int>.self)
    check(Registered<Double2<Flag, Spoken>>.self)
    check(Box<Unequal>.self)
    check(Double2<Unequal, Unequal>.self)
    check(Box<(Registered<[Row]>)>.self)
  }

  @Test("enums print as in custom-dump") func enums() {
    check(Tree.self, depth: 4, pairs: 700)
    check(Flag.self)
    check(Spoken.self)
    check(Double2<Spoken, Flag>.self)
    check([Tree].self, depth: 4)
    check(Loosely.self, depth: 4, pairs: 500)
    check([Loosely].self)
  }

  @Test("arrays are aligned by identity, by equality or by neither") func arrays() {
    check([Row].self, pairs: 400)
    check([Loose].self, pairs: 400)
    check([Unequal].self)
    check([Flag].self)
    check([Int].self, pairs: 400)
    check([[Int]].self)
    check([Box<Int>].self)
    check([Double2<Int, Int>].self)
    check(Mirrored.self)
    check(Box<[EqualModel]>.self)
  }

  @Test("sets and dictionaries print as in custom-dump") func unordered() {
    check(Set<Int>.self)
    check(Set<Key>.self)
    check(Set<Flag>.self)
    check(Set<EqualModel>.self)
    check([String: Int].self)
    check([Key: Row].self, replacesKeys: Self.replacesKeys)
    check([Flag: Tree].self, replacesKeys: Self.replacesKeys)
    check([EqualModel: Int].self)
    check([Int: Loose].self, replacesKeys: Self.replacesKeys)
    check(Box<[Key: [Row]]>.self) { Self.replacesKeys($0.content, $1.content) }
  }

  private static func replacesKeys<Key, Value>(_ old: [Key: Value], _ new: [Key: Value]) -> Bool {
    let (old, new) = (Set(old.keys), Set(new.keys))
    return !old.isSubset(of: new) && !new.isSubset(of: old)
  }

  @Test("types with custom dumps print as in custom-dump") func conforming() {
    check(Described.self)
    check(Box<Described>.self)
    check([Described].self)
    check(Represented.self)
    check(Box<Represented>.self)
    check([Represented].self)
    check(Reflected.self)
    check(Box<Reflected>.self)
    check([Reflected].self)
    check(Wrapper<Int?>.self)
    check(Box<Wrapper<Tree?>>.self)
    check(Wrapper<[Row]>.self)
  }

  @Test("classes and existentials print as in custom-dump") func classes() {
    check(Member.self, pairs: 400)
    check(Submember.self)
    check(Box<Member>.self)
    check([Member].self, pairs: 400)
    check(Double2<Member, Submember>.self)
    check(EqualModel.self)
    check(Referring.self)
    check([Referring].self)
    check(Anything.self, pairs: 400)
    check([Anything].self, pairs: 400)
    check(Double2<Anything, Anything>.self, pairs: 400)
  }
}
