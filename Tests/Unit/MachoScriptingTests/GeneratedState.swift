import CustomDump
import MachoDiff
import MachoReporting

/// A state whose shape is data, so that a test can add a property to it.
struct GeneratedState {
  indirect enum Node {
    case number(Int)
    case text(String)
    case record([Field])
    case pair(Node, Node)
    case rows([Row])
    /// Elements without `id`.
    case items([[Field]])
    case numbers([Int])
    case dictionary([Field])
    case set(Set<String>)
    case optional(Node?)
  }

  struct Field {
    var name: String
    var value: Node
  }

  struct Row {
    var id: Int
    var fields: [Field]
  }

  var fields: [Field]

  /// The diff of two states as the output of a command.
  func output(becoming other: GeneratedState) -> [OutputLine] {
    guard let change = stateChange(Record(fields), Record(other.fields)) else {
      return [OutputLine(EventFormatter.unchanged)]
    }
    return OutputLine.lines(of: change, diff: 0)
  }
}

// MARK: - Values

/// A struct with the properties of a record.
private struct Record: CustomDumpReflectable {
  let fields: [GeneratedState.Field]

  init(_ fields: [GeneratedState.Field]) { self.fields = fields }

  var customDumpMirror: Mirror {
    Mirror(
      self, children: fields.map { ($0.name, $0.value.value) }, displayStyle: .struct)
  }
}

private struct Row: CustomDumpReflectable, Identifiable {
  let id: Int
  let fields: [GeneratedState.Field]

  var customDumpMirror: Mirror {
    Mirror(
      self, children: [("id", id as Any)] + fields.map { ($0.name, $0.value.value) },
      displayStyle: .struct)
  }
}

/// An element without `id`.
private struct Item: CustomDumpReflectable {
  let fields: [GeneratedState.Field]

  var customDumpMirror: Mirror {
    Mirror(
      self, children: fields.map { ($0.name, $0.value.value) }, displayStyle: .struct)
  }
}

/// An enum case with two payload values without labels.
private enum Pair {
  case of(Any, Any)
}

extension GeneratedState.Node {
  fileprivate var value: Any {
    switch self {
    case .number(let number): number
    case .text(let text): text
    case .record(let fields): Record(fields)
    case .pair(let first, let second): Pair.of(first.value, second.value)
    case .rows(let rows): rows.map { MachoScriptingTests.Row(id: $0.id, fields: $0.fields) }
    case .items(let items): items.map { Item(fields: $0) }
    case .numbers(let numbers): numbers
    case .dictionary(let fields):
      Dictionary(uniqueKeysWithValues: fields.map { ($0.name, $0.value.value) })
    case .set(let elements): elements
    // An absent value of unknown type would not equal itself.
    case .optional(let node): node?.value ?? Int?.none as Any
    }
  }
}

// MARK: - Generation

extension GeneratedState {
  init(_ generator: inout SeededGenerator) {
    fields = Self.fields(&generator, depth: 3)
  }

  private static func fields(_ generator: inout SeededGenerator, depth: Int) -> [Field] {
    let count = Int.random(in: 1...4, using: &generator)
    return (0..<count).map { index in
      var value = node(&generator, depth: depth - 1)
      // The diff of a string of several lines has another form if it is the only field.
      if case .text = value, count == 1 { value = .number(0) }
      return Field(name: "p\(index)", value: value)
    }
  }

  private static func node(_ generator: inout SeededGenerator, depth: Int) -> Node {
    switch Int.random(in: 0...(depth > 0 ? 15 : 3), using: &generator) {
    case 0, 1: return .number(Int.random(in: 0...2, using: &generator))
    case 2: return .text(generator.pick(["", "a", "a,", "- b", "x(y: 1)", "\"", ")"]))
    case 3:
      let lines = generator.many(2...4) { generator in
        generator.pick(["a", "b", "a,", "", "- a", "  )", "c: [", "\"\"\"", "  b"])
      }
      return .text(lines.joined(separator: "\n"))
    case 4, 5, 6: return .record(fields(&generator, depth: depth))
    case 7: return .pair(node(&generator, depth: depth - 1), node(&generator, depth: depth - 1))
    case 8, 9:
      let names = (0..<Int.random(in: 1...2, using: &generator)).map { "r\($0)" }
      let count = Int.random(in: 0...4, using: &generator)
      return .rows(
        (0..<count).map { id in
          Row(
            id: id,
            fields: names.map { Field(name: $0, value: node(&generator, depth: depth - 1)) })
        })
    case 10, 11:
      let names = (0..<Int.random(in: 1...2, using: &generator)).map { "i\($0)" }
      return .items(
        generator.many(0...4) { generator in
          names.map { Field(name: $0, value: .number(Int.random(in: 0...1, using: &generator))) }
        })
    case 12, 13:
      return .numbers(generator.many(0...4) { Int.random(in: 0...2, using: &$0) })
    case 14:
      // Two dictionaries of several values of unknown type are equal only in the same hash order.
      let key = generator.pick(["k", "l", "m(", "n: "])
      return .dictionary([Field(name: key, value: node(&generator, depth: depth - 1))])
    default:
      return generator.pick([
        .set(["a", "b"]), .optional(nil),
        .optional(.record(fields(&generator, depth: depth))),
      ])
    }
  }
}

