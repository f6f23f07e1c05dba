/// The parts of sets and dictionaries, in the order of what their dumps say.
enum UnorderedChildren {
  /// The key and the value of a dictionary's part.
  static func pair(_ child: Mirror.Child) -> (key: Any, value: Any)? {
    (child.value as? (key: AnyHashable, value: Any)).map { ($0.key.base, $0.value) }
  }

  /// The parts sorted by the dump of what `key` finds in them; those without it keep their order.
  static func sorted(
    _ children: [Mirror.Child], using printer: inout Printer, by key: (Mirror.Child) -> Any?
  ) -> [Mirror.Child] {
    guard children.count > 1 else { return children }
    let marks = printer.visitedObjects
    let texts = children.map { child in key(child).map { text(of: $0, using: &printer) } }
    if printer.visitedObjects.version == marks.version {
      return zip(children, texts).sorted { isLess($0.1, $1.1) }.map(\.0)
    }
    // What an instance prints depends on what was printed before: the sorting itself prints.
    printer.visitedObjects = marks
    return children.sorted {
      isLess(
        key($0).map { text(of: $0, using: &printer) },
        key($1).map { text(of: $0, using: &printer) })
    }
  }

  private static func isLess(_ left: String?, _ right: String?) -> Bool {
    guard let left, let right else { return false }
    return left < right
  }

  /// The name of a dictionary's part in a diff.
  static func text(of key: Any, using printer: inout Printer) -> String {
    printer.renderSeparately(names: .stored) {
      MirrorPrinter.write(key, name: .none, to: &$0, depth: 1)
    }
  }
}
