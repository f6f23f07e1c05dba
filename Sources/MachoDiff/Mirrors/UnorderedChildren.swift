/// The children of sets and dictionaries, sorted by their dumps.
enum UnorderedChildren {
  /// Returns the key and value of a dictionary's child.
  static func pair(_ child: Mirror.Child) -> (key: Any, value: Any)? {
    (child.value as? (key: AnyHashable, value: Any)).map { ($0.key.base, $0.value) }
  }

  /// Returns the element of a set, or the key of a dictionary's child, as a key. `nil` if the child
  /// of a custom collection is not hashable.
  static func hashKey(of child: Mirror.Child) -> AnyHashable? {
    (pair(child)?.key ?? child.value) as? AnyHashable
  }

  /// Returns the children sorted by the dump of what `key` returns. Children without a key keep
  /// their order.
  static func sorted(
    _ children: [Mirror.Child], using printer: inout Printer, by key: (Mirror.Child) -> Any?
  ) -> [Mirror.Child] {
    guard children.count > 1 else { return children }
    let marks = printer.visitedObjects
    let texts = children.map { child in key(child).map { text(of: $0, using: &printer) } }
    if printer.visitedObjects.version == marks.version {
      return zip(children, texts).sorted { left, right in
        // custom-dump's texts may be equal.
        guard left.1 == right.1, let old = key(left.0), let new = key(right.0) else {
          return isLess(left.1, right.1)
        }
        return exactText(of: old, using: &printer) < exactText(of: new, using: &printer)
      }.map(\.0)
    }
    // Dumps of instances depend on earlier dumps, so custom-dump's sorting affects them. Dump
    // inside the comparison, as custom-dump does.
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

  /// Returns the label of a dictionary's child in a diff.
  static func label(of key: Any, using printer: inout Printer) -> RenderedText {
    let depth = printer.labelStyle == .source ? DumpOptions.depthLimit : 1
    return printer.render { MirrorPrinter.write(key, label: .none, to: &$0, depth: depth) }
  }

  private static func exactText(of key: Any, using printer: inout Printer) -> String {
    printer.renderSeparately(labelStyle: .source) {
      MirrorPrinter.write(key, label: .none, to: &$0, depth: DumpOptions.depthLimit)
    }
  }

  private static func text(of key: Any, using printer: inout Printer) -> String {
    printer.renderSeparately(labelStyle: .stored) {
      MirrorPrinter.write(key, label: .none, to: &$0, depth: 1)
    }
  }
}