// MARK: - Changes

extension GeneratedState {
  /// Changes a value that is not a container, or the elements of an array.
  mutating func change(_ generator: inout SeededGenerator) {
    Self.visit(&fields, &generator) { node, generator in
      switch node {
      case .number(let number): node = .number(number + Int.random(in: 1...2, using: &generator))
      case .text(let text):
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let index = Int.random(in: 0..<lines.count, using: &generator)
        if lines.count > 1, Bool.random(using: &generator) {
          lines.insert(lines[index], at: Int.random(in: 0...lines.count, using: &generator))
        } else {
          lines[index] += generator.pick(["!", ",", "a"])
        }
        node = .text(lines.joined(separator: "\n"))
      case .set(let elements): node = .set(elements.union(["c"]))
      case .optional(nil): node = .optional(.number(1))
      case .rows(var rows):
        Self.change(&rows, &generator)
        node = .rows(rows)
      case .items(var items):
        Self.change(&items, &generator) { [Field(name: "i0", value: .number($0))] }
        node = .items(items)
      case .numbers(var numbers):
        Self.change(&numbers, &generator) { $0 }
        node = .numbers(numbers)
      case .record, .pair, .dictionary, .optional: return false
      }
      return true
    }
  }

  /// Inserts, removes, moves or identifies anew a row.
  private static func change(_ rows: inout [Row], _ generator: inout SeededGenerator) {
    let new = (rows.map(\.id).max() ?? 0) + Int.random(in: 1...3, using: &generator)
    let index = Int.random(in: 0...rows.count, using: &generator)
    guard index < rows.count, Int.random(in: 0...2, using: &generator) > 0 else {
      let fields = rows.first?.fields ?? [Field(name: "r0", value: .number(0))]
      return rows.insert(Row(id: new, fields: fields), at: index)
    }
    switch Int.random(in: 0...2, using: &generator) {
    case 0: rows.remove(at: index)
    case 1: rows[index].id = new
    default: rows.swapAt(index, Int.random(in: rows.indices, using: &generator))
    }
  }

  /// Inserts, removes or replaces an element.
  private static func change<Element>(
    _ elements: inout [Element], _ generator: inout SeededGenerator, _ make: (Int) -> Element
  ) {
    let index = Int.random(in: 0...elements.count, using: &generator)
    let new = make(Int.random(in: 0...3, using: &generator))
    if index == elements.count || Bool.random(using: &generator) {
      elements.insert(new, at: index)
    } else if Bool.random(using: &generator) {
      elements.remove(at: index)
    } else {
      elements[index] = new
    }
  }

  /// Adds properties and elements that are equal before and after a change.
  static func extend(
    _ before: inout GeneratedState, _ after: inout GeneratedState,
    _ generator: inout SeededGenerator
  ) {
    extend(&before.fields, &after.fields, generator.pick([1, 2, 3]), &generator)
  }

  private static func extend(
    _ before: inout [Field], _ after: inout [Field], _ rate: Int,
    _ generator: inout SeededGenerator
  ) {
    for index in before.indices {
      extend(&before[index].value, &after[index].value, rate, &generator)
    }
    guard Int.random(in: 0..<rate, using: &generator) == 0 else { return }
    let index = Int.random(in: 0...before.count, using: &generator)
    let name = "added"
    let field = Field(name: name, value: generator.pick([.number(0), .text("a\nb"), .rows([])]))
    before.insert(field, at: index)
    after.insert(field, at: index)
  }

