import Collections

extension JSONRepresentable where Self: RandomAccessCollection {
  /// The elements in their order.
  func json(_ printer: inout JSONPrinter) -> JSONValue { .array(printer.elements(of: self)) }
}

extension Array: JSONRepresentable {}
extension Deque: JSONRepresentable {}
extension OrderedSet: JSONRepresentable {}

extension Set: JSONRepresentable {
  /// In the order of the elements' texts, for a set has none.
  func json(_ printer: inout JSONPrinter) -> JSONValue {
    let sorted = printer.elements(of: self).map { (text: $0.text, json: $0) }.sorted {
      $0.text < $1.text
    }
    return .array(sorted.map(\.json))
  }
}

extension Dictionary: JSONRepresentable {
  /// In the order of the keys' texts, for a dictionary has none.
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

  /// An object where every key is a string, or a number of a type that the reader knows to be one;
  /// else an array of pairs.
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
