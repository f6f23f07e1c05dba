import CustomDump
import Foundation

// Types with custom dumps.

struct Described: CustomDumpStringConvertible, Generated {
  var text: String
  var customDumpDescription: String { text }
  static func make(_ numbers: inout SeededNumbers, _ depth: Int) -> Described {
    Described(text: numbers.pick(["<a>", "<b>", "a\nb", "x\r\ny", "Key(_a: 1)", "_b: 2"]))
  }
}

struct Represented: CustomDumpRepresentable, Equatable, Generated {
  var kind: Int
  var customDumpValue: Any {
    switch kind {
    case 0: "text"
    case 1: Row(id: 1, name: "r", tags: [])
    case 2: Int?.none as Any
    case 3: [1, 2, 3]
    default: Described(text: "d")
    }
  }
  static func make(_ numbers: inout SeededNumbers, _ depth: Int) -> Represented {
    Represented(kind: .make(&numbers, depth))
  }
}

struct Reflected: CustomDumpReflectable, Generated {
  var style: Int
  var value: Int
  var customDumpMirror: Mirror {
    let styles: [Mirror.DisplayStyle?] = [
      .struct, .tuple, .enum, .collection, .set, .dictionary, .optional, nil,
    ]
    return Mirror(
      self, children: ["_$first": value, "_second": "s", "_second": value + 1],
      displayStyle: styles[style])
  }
  static func make(_ numbers: inout SeededNumbers, _ depth: Int) -> Reflected {
    Reflected(style: numbers.below(8), value: numbers.below(2))
  }
}

struct Mirrored: CustomReflectable, Equatable, Generated {
  var value: [Row]
  var customMirror: Mirror {
    Mirror(self, unlabeledChildren: value, displayStyle: .collection)
  }
  static func make(_ numbers: inout SeededNumbers, _ depth: Int) -> Mirrored {
    Mirrored(value: .make(&numbers, depth))
  }
  func changed(_ numbers: inout SeededNumbers, _ depth: Int) -> Mirrored {
    Mirrored(value: value.changed(&numbers, depth))
  }
}

/// A mirror that replaces the value by its content, as of a property wrapper.
struct Wrapper<Content: Generated>: CustomReflectable, Generated {
  var content: Content
  var customMirror: Mirror { Mirror(reflecting: content as Any) }
  static func make(_ numbers: inout SeededNumbers, _ depth: Int) -> Wrapper {
    Wrapper(content: .make(&numbers, depth))
  }
  func changed(_ numbers: inout SeededNumbers, _ depth: Int) -> Wrapper {
    Wrapper(content: content.changed(&numbers, depth))
  }
}

class Member: Generated {
  var number: Int
  var next: Member?
  weak var parent: Member?

  required init(number: Int) { self.number = number }

  static func make(_ numbers: inout SeededNumbers, _ depth: Int) -> Self {
    if numbers.chance(3), let shared = SharedMembers.pick(&numbers) as? Self { return shared }
    let model = Self(number: .make(&numbers, depth))
    if depth > 0, numbers.chance(2) { model.next = Member.make(&numbers, depth - 1) }
    // Shared instances are not modified, because tests run in parallel.
    if numbers.chance(3), let next = model.next, !SharedMembers.contains(next) {
      next.parent = model
    }
    if numbers.chance(4) {
      model.next = model
      CyclicMembers.retain(model)
    }
    return model
  }
}

final class Submember: Member {
  var name = "sub"
}

final class EqualModel: Hashable, Identifiable, Generated {
  let number: Int
  init(number: Int) { self.number = number }
  static func == (left: EqualModel, right: EqualModel) -> Bool { left.number == right.number }
  func hash(into hasher: inout Hasher) { hasher.combine(number) }
  static func make(_ numbers: inout SeededNumbers, _ depth: Int) -> EqualModel {
    EqualModel(number: .make(&numbers, depth))
  }
}

