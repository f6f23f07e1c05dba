import DequeModule
import OrderedCollections

extension OrderedSet: TextConvertible {
  public static func read(_ literal: Literal) throws(ValueError) -> OrderedSet<Element> {
    // customDump prints `Set([1, 2])`.
    let inside = literal.onlyArgument(of: "Set", "OrderedSet") ?? literal
    return OrderedSet(try inside.elements(of: Element.self, for: OrderedSet<Element>.self))
  }

  public func write(to printer: inout ValuePrinter) { printer.writeElements(self) }
}

extension OrderedDictionary: TextConvertible {
  public static func read(_ literal: Literal) throws(ValueError) -> OrderedDictionary<Key, Value> {
    var result: OrderedDictionary<Key, Value> = [:]
    for pair in try literal.pairs(of: Key.self, Value.self, for: OrderedDictionary.self) {
      guard result.updateValue(pair.value, forKey: pair.key) == nil else {
        throw ValueError(.duplicate, pair.range, "the key '\(pair.key)' is given twice")
      }
    }
    return result
  }

  public func write(to printer: inout ValuePrinter) {
    guard !isEmpty else { return printer.write(text: "[:]") }
    let texts = map { key, value in
      "\(printer.text(of: key, as: Key.self)): \(printer.text(of: value, as: Value.self))"
    }
    printer.write(text: "[\(texts.joined(separator: ", "))]")
  }
}

extension Deque: TextConvertible {
  public static func read(_ literal: Literal) throws(ValueError) -> Deque<Element> {
    Deque(try literal.elements(of: Element.self, for: Deque<Element>.self))
  }

  public func write(to printer: inout ValuePrinter) { printer.writeElements(self) }
}
