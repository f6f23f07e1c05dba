extension MemberWalker {
  /// Visits the comparisons and paths of a condition: `rows[0].name == "Blob" and not isLoading`.
  mutating func visitConditions(in part: Range<Int>, of state: Int?) {
    var bytes = text.bytes
    // `rows[*]` is a path, but no value.
    for index in part.dropLast(2) where bytes[index...].starts(with: "[*]".utf8) {
      bytes[index + 1] = UInt8(ascii: "0")
    }
    var end = part.lowerBound
    // The type of the path before an operator, whether that was read, and whether a pattern follows.
    var subject: Int?
    var (isOperand, isWord) = (false, false)
    // The type of the last path, and whether it is before an operator.
    var path: (type: Int?, isSubject: Bool) = (nil, false)
    for item in ValueScan(bytes, part).items {
      guard case .value(let tree) = item else {
        if case .unread(let range) = item { noteUnread(range) }
        continue
      }
      begin(tree)
      // A variable may be used in 'start'.
      isOverlay = true
      let range = tree.range(0)
      let gap = text.bytes[end..<range.lowerBound].filter { $0 != 0x20 && $0 != 0x0a }
      end = range.upperBound
      if gap.elementsEqual("?".utf8), isDotted(0) {
        // The rest of a path with an Optional: `rows.last?.name`.
        path.type = visitComponents(0, of: path.type, in: state)
        if path.isSubject { subject = path.type }
        continue
      }
      if Self.operators.contains(String(decoding: gap, as: UTF8.self)) { isOperand = true }
      if isOperand {
        isPattern = isWord
        path = (visitOperand(of: state, as: subject), false)
        (subject, isOperand, isWord) = (nil, false, false)
      } else if subject != nil, tree[0].kind == .name, tree.name(0) == "is" {
        (isOperand, isWord) = (true, true)
      } else if subject != nil, tree[0].kind == .name, tree.name(0) == "contains" {
        subject = types.element(of: subject.map(types.unwrapped))
        (isOperand, isWord) = (true, true)
      } else {
        subject = visitPath(0, of: state)
        path = (subject, true)
      }
    }
  }

  private static let operators: Set = ["==", "!=", "<", "<=", ">", ">=", "="]

  /// Visits the right side of a comparison: a path, a value or a pattern. Returns the type of the values at
  /// a path, as far as it is known.
  private mutating func visitOperand(of state: Int?, as type: Int?) -> Int? {
    let isCase = type.map { isMember(tree.name(0), of: types.unwrapped($0)) } ?? false
    if !isCase, isOld(0) || isPath(0, of: state) { return visitPath(0, of: state) }
    visit(0, as: type)
    return nil
  }

  /// Visits a path, or `old(PATH)`. Returns the type of the values at it, as far as it is known.
  private mutating func visitPath(_ node: Int, of state: Int?) -> Int? {
    if isOld(node), let path = tree.firstChild(node) { return visitPath(path, of: state) }
    guard let state, isNamed(node), tree[node].kind != .call, !isDotted(node) else {
      visit(node, as: nil)
      return nil
    }
    return visitComponents(node, of: state, in: state)
  }

  /// Visits the components of a path from a value on. Returns the type of the values at it, as far as it is
  /// known.
  private mutating func visitComponents(_ node: Int, of owner: Int?, in state: Int?) -> Int? {
    var type = owner
    var current: Int? = node
    while let component = current {
      switch tree[component].kind {
      case .element where tree.isSubscript(component):
        let (arguments, rest) = tree.elementParts(component)
        for argument in arguments {
          if isPath(argument, of: state) {
            _ = visitPath(argument, of: state)
          } else {
            visit(argument, as: nil)
          }
        }
        type = types.element(of: type.map(types.unwrapped))
        current = rest
      case .name, .chain:
        type = visitName(tree.nameRange(component), of: type)
        current = tree.firstChild(component)
      default:
        visit(component, as: nil)
        return nil
      }
    }
    return type
  }

  /// Whether a node is `old(PATH)`.
  private func isOld(_ node: Int) -> Bool {
    tree[node].kind == .call && tree.name(node) == "old"
  }

  /// Whether a node may be a path of a state.
  private func isPath(_ node: Int, of state: Int?) -> Bool {
    guard let type = state.map(types.unwrapped), isNamed(node), !isDotted(node) else {
      return false
    }
    let name = tree.name(node)
    return isMember(name, of: type) || types.computed(name, of: type) != nil
  }

  private func isDotted(_ node: Int) -> Bool { tree[node].detail & SyntaxNode.dotted != 0 }

  private func isNamed(_ node: Int) -> Bool {
    [.name, .chain, .element, .call].contains(tree[node].kind)
  }

  /// Renames a component of a path. Returns the type of the values at it, as far as it is known.
  mutating func visitName(_ range: Range<Int>, of owner: Int?) -> Int? {
    let name = tree.text(range)
    guard let type = owner.map(types.unwrapped) else {
      noteNames(in: range)
      return nil
    }
    let newName = changes.newName(of: name, in: type)
    if let member = types.member(newName ?? name, of: type) {
      if let newName { edit(range, newName) }
      return member.types.count == 1 ? member.types[0] : nil
    }
    if let removal = changes.removal(of: name, in: type) {
      noteRemoved(removal, range)
      return nil
    }
    if let computed = types.computed(name, of: type) { return computed }
    switch name {
    case "self": return type
    case "first", "last": return types.element(of: type)
    default:
      noteNames(in: range)
      return nil
    }
  }
}
