/// Finds the places in a text that changes of declarations concern.
///
/// A value is known by the type that its place declares, or by the name that is written before its
/// arguments. What remains unknown and may be meant becomes a note.
struct MemberWalker {
  let text: MigrationText
  let changes: MemberChanges
  var findings = MigrationFindings()
  /// The value that is visited, with those in it.
  var tree = SyntaxTree(bytes: [])
  /// Whether it is a pattern, which may end at a case.
  var isPattern = false
  /// Whether properties that the value omits may have the values of another one.
  var isOverlay = false
  /// The node of the value that is an action, and no part of one. Default: none.
  private(set) var actionNode: Int?

  init(_ text: MigrationText, _ changes: MemberChanges) {
    self.text = text
    self.changes = changes
  }

  var types: DeclaredTypes { changes.types }

  // MARK: Parts

  mutating func visit(_ part: TextPart) {
    guard text.form != .json else { return visitJSON(part) }
    if case .conditions(let state) = part.role {
      return visitConditions(in: part.range, of: state.flatMap { types.index(of: $0) })
    }
    for item in ValueScan(text.bytes, part.range).items {
      switch item {
      case .unread(let range): noteUnread(range)
      case .value(let tree): visit(tree, as: part.role)
      }
    }
  }

  private mutating func visit(_ tree: SyntaxTree, as role: TextPart.Role) {
    begin(tree)
    switch role {
    case .values(let types): visit(0, as: fittingType(types))
    case .overlays(let types):
      isOverlay = true
      visit(0, as: fittingType(types))
    case .actions(let types):
      actionNode = 0
      visit(0, as: fittingType(types))
    case .patterns(let types):
      (isPattern, actionNode) = (true, 0)
      visit(0, as: fittingType(types))
    case .arguments(let types):
      isPattern = true
      let values = tree[0].kind == .tuple ? tree.children(0) : [0]
      for (index, value) in values.enumerated() {
        visit(value, as: index < types.count ? self.types.index(of: types[index]) : nil)
      }
    case .conditions: break
    }
  }

  /// Starts at a value that is not part of another one.
  mutating func begin(_ tree: SyntaxTree) {
    self.tree = tree
    (isPattern, isOverlay, actionNode) = (false, false, nil)
  }

  private mutating func visitJSON(_ part: TextPart) {
    guard let tree = try? JSONParser.parse(String(decoding: text.bytes, as: UTF8.self)) else {
      return note(part.range.lowerBound, "this is not JSON")
    }
    visit(tree, as: part.role)
  }

  /// Returns the first of the types that has the case which is written.
  private func fittingType(_ candidates: [Any.Type]) -> Int? {
    let known = candidates.compactMap { types.index(of: $0) }
    guard known.count > 1 else { return known.first }
    return known.first { isMember(tree.name(0), of: $0) } ?? known.first
  }

  /// Whether a type has a property or case, or had it under this name.
  func isMember(_ name: String, of type: Int) -> Bool {
    types.member(name, of: type) != nil || changes.newName(of: name, in: type) != nil
      || changes.removal(of: name, in: type) != nil
  }

  // MARK: Values

  /// Visits a value.
  ///
  /// - Parameter declared: The type that its place declares. `nil` if it is not known.
  mutating func visit(_ node: Int, as declared: Int?) {
    if let declared, types.kind(of: declared) == .optional, let inside = contentOfSome(node) {
      return visit(inside, as: types.members(of: declared).first?.types.first)
    }
    let type = declared.map(types.unwrapped)
    let wasOverlay = isOverlay
    defer { isOverlay = wasOverlay }
    // Elements and payloads are built as a whole.
    if let type, types.kind(of: type) != .structure { isOverlay = false }
    switch tree[node].kind {
    case .name, .call, .chain, .element: visitNamed(node, type)
    case .array: for child in tree.children(node) { visit(child, as: types.element(of: type)) }
    case .dictionary:
      let children = tree.children(node)
      for index in stride(from: 0, to: children.count - 1, by: 2) {
        visit(children[index], as: nil)
        visit(children[index + 1], as: types.element(of: type))
      }
    case .tuple: visitTuple(node, type)
    case .range: for child in tree.children(node) { visit(child, as: nil) }
    case .object: visitObject(node, type)
    case .file: recordFile(node, declared)
    case .with: visitReplacements(node, type)
    case .variable, .keyPath: noteNames(in: tree.range(node))
    case .string, .number: visitLiteral(node, type)
    default: break
    }
  }

