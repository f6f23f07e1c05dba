extension MemberWalker {
  /// Visits an action that sets a property: `set(\.query, "swift")` or `query("swift")`. Returns `false` for
  /// another one.
  mutating func visitSetting(_ node: Int, _ type: Int) -> Bool {
    guard let setting = types.type(at: type) as? any PropertySetting.Type,
      let root = types.index(of: setting.rootType)
    else { return false }
    let isAction = node == actionNode
    let (names, values) = settingParts(node)
    var owner: Int? = root
    for name in names {
      if isAction, let type = owner.map(types.unwrapped),
        changes.removal(of: tree.text(name), in: type) != nil
      {
        findings.hasRemovedAction = true
        return true
      }
      owner = visitName(name, of: owner)
    }
    for value in values { visit(value, as: owner) }
    return true
  }

  /// Returns the places of the names that lead to the property, and the nodes of the values.
  private func settingParts(_ node: Int) -> (names: [Range<Int>], values: [Int]) {
    let arguments = tree.children(node)
    if tree[node].kind == .call, tree.name(node) == "set", let path = arguments.first,
      tree[path].kind == .keyPath
    {
      return (keyPathNames(in: tree.nameRange(path)), Array(arguments.dropFirst()))
    }
    var names = [tree.nameRange(node)]
    var last = node
    while tree[last].kind == .chain, let next = tree.firstChild(last) {
      last = next
      names.append(tree.nameRange(next))
    }
    return (names, tree[last].kind == .call ? tree.children(last) : [])
  }

  /// Returns the places of the properties' names in `\.profile.$name` or `\State.name`.
  private func keyPathNames(in range: Range<Int>) -> [Range<Int>] {
    var names: [Range<Int>] = []
    var rest = text.bytes[range]
    while let start = rest.firstIndex(where: isNameByte) {
      let name = rest[start...].prefix(while: isNameByte)
      // Those of types begin with capital letters.
      if !(UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(name[start]) {
        names.append(name.indices)
      }
      rest = rest[name.endIndex...]
    }
    return names
  }
}
