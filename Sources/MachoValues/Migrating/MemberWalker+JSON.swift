extension MemberWalker {
  /// Visits a JSON object: a struct, `{"case": payload}` or a dictionary.
  mutating func visitObject(_ node: Int, _ type: Int?) {
    let list = ArgumentList(node, tree)
    guard let type else { return visitArguments(list, of: node, .names([])) }
    switch types.kind(of: type) {
    case .structure: visitArguments(list, of: node, .type(type))
    case .enumeration: visitCaseObject(list, type)
    case .pairs: for item in list.items { visit(item.value, as: types.element(of: type)) }
    case .leaf, .optional, .elements, .tuple: visitArguments(list, of: node, .names([]))
    }
  }

  /// Visits `{"case": payload}`. The payload is an object of its values, an array, or a bare value.
  private mutating func visitCaseObject(_ list: ArgumentList, _ type: Int) {
    guard let item = list.items.first, let name = item.label, let range = item.labelRange,
      let member = visitCaseName(name, range, of: type, isAction: false)
    else { return }
    let site = MemberChanges.Site.enumCase(member, of: type)
    let payload = ArgumentList(item.value, tree)
    if tree[item.value].kind == .object, isPayload(payload, of: member, type) {
      return visitArguments(payload, of: item.value, site)
    }
    addArguments(to: item.value, site)
    let present = presentTypes(of: member, type)
    if tree[item.value].kind == .array, present.count > 1 {
      for (element, type) in zip(tree.children(item.value), present) { visit(element, as: type) }
    } else {
      visit(item.value, as: present.count == 1 ? present[0] : nil)
    }
  }

  /// Whether the keys of an object are those of the values of a payload.
  private func isPayload(
    _ list: ArgumentList, of member: TypeOutline.Member, _ type: Int
  ) -> Bool {
    let changed = changes.applying(at: .enumCase(member, of: type), labels: []).certain
    let names = member.valueNames + changed.map(\.change.member)
    return !list.items.isEmpty && list.items.allSatisfy { names.contains($0.name) }
  }
}