  /// Returns the content of `.some(…)`.
  private func contentOfSome(_ node: Int) -> Int? {
    guard [.call, .chain].contains(tree[node].kind), tree.name(node) == "some" else { return nil }
    return tree.firstChild(node)
  }

  private mutating func visitTuple(_ node: Int, _ type: Int?) {
    let children = tree.children(node)
    guard let type, types.kind(of: type) == .tuple, let member = types.members(of: type).first
    else {
      // Brackets around a single value only group.
      let isGroup = children.count == 1 && tree.labelRange(children[0]) == nil
      for child in children { visit(child, as: isGroup ? type : nil) }
      return
    }
    for (index, child) in children.enumerated() {
      visit(child, as: index < member.types.count ? member.types[index] : nil)
    }
  }

  /// Visits `value with(property: value, …)`. The properties that it omits have values already.
  private mutating func visitReplacements(_ node: Int, _ type: Int?) {
    let children = tree.children(node)
    visit(children[0], as: type)
    isOverlay = true
    for child in children.dropFirst() {
      guard let label = tree.label(child), let range = tree.labelRange(child) else { continue }
      guard let type else {
        noteNames(in: range)
        visit(child, as: nil)
        continue
      }
      let newName = changes.newName(of: label, in: type)
      if let newName {
        edit(range, newName)
      } else if let removal = changes.removal(of: label, in: type) {
        noteRemoved(removal, range)
      }
      visit(child, as: types.member(newName ?? label, of: type)?.types.first)
    }
  }

  /// A literal can stand for a struct with a single property, and in JSON for a case.
  private mutating func visitLiteral(_ node: Int, _ type: Int?) {
    guard let type else { return }
    switch types.kind(of: type) {
    case .structure:
      for item in changes.applying(at: .type(type), labels: []).certain where item.value != nil {
        noteMissing(item, at: node)
      }
    case .enumeration where text.form == .json && tree[node].kind == .string:
      guard let name = try? tree.stringValue(node),
        let member = visitCaseName(name, tree.nameRange(node), of: type, isAction: false)
      else { return }
      addArguments(to: node, .enumCase(member, of: type))
    default: break
    }
  }

  private mutating func recordFile(_ node: Int, _ type: Int?) {
    guard let name = try? tree.stringValue(node + 1) else { return }
    findings.files.append(
      .init(
        name: name, type: type.map { types.type(at: $0) }, isOverlay: isOverlay,
        offset: tree.range(node).lowerBound))
  }

  // MARK: Calls and cases

  private mutating func visitNamed(_ node: Int, _ type: Int?) {
    if let type {
      switch types.kind(of: type) {
      case .structure: if visitStructure(node, type) { return }
      case .enumeration: if visitCase(node, type) { return }
      case .elements, .pairs:
        // `Set([…])`
        if tree[node].kind == .call {
          for child in tree.children(node) { visit(child, as: type) }
          return
        }
      case .leaf: if visitSetting(node, type) { return }
      case .optional, .tuple: break
      }
    }
    visitUntyped(node)
  }

  /// Visits a call of the initializer of a struct. Returns `false` for anything else.
  private mutating func visitStructure(_ node: Int, _ type: Int) -> Bool {
    let (names, last) = tree.names(of: node)
    let written = names.last == "init" ? Array(names.dropLast()) : names
    guard tree[last].kind == .call,
      written.isEmpty || types.path(of: type).isNamed(by: written)
    else { return false }
    visitArguments(ArgumentList(last, tree), of: last, .type(type))
    return true
  }

  /// Visits a case, with or without the name of its type. Returns `false` for anything else.
  private mutating func visitCase(_ node: Int, _ type: Int) -> Bool {
    let isAction = node == actionNode
    var current = node
    while true {
      if tree.isSubscript(current) { return visitElement(current, type, isAction) }
      let name = tree.name(current)
      if isMember(name, of: type) {
        let labels =
          tree[current].kind == .call
          ? tree.children(current).map { tree.label($0) ?? "_" } : []
        let found = visitCaseName(
          name, tree.nameRange(current), of: type, labels: labels, isAction: isAction)
        if let found { visitPayload(of: current, found, type, isAction) }
        return true
      }
      // The names of the type may precede that of the case.
      guard tree[current].kind == .chain, name.first?.isUppercase == true,
        let next = tree.firstChild(current)
      else { return false }
      current = next
    }
  }

