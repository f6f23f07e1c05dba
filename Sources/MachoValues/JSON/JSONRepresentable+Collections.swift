import DequeModule
import OrderedCollections

extension JSONRepresentable where Self: RandomAccessCollection {
  /// The elements in order.
  func json(_ printer: inout JSONPrinter) -> JSONValue { .array(printer.elements(of: self)) }
}

extension Array: JSONRepresentable {}
extension Deque: JSONRepresentable {}
extension OrderedSet: JSONRepresentable {}

extension Set: JSONRepresentable {
  /// The elements sorted by their text, because a set has no order.
  func json(_ printer: inout JSONPrinter) -> JSONValue {
    let sorted = printer.elements(of: self).map { (text: $0.text, json: $0) }.sorted {
      $0.text < $1.text
    }
    return .array(sorted.map(\.json))
  }
}

extension Dictionary: JSONRepresentable {
  /// The pairs sorted by the keys' text, because a dictionary has no order.
  func json(_ printer: inout JSONPrinter) -> JSONValue {
    printer.json(ofPairs: map { ($0.key, $0.value) }, isSorted: true)
  }
}

extension OrderedDictionary: JSONRepresentable {
  func json(_ printer: inout JSONPrinter) -> JSONValue {
    printer.json(ofPairs: map { ($0.key, $0.value) }, isSorted: false)
  }
}

extension JSONPrinter {
  fileprivate mutating func elements<Elements: Sequence>(of elements: Elements) -> [JSONValue] {
    inside { printer in elements.map { printer.json(of: $0, as: Elements.Element.self) } }
  }

  /// Returns an object if every key is a string, or a number or Bool of a declared type. Otherwise
  /// returns an array of pairs.
  fileprivate mutating func json<Key, Value>(
    ofPairs pairs: [(Key, Value)], isSorted: Bool
  ) -> JSONValue {
    guard !pairs.isEmpty else { return [:] }
    guard !isTooDeep(inside: 2) else { return Self.tooDeep }
    let keys = inside {
      $0.inside { printer in pairs.map { printer.json(of: $0.0, as: Key.self) } }
    }
    let names = keys.compactMap { JSONRules.name(of: $0, as: Key.self) }
    let isObject = names.count == keys.count
    let texts = isObject ? names : keys.map(\.text)
    var order = Array(pairs.indices)
    if isSorted { order.sort { texts[$0] < texts[$1] } }
    return inside { printer in
      guard isObject else {
        return .array(
          order.map { index in
            [keys[index], printer.inside { $0.json(of: pairs[index].1, as: Value.self) }]
          })
      }
      return .object(
        order.map { index in
          JSONValue.Member(names[index], printer.json(of: pairs[index].1, as: Value.self))
        })
    }
  }
}
