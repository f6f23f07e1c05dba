import CustomDump
import Foundation

// Types of every kind that dumps distinguish, nested in each other.

struct Row: Equatable, Identifiable, Generated {
  var id: Int
  var name: String
  var tags: [String]

  static func make(_ numbers: inout SeededNumbers, _ depth: Int) -> Row {
    Row(
      id: .make(&numbers, depth), name: numbers.pick(["a", "b", "c\nd"]),
      tags: numbers.chance(3) ? ["x", "y"] : [])
  }

  func changed(_ numbers: inout SeededNumbers, _ depth: Int) -> Row {
    numbers.chance(2) ? Row(id: id, name: .make(&numbers, depth), tags: tags) : self
  }
}

/// A type with an identity but without `==`.
struct Loose: Identifiable, Generated {
  var id: Int
  var value: Any
  var more: Loose? { nil }

  static func make(_ numbers: inout SeededNumbers, _ depth: Int) -> Loose {
    Loose(id: .make(&numbers, depth), value: anything(&numbers, depth - 1))
  }
}

/// A type whose values are never equal, not even to themselves.
struct Unequal: Equatable, Generated {
  var value: Int
  static func == (left: Unequal, right: Unequal) -> Bool { false }
  static func make(_ numbers: inout SeededNumbers, _ depth: Int) -> Unequal {
    Unequal(value: .make(&numbers, depth))
  }
}

struct Key: Hashable, Generated {
  var name: String
  var number: Int
  static func make(_ numbers: inout SeededNumbers, _ depth: Int) -> Key {
    Key(name: numbers.pick(["a", "b\nc", "\"d\""]), number: .make(&numbers, depth))
  }
}

enum Flag: String, Hashable, Identifiable, Generated {
  case up, down, left
  var id: String { rawValue }
  static func make(_ numbers: inout SeededNumbers, _ depth: Int) -> Flag {
    numbers.pick([.up, .down, .left])
  }
}

enum Spoken: CustomStringConvertible, Generated {
  case one, two
  case many(Int)
  var description: String {
    switch self {
    case .one, .two: "spoken"
    case .many(let count): "many \(count)"
    }
  }
  static func make(_ numbers: inout SeededNumbers, _ depth: Int) -> Spoken {
    numbers.pick([.one, .two, .many(numbers.below(2))])
  }
}

indirect enum Tree: Equatable, Generated {
  case empty
  case leaf(Int)
  case named(name: String)
  case node(Tree, weight: Int, Tree)
  case list([Tree])
  case maybe(Tree?)
  case pair((Int, Int))
  case flag(Flag)
  case row(Row)
  case nothing(Void)

  static func == (left: Tree, right: Tree) -> Bool {
    String(customDumping: left) == String(customDumping: right)
  }

  static func make(_ numbers: inout SeededNumbers, _ depth: Int) -> Tree {
    guard depth > 0 else { return numbers.pick([.empty, .leaf(numbers.below(3))]) }
    switch numbers.below(10) {
    case 0: return .leaf(.make(&numbers, depth))
    case 1: return .named(name: .make(&numbers, depth))
    case 2:
      return .node(
        .make(&numbers, depth - 1), weight: .make(&numbers, depth), .make(&numbers, depth - 1))
    case 3: return .list(.make(&numbers, depth - 1))
    case 4: return .maybe(.make(&numbers, depth - 1))
    case 5: return .pair((.make(&numbers, depth), .make(&numbers, depth)))
    case 6: return .flag(.make(&numbers, depth))
    case 7: return .row(.make(&numbers, depth))
    case 8: return .nothing(())
    default: return .empty
    }
  }

  func changed(_ numbers: inout SeededNumbers, _ depth: Int) -> Tree {
    switch self {
    case .node(let left, let weight, let right):
      .node(left, weight: weight.changed(&numbers, 1), right.changed(&numbers, depth - 1))
    case .list(let trees): .list(trees.changed(&numbers, depth - 1))
    case .maybe(let tree): .maybe(tree.changed(&numbers, depth - 1))
    case .row(let row): .row(row.changed(&numbers, depth - 1))
    default: .make(&numbers, depth)
    }
  }
}

/// A tree without `==`, with payloads of type `Any`.
indirect enum Loosely: Generated {
  case empty
  case any(Any)
  case labelled(any: Any, function: () -> Void)
  case model(Member)
  case next(Loosely)
  case mixed(Int, Loose, Tree?)
  case described(Described)

  static func make(_ numbers: inout SeededNumbers, _ depth: Int) -> Loosely {
    guard depth > 0 else { return .empty }
    switch numbers.below(7) {
    case 0: return .any(anything(&numbers, depth - 1))
    case 1: return .labelled(any: anything(&numbers, depth - 1), function: {})
    case 2: return .model(.make(&numbers, depth - 1))
    case 3: return .next(.make(&numbers, depth - 1))
    case 4:
      return .mixed(
        .make(&numbers, depth), .make(&numbers, depth - 1), .make(&numbers, depth - 1))
    case 5: return .described(.make(&numbers, depth))
    default: return .empty
    }
  }
}

struct Box<Content>: Generated where Content: Generated {
  var content: Content
  static func make(_ numbers: inout SeededNumbers, _ depth: Int) -> Box {
    Box(content: .make(&numbers, depth - 1))
  }
  func changed(_ numbers: inout SeededNumbers, _ depth: Int) -> Box {
    Box(content: content.changed(&numbers, depth - 1))
  }
}
extension Box: Equatable where Content: Equatable {}

struct Double2<First: Generated, Second: Generated>: Generated {
  var _first: First
  var second: (one: Second, Second)
  var _$hidden = 0

  static func make(_ numbers: inout SeededNumbers, _ depth: Int) -> Double2 {
    let second = Second.make(&numbers, depth - 1)
    return Double2(
      _first: .make(&numbers, depth - 1), second: (second, .make(&numbers, depth - 1)),
      _$hidden: numbers.below(2))
  }
  func changed(_ numbers: inout SeededNumbers, _ depth: Int) -> Double2 {
    var copy = self
    if numbers.chance(2) { copy._first = _first.changed(&numbers, depth - 1) }
    if numbers.chance(2) { copy.second.1 = second.1.changed(&numbers, depth - 1) }
    if numbers.chance(4) { copy._$hidden += 1 }
    return copy
  }
}

struct Registered<Content: Generated>: Generated {
  var _content: Content
  var _$registrar = 1
  static func make(_ numbers: inout SeededNumbers, _ depth: Int) -> Registered {
    Registered(_content: .make(&numbers, depth - 1))
  }
  func changed(_ numbers: inout SeededNumbers, _ depth: Int) -> Registered {
    Registered(_content: _content.changed(&numbers, depth - 1))
  }
}

struct Nothing: Equatable, Generated {
  static func make(_ numbers: inout SeededNumbers, _ depth: Int) -> Nothing { Nothing() }
}