  /// Renames a case. Returns the case, or `nil` if it was removed.
  mutating func visitCaseName(
    _ name: String, _ range: Range<Int>, of type: Int, labels: [String] = [], isAction: Bool
  ) -> TypeOutline.Member? {
    let newName = changes.newName(of: name, in: type)
    let found = types.members(of: type).filter { $0.name == newName ?? name }
    // Cases may share a name if their labels differ.
    guard let member = found.first(where: { $0.labels == labels }) ?? found.first else {
      if let removal = changes.removal(of: name, in: type) {
        if isAction { findings.hasRemovedAction = true } else { noteRemoved(removal, range) }
      }
      return nil
    }
    if let newName { edit(range, newName) }
    return member
  }

  private mutating func visitPayload(
    of node: Int, _ member: TypeOutline.Member, _ type: Int, _ isAction: Bool
  ) {
    let site = MemberChanges.Site.enumCase(member, of: type)
    switch tree[node].kind {
    case .call:
      var list = ArgumentList(node, tree)
      if let only = list.items.first, list.items.count == 1, only.label == nil {
        if isAction { actionNode = only.value }
        // `case at(Int, Int)` may be written `at((1, 2))`.
        if member.types.count > 1, tree[only.value].kind == .tuple {
          list = ArgumentList(only.value, tree)
        }
      }
      visitArguments(list, of: node, site)
    case .element:
      addArguments(to: node, site)
      let (arguments, rest) = tree.elementParts(node)
      for (index, argument) in arguments.enumerated() {
        visit(argument, as: index < member.types.count ? member.types[index] : nil)
      }
      if isAction { actionNode = rest }
      if let rest { visit(rest, as: member.types.last) }
    case .chain:
      addArguments(to: node, site)
      guard let rest = tree.firstChild(node) else { return }
      if isAction { actionNode = rest }
      let present = presentTypes(of: member, type)
      visit(rest, as: present.count == 1 ? present[0] : nil)
    default: addArguments(to: node, site)
    }
  }

  /// Returns the types of the values of a case, without those that are added.
  func presentTypes(of member: TypeOutline.Member, _ type: Int) -> [Int] {
    let added = changes.applying(at: .enumCase(member, of: type), labels: []).certain
      .filter { $0.value != nil }.map(\.change.member)
    return zip(member.valueNames, member.types).filter { !added.contains($0.0) }.map(\.1)
  }

  /// Visits `[id: 3].action`.
  private mutating func visitElement(_ node: Int, _ type: Int, _ isAction: Bool) -> Bool {
    guard let member = types.member("element", of: type), member.types.count == 2 else {
      return false
    }
    let (arguments, rest) = tree.elementParts(node)
    for argument in arguments { visit(argument, as: member.types[0]) }
    if isAction { actionNode = rest }
    if let rest { visit(rest, as: member.types[1]) }
    return true
  }

  /// Visits a value of unknown type, which only its names can identify.
  mutating func visitUntyped(_ node: Int) {
    guard tree[node].kind != .element else { return visitParts(ofElement: node) }
    let (names, last) = tree.names(of: node)
    let isCall = tree[last].kind == .call
    // The name of a type may precede a case, `init` or the arguments.
    for count in stride(from: names.count, to: 0, by: -1) {
      guard let type = types.type(named: Array(names.prefix(count))) else { continue }
      if types.kind(of: type) == .enumeration {
        if count < names.count, visitCase(node, type) { return }
      } else if isCall, names.dropFirst(count).allSatisfy({ $0 == "init" }) {
        return visitArguments(ArgumentList(last, tree), of: last, .type(type))
      }
    }
    // A chain's nodes are adjacent.
    if let item = changes.unknownCase(named: names) {
      if let newName = item.change.newName {
        edit(tree.nameRange(last), newName)
      } else {
        noteRemoved(item, tree.nameRange(last))
      }
    } else {
      for name in node...last { noteNames(in: tree.nameRange(name)) }
    }
    if isCall {
      let written = names.last == "init" ? Array(names.dropLast()) : names
      visitArguments(ArgumentList(last, tree), of: last, .names(written))
    } else if tree[last].kind == .chain, let element = tree.firstChild(last) {
      visitParts(ofElement: element)
    }
  }

  private mutating func visitParts(ofElement node: Int) {
    if !tree.isSubscript(node) { noteNames(in: tree.nameRange(node)) }
    for child in tree.children(node) { visit(child, as: nil) }
  }
}