  private static func extend(
    _ before: inout Node, _ after: inout Node, _ rate: Int, _ generator: inout SeededGenerator
  ) {
    switch (before, after) {
    case (.record(var old), .record(var new)):
      extend(&old, &new, rate, &generator)
      (before, after) = (.record(old), .record(new))
    case (.pair(var old1, var old2), .pair(var new1, var new2)):
      extend(&old1, &new1, rate, &generator)
      extend(&old2, &new2, rate, &generator)
      (before, after) = (.pair(old1, old2), .pair(new1, new2))
    case (.rows(var old), .rows(var new)):
      // All rows have the properties of one type.
      let isExtended = Int.random(in: 0..<rate, using: &generator) == 0
      // In a row that is added, removed or moved, each property is a change.
      if isExtended, old.map(\.id) == new.map(\.id) {
        let field = Field(name: "added", value: .number(7))
        for index in old.indices { old[index].fields.append(field) }
        for index in new.indices { new[index].fields.append(field) }
      }
      for _ in 0..<Int.random(in: 0...3, using: &generator) {
        let fields = (old.first ?? new.first)?.fields ?? []
        let row = Row(id: 100 + old.count, fields: fields)
        let (first, second) = generator.pick(places(old.map(\.id), new.map(\.id)))
        old.insert(row, at: first)
        new.insert(row, at: second)
      }
      (before, after) = (.rows(old), .rows(new))
    case (.items(var old), .items(var new)):
      addElements(&old, &new, &generator) { [Field(name: "i0", value: .number($0))] }
      (before, after) = (.items(old), .items(new))
    case (.numbers(var old), .numbers(var new)):
      addElements(&old, &new, &generator) { $0 }
      (before, after) = (.numbers(old), .numbers(new))
    case (.dictionary(var old), .dictionary(var new)):
      for index in old.indices { extend(&old[index].value, &new[index].value, rate, &generator) }
      (before, after) = (.dictionary(old), .dictionary(new))
    case (.optional(var old?), .optional(var new?)):
      extend(&old, &new, rate, &generator)
      (before, after) = (.optional(old), .optional(new))
    default: break
    }
  }

  /// Returns where an element can be added to two arrays so that it does not move: at an end, or
  /// beside an element that both have.
  private static func places(_ old: [Int], _ new: [Int]) -> [(Int, Int)] {
    var places = [(0, 0), (old.count, new.count)]
    let common = old.filter(new.contains)
    guard common == new.filter(old.contains) else { return places }
    for id in common {
      guard let first = old.firstIndex(of: id), let second = new.firstIndex(of: id) else {
        continue
      }
      places += [(first, second), (first + 1, second + 1)]
    }
    return places
  }

  /// Adds elements without `id` that differ from all others, before or after what differs.
  private static func addElements<Element>(
    _ old: inout [Element], _ new: inout [Element], _ generator: inout SeededGenerator,
    _ make: (Int) -> Element
  ) {
    for number in 0..<Int.random(in: 0...3, using: &generator) {
      let isSame = { (first: Element, second: Element) in "\(first)" == "\(second)" }
      let head = zip(old, new).prefix(while: isSame).count
      let tail = min(
        zip(old.reversed(), new.reversed()).prefix(while: isSame).count,
        min(old.count, new.count) - head)
      let element = make(70 + number)
      if Bool.random(using: &generator) {
        let index = Int.random(in: 0...head, using: &generator)
        old.insert(element, at: index)
        new.insert(element, at: index)
      } else {
        let index = Int.random(in: 0...tail, using: &generator)
        old.insert(element, at: old.count - index)
        new.insert(element, at: new.count - index)
      }
    }
  }

  /// Tries values in random order until `body` changes one.
  @discardableResult private static func visit(
    _ fields: inout [Field], _ generator: inout SeededGenerator,
    _ body: (inout Node, inout SeededGenerator) -> Bool
  ) -> Bool {
    for index in fields.indices.shuffled(using: &generator) {
      if visit(&fields[index].value, &generator, body) { return true }
    }
    return false
  }

  private static func visit(
    _ node: inout Node, _ generator: inout SeededGenerator,
    _ body: (inout Node, inout SeededGenerator) -> Bool
  ) -> Bool {
    switch node {
    case .record(var fields):
      defer { node = .record(fields) }
      return visit(&fields, &generator, body)
    case .dictionary(var fields):
      defer { node = .dictionary(fields) }
      return visit(&fields, &generator, body)
    case .pair(var first, var second):
      defer { node = .pair(first, second) }
      if Bool.random(using: &generator) {
        return visit(&first, &generator, body) || visit(&second, &generator, body)
      }
      return visit(&second, &generator, body) || visit(&first, &generator, body)
    case .rows(var rows):
      if Int.random(in: 0...2, using: &generator) == 0 { return body(&node, &generator) }
      defer { node = .rows(rows) }
      for index in rows.indices.shuffled(using: &generator) {
        if visit(&rows[index].fields, &generator, body) { return true }
      }
      return false
    case .optional(var value?):
      defer { node = .optional(value) }
      return visit(&value, &generator, body)
    case .items(var items) where !items.isEmpty && Bool.random(using: &generator):
      defer { node = .items(items) }
      return visit(
        &items[Int.random(in: items.indices, using: &generator)], &generator, body)
    case .number, .text, .set, .items, .numbers, .optional(nil): return body(&node, &generator)
    }
  }
}
