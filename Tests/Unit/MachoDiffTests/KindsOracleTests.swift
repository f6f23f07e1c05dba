import CustomDump
import Foundation
import Testing

@testable import MachoDiff

/// Diffs of values of each kind, in every position where a value can occur, equal those of custom-dump.
@Suite struct KindsOracleTests {
  private struct One<Value> { var only: Value }
  private struct Two<Value> {
    var first: Value
    var _second = 1
  }
  private enum Choice<Value> {
    case alone(Value)
    case labelled(value: Value)
    indirect case boxed(Value, Int)
    case none
  }
  private class Holder<Value> {
    var held: Value
    init(_ held: Value) { self.held = held }
  }
  private final class Heir<Value>: Holder<Value> { var own = 1 }

  private func same<Value>(_ old: Value, _ new: Value, _ where: SourceLocation, _ place: String) {
    #expect(
      diffText(old, new, labelStyle: .stored) == diff(old, new), "\(Value.self) \(place)",
      sourceLocation: `where`)
    #expect(
      dumpText(old, labelStyle: .stored) == String(customDumping: old), "\(Value.self) \(place)",
      sourceLocation: `where`)
  }

  private func check<Value>(
    _ old: Value, _ new: Value, sourceLocation place: SourceLocation = #_sourceLocation
  ) {
    same(old, new, place, "bare")
    same(old, old, place, "the same")
    same(One(only: old), One(only: new), place, "alone in a struct")
    same(Two(first: old), Two(first: new), place, "in a struct")
    same(Two(first: old), Two(first: new, _second: 2), place, "in a struct that changed")
    same(Choice.alone(old), .alone(new), place, "alone in an enum")
    same(Choice.labelled(value: old), .labelled(value: new), place, "labelled in an enum")
    same(Choice.boxed(old, 1), .boxed(new, 2), place, "in a box of an enum")
    same(Choice.alone(old), Choice.none, place, "in an enum, then not")
    same(Optional(old), Optional(new), place, "in an Optional")
    same(Optional(old), nil, place, "in an Optional, then not")
    same(One(only: Optional(old)), One(only: Optional(new)), place, "in an Optional in a struct")
    same(One<Any>(only: old), One<Any>(only: new), place, "in an existential")
    same(One<Any?>(only: old), One<Any?>(only: new), place, "in an Optional existential")
    same(One<Any>(only: old), One<Any>(only: 1), place, "in an existential, then a number")
    same((old, x: 1), (new, x: 1), place, "in a tuple")
    same((old, old), (new, old), place, "twice in a tuple")
    same([old, old], [new, old], place, "in an array")
    same([old], [new, old, new], place, "in an array that grew")
    same([One(only: old)], [One(only: new)], place, "in structs in an array")
    same(["a": old], ["a": new], place, "in a dictionary")
    same(["a": old, "b": old], ["b": old], place, "in a dictionary that shrank")
    same(ContiguousArray([old]), ContiguousArray([new]), place, "in a contiguous array")
    same([1: [old]], [1: [old, new]], place, "in an array in a dictionary")
    same(Holder(old), Holder(new), place, "in an instance")
    same(Heir(old), Heir(new), place, "in an instance of a subclass")
    same(Two(first: Holder(old)), Two(first: Holder(new)), place, "in an instance in a struct")
    same(Result<Value, NSError>.success(old), .success(new), place, "in a generic enum")
  }

  @Test("numbers print as in custom-dump")
  func numbers() {
    check(1 as Int8, -2 as Int8)
    check(1 as UInt64, .max)
    check(Int.min, .max)
    check(1 as Int128, 2)
    check(1 as UInt128, 2)
    check(0.1 as Float, .nan)
    check(1.5 as CGFloat, 2)
    check(Decimal(1.5), 2)
    check(SIMD3(1, 2, 3), SIMD3(1, 2, 4))
    check(1..<3, 1..<4)
    check(1...3, 1...4)
    check(...3, ...4)
    check(true, false)
    check(Duration.seconds(1), .milliseconds(5))
    check(ContinuousClock.Instant.now, .now)
  }

  @Test("strings print as in custom-dump")
  func texts() {
    check("a", "b")
    check("a\nb", "a\nc\n")
    check("", "\n")
    check("\"", "\\")
    for scalar in (0...0xFF).compactMap(Unicode.Scalar.init) {
      check("a\(Character(scalar))", "\(Character(scalar))b")
    }
    check("\n\u{301}x", "\n\u{301}y")
    check("\u{301}\n", "\u{301}\n\n")
    check("a\r\nb", "a\r\nc")
    check("a\r", "a\r\n")
    check("#\"\"\"#", "\"\"\"##\n\"\"\"\"\"\"")
    check("a\nb"[...], "a\nc"[...])
    check("a" as Character, "\n")
    check("a" as Unicode.Scalar, "\n")
    check("a" as StaticString, "b")
    check("a\nb".utf8, "a\nc".utf8)
    check("abc".startIndex, "abc".endIndex)
  }

  @Test("Foundation values print as in custom-dump")
  func foundation() {
    check(
      UUID(uuid: (1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)),
      UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2)))
    check(URL(fileURLWithPath: "/a"), URL(fileURLWithPath: "/b"))
    check(Date(timeIntervalSince1970: 0), Date(timeIntervalSince1970: 1.25))
    check(Data([1]), Data(count: 1234))
    check(IndexSet([1, 2]), IndexSet([1, 3]))
    check(IndexPath(indexes: [1]), IndexPath(indexes: [1, 2]))
    check(Locale(identifier: "en"), Locale(identifier: "de"))
    check(TimeZone(secondsFromGMT: 0), TimeZone(secondsFromGMT: 3600))
    check(DateComponents(year: 1), DateComponents(year: 1, month: 2))
    check(CharacterSet.letters, .decimalDigits)
    check(NSError(domain: "a", code: 1), NSError(domain: "a", code: 2))
    check(NSString("a"), NSString("b"))
    check(NSNumber(value: 1), NSNumber(value: 2))
    check(NSArray(array: [1, 2]), NSArray(array: [1, 3]))
    check(NSDictionary(dictionary: ["a": 1]), NSDictionary(dictionary: ["a": 2]))
    check(NSSet(array: [1]), NSSet(array: [2]))
    check(NSOrderedSet(array: [1, 2]), NSOrderedSet(array: [2, 1]))
    check(NSRange(location: 0, length: 1), NSRange(location: 0, length: 2))
    check(Notification.Name("a"), Notification.Name("b"))
    check(URLQueryItem(name: "a", value: nil), URLQueryItem(name: "a", value: "b"))
    check(CGPoint(x: 1, y: 2), CGPoint(x: 1, y: 3))
    check(Measurement(value: 1, unit: UnitLength.meters), Measurement(value: 2, unit: .miles))
  }

  @Test("collections print as in custom-dump")
  func collections() {
    check([1, 2, 3][1...], [1, 2, 4][1...])
    check(CollectionOfOne(1), CollectionOfOne(2))
    check(EmptyCollection<Int>(), EmptyCollection())
    check(["a": 1] as KeyValuePairs, ["a": 2])
    check(AnySequence([1]), AnySequence([2]))
    check([1, 2].lazy.map { $0 }, [1, 3].lazy.map { $0 })
    check(zip([1], [2]), zip([1], [3]))
    check(Set<[Int]>([[1], [2]]), [[1], [3]])
    check([[1]: Set([1])], [[1]: Set([2])])
    check([AnyHashable(1), AnyHashable("a")], [AnyHashable("a"), AnyHashable(1)])
    check([AnyHashable("a"): 1], [AnyHashable(1): 1])
    check([Any].init(), [1, "a", nil as Int? as Any])
    check([Flag.up: [1]], [Flag.up: [2], .down: []])
  }

  private protocol Thing {}
  private struct A: Thing, Equatable { var x = 1 }
  private struct B: Thing { var y = "b" }
  private final class C: Thing { var z = 1.5 }
  private struct Failure: Error { var why = "because" }
  private struct Weak {
    weak var some: C?
    unowned var other: C
    var after = 1
  }
  private struct Lazy {
    lazy var late = 1
    var early = 2
  }
  private enum Never2 {
    case never(Never)
    case other
  }
  private enum Single { case only(Int) }
  private enum Packed {
    case object(C)
    case flag(Bool)
    case byte(UInt8)
    case empty(Nothing)
    case none
  }
  private enum Twice {
    case same(a: Int)
    case same(b: Int)
    case other
  }

  @Test("existentials, references, functions and metatypes print as in custom-dump")
  func references() {
    let (one, other) = (C(), C())
    check(A() as any Thing, B() as any Thing)
    check(A() as any Thing, A(x: 2) as any Thing)
    check(one as any Thing, one as any Thing)
    check(Failure() as any Error, Failure(why: "no") as any Error)
    check(Failure() as any Error, NSError(domain: "a", code: 1) as any Error)
    check(one as AnyObject, other as AnyObject)
    check(one, one)
    check(one, other)
    check(Weak(some: one, other: other), Weak(some: nil, other: other, after: 2))
    check(Lazy(), Lazy(early: 3))
    check({ 1 }, { 2 })
    check(({ 1 }, 1), ({ 2 }, 2))
    check(Int.self as Any.Type, String.self as Any.Type)
    check(A.self as any Thing.Type, B.self as any Thing.Type)
    check(\String.count, \String.utf8)
    check(ObjectIdentifier(one), ObjectIdentifier(other))
    check(Unmanaged.passUnretained(one), Unmanaged.passUnretained(other))
    check(UnsafeRawPointer(bitPattern: 16), UnsafeRawPointer(bitPattern: 32))
    check((), ())
    check(Optional<Any>.none as Any, 1 as Any)
    check(1 as Any, "1" as Any)
    check(AnyHashable(A2()), AnyHashable(1))
  }

  private struct A2: Hashable { var x: Int? = nil }

  @Test("enums of every layout print as in custom-dump")
  func enums() {
    check(Never2.other, .other)
    check(Single.only(1), .only(2))
    check(Packed.object(C()), .flag(true))
    check(Packed.flag(true), .flag(false))
    check(Packed.byte(255), .byte(0))
    check(Packed.empty(Nothing()), .none)
    check(Twice.same(a: 1), .same(b: 1))
    check(Twice.same(a: 1), .same(a: 2))
    check(Tree.leaf(1), .leaf(2))
    check(Tree.list([.empty]), .list([.leaf(1)]))
    check(Spoken.one, .two)
    check(Loosely.any(1), .any("1"))
    check(Loosely.any((1, 2)), .any((1, 3)))
    check(Result<Int, Failure>.success(1), .failure(Failure()))
    check(Optional<Int?>.some(nil), nil)
    check(Flag.up, .down)
  }

  @Test("types with custom dumps print as in custom-dump")
  func conforming() {
    for text in ["", "a\n", "\n", "\r", "x\n\u{301}y", "_a: 1\n_b: (_c: 2)", "  _d: 1"] {
      check(Described(text: text), Described(text: "b"))
    }
    for kind in 0..<5 { check(Represented(kind: kind), Represented(kind: kind + 1)) }
    for style in 0..<8 {
      check(Reflected(style: style, value: 1), Reflected(style: style, value: 2))
      check(Reflected(style: style, value: 1), Reflected(style: (style + 1) % 8, value: 1))
    }
    check(Wrapper(content: 1 as Int?), Wrapper(content: nil))
    check(Both(), Both(number: 2))
    check(Ancestors(), Ancestors())
  }

  private struct Both: CustomDumpStringConvertible, CustomDumpRepresentable, CustomDumpReflectable {
    var number = 1
    var customDumpDescription: String { "both \(number)" }
    var customDumpValue: Any { number }
    var customDumpMirror: Mirror { Mirror(self, children: ["number": number]) }
  }
  private class Ancestor { var first = 1 }
  private final class Ancestors: Ancestor, CustomReflectable {
    var second = 2
    var customMirror: Mirror {
      Mirror(self, children: ["own": second], ancestorRepresentation: .generated)
    }
  }

  @Test("long reordered arrays print as in custom-dump")
  func many() {
    var numbers = SeededNumbers(seed: 5)
    for count in [60, 90] {
      let rows = (0..<count).map { Row(id: $0, name: "\($0 % 7)", tags: []) }
      let plain = (0..<count).map { Box(content: $0 % 40) }
      let loose = (0..<count).map { Loose(id: $0, value: $0 % 9) }
      let keys = (0..<count).map { Key(name: "\($0 % 50)", number: $0 % 3) }
      for order in 0..<3 {
        func reordered<Value: Generated>(_ values: [Value]) -> [Value] {
          let values = values.map { $0.changed(&numbers, 2) }
          return order == 0 ? values.reversed() : values.shuffled(using: &numbers)
        }
        same(rows, reordered(rows), #_sourceLocation, "rows")
        same(plain, reordered(plain), #_sourceLocation, "plain values")
        same(loose, reordered(loose), #_sourceLocation, "rows without ==")
        same(keys, reordered(keys), #_sourceLocation, "keys")
      }
    }
  }
}