/// Instances in reference cycles. They are retained here, so they do not leak.
enum CyclicMembers {
  // SAFETY: accessed only while `lock` is held.
  nonisolated(unsafe) private static var all: [Member] = []
  private static let lock = NSLock()

  static func retain(_ member: Member) { lock.withLock { all.append(member) } }
}

/// Instances shared by several values. They are never modified.
enum SharedMembers {
  nonisolated(unsafe) static let all: [Member] = (0..<3).map { Member(number: $0) }
  nonisolated(unsafe) static let subs: [Submember] = (0..<3).map { Submember(number: $0) }
  static func contains(_ member: Member) -> Bool { (all + subs).contains { $0 === member } }
  static func pick(_ numbers: inout SeededNumbers) -> Member {
    numbers.chance(2) ? numbers.pick(all) : numbers.pick(subs)
  }
}

/// An object with an old and a new value, as a `@Shared` reference.
final class Before: _CustomDiffObject {
  let before: Int
  let after: Int
  init(_ before: Int, _ after: Int) { (self.before, self.after) = (before, after) }
  var _customDiffValues: (Any, Any) {
    (Key(name: "k", number: before), Key(name: "k", number: after))
  }
}

struct Referring: Generated {
  var reference: Before
  var other: Before
  nonisolated(unsafe) static let all = [Before(0, 1), Before(1, 1), Before(2, 3)]
  static func make(_ numbers: inout SeededNumbers, _ depth: Int) -> Referring {
    Referring(reference: numbers.pick(all), other: numbers.pick(all))
  }
}

/// Returns a value of a random type.
func anything(_ numbers: inout SeededNumbers, _ depth: Int) -> Any {
  switch numbers.below(32) {
  case 0: Int.make(&numbers, depth)
  case 1: String.make(&numbers, depth)
  case 2: Row.make(&numbers, depth)
  case 3: [Row].make(&numbers, depth) as Any
  case 4: Tree.make(&numbers, depth)
  case 5: [String: Int].make(&numbers, depth)
  case 6: [Key: Tree].make(&numbers, depth)
  case 7: Set<Int>.make(&numbers, depth)
  case 8: Int?.make(&numbers, depth) as Any
  case 9: AnyHashable(Key.make(&numbers, depth))
  case 10: (Int.make(&numbers, depth), name: String.make(&numbers, depth))
  case 11: Described.make(&numbers, depth)
  case 12: Represented.make(&numbers, depth)
  case 13: Reflected.make(&numbers, depth)
  case 14: Mirrored.make(&numbers, depth)
  case 15: Member.make(&numbers, min(depth, 1))
  case 16: numbers.chance(2) ? Int.self : [String?].self
  case 17: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(numbers.below(2))))
  case 18: Character(numbers.pick(["a", "b", "\n", "\""]))
  case 19: Substring(String.make(&numbers, depth))
  case 20: 0..<numbers.below(3) + 1
  case 21: Double.make(&numbers, depth)
  case 22: Date(timeIntervalSince1970: Double(numbers.below(2)))
  case 23: [numbers.below(2), numbers.below(2), 3][1...]
  case 24: Set<Key>.make(&numbers, depth)
  case 25: Set<EqualModel>.make(&numbers, depth)
  case 26: Result<Int, NSError>.success(numbers.below(2))
  case 27: numbers.chance(2) ? \String.count : \String.isEmpty
  case 28: SIMD2(numbers.below(2), 1)
  case 29: [Any].init(repeating: Int.make(&numbers, depth), count: numbers.below(3))
  case 30: Loosely.make(&numbers, depth)
  default: Optional<Any>.some(Int?.make(&numbers, depth) as Any) as Any
  }
}

/// A wrapper of an `Any`, so that it can be nested in other shapes.
struct Anything: Generated {
  var value: Any
  static func make(_ numbers: inout SeededNumbers, _ depth: Int) -> Anything {
    Anything(value: anything(&numbers, depth))
  }
}
