extension MemberWalker {
  typealias Change = MemberChanges.Item

  // MARK: Argument lists

  /// Visits the arguments of a call or the members of an object, and changes them.
  mutating func visitArguments(
    _ list: ArgumentList, of node: Int, _ site: MemberChanges.Site
  ) {
    guard !list.isElided(in: tree) else { return }
    let (certain, possible) = changes.applying(at: site, labels: list.items.compactMap(\.label))
    if case .names(let names) = site {
      for change in possible { notePossible(change, names, at: node) }
    }
    let labels = list.items.map { newLabel(of: $0, certain) }
    for (item, label) in zip(list.items, labels) where label != item.label {
      relabel(item, label)
    }
    let removed = rewrite(list, labels, of: node, certain, site)
    let kept = list.items.indices.filter { !removed.contains($0) }
    for (number, index) in kept.enumerated() {
      visit(list.items[index].value, as: type(ofArgument: number, labels[index], site))
    }
  }

  /// Returns the label of an argument after the changes. `nil` without one.
  private func newLabel(of item: ArgumentList.Item, _ certain: [Change]) -> String? {
    let renaming = certain.first { $0.change.newName != nil && $0.change.member == item.name }
    guard let name = renaming?.change.newName else { return item.label }
    guard Int(name) != nil else { return name }
    return text.form == .json ? "_" + name : nil
  }

  private mutating func relabel(_ item: ArgumentList.Item, _ label: String?) {
    let start = item.range.lowerBound
    if let label {
      edit(item.labelRange ?? start..<start, item.labelRange == nil ? label + ": " : label)
    } else {
      edit(start..<tree.range(item.value).lowerBound, "")
    }
  }

  private func type(
    ofArgument index: Int, _ label: String?, _ site: MemberChanges.Site
  ) -> Int? {
    switch site {
    case .names: return nil
    case .type(let type): return label.flatMap { types.member($0, of: type)?.types.first }
    case .enumCase(let member, let type):
      if let label, let position = member.labels.firstIndex(of: label) {
        return member.types[position]
      }
      let present = presentTypes(of: member, type)
      return index < present.count ? present[index] : nil
    }
  }

  /// Adds and removes arguments. Returns the indexes of those that are removed.
  private mutating func rewrite(
    _ list: ArgumentList, _ labels: [String?], of node: Int, _ certain: [Change],
    _ site: MemberChanges.Site
  ) -> Set<Int> {
    var added = certain.filter { $0.value != nil && !labels.contains($0.change.member) }
    let removed = list.items.indices.filter { index in
      certain.contains { $0.change.isRemoval && $0.change.member == list.items[index].name }
        && !isMigrated(list, added.count, site)
    }
    let kept = list.items.indices.filter { !removed.contains($0) }
    if isPattern, matchesFurtherArguments(list, of: node, site) { added = [] }
    if isAsDeclared(kept.count, labels, added, site) { added = [] }
    guard !removed.isEmpty || !added.isEmpty else { return [] }
    let isWhole = text.isWhole(at: list.inside.lowerBound, root: tree.range(0).lowerBound)
    // Scripts need not have the unchanged lines of a diff.
    if !isWhole, text.lines(of: list.inside).count > 1 { added = [] }
    guard !removed.isEmpty || !added.isEmpty else { return [] }
    let hasLines = self.hasLines(list)
    if text.form == .output {
      let reason = reasonToKeep(
        list, removed, kept, added.count, isWhole: isWhole, hasLines: hasLines)
      if let reason {
        note(tree.range(node).lowerBound, reason)
        return []
      }
    }
    var edits = ArgumentEdits(list: list, text: text, kept: kept)
    edits.insertions = insertions(of: added, labels, kept, site)
    if case .enumCase = site, tree[node].kind == .call { edits.dropsEmptyBrackets = true }
    findings.edits.formUnion(hasLines ? edits.ofLines : edits.inLine)
    return Set(removed)
  }

  /// Whether a pattern also matches values with further arguments: `add(_)` and `Row(id: 1, name: _)` do.
  private func matchesFurtherArguments(
    _ list: ArgumentList, of node: Int, _ site: MemberChanges.Site
  ) -> Bool {
    if case .enumCase = site {
      return list.items.count == 1 && list.items[0].label == nil
        && tree[list.items[0].value].kind == .wildcard
    }
    return tree.nodes[node..<Int(tree[node].next)].contains { $0.kind == .wildcard }
  }

  /// Whether a payload has at most as many values as the case declares. Then its values are those of the new
  /// declaration, and a removed position has been removed already.
  private func isMigrated(
    _ list: ArgumentList, _ addedCount: Int, _ site: MemberChanges.Site
  ) -> Bool {
    guard case .enumCase(let member, _) = site else { return false }
    return list.items.count + addedCount <= member.types.count
  }

  /// Whether a list needs no new arguments: a payload that has all its values, and properties that are laid
  /// over those of another value, as in `start`, because others are omitted, too. Elsewhere an omitted property
  /// gets the default in the source, which may differ from the value that is added.
  private func isAsDeclared(
    _ count: Int, _ labels: [String?], _ added: [Change], _ site: MemberChanges.Site
  ) -> Bool {
    switch site {
    case .names: return false
    case .enumCase(let member, _): return count == member.types.count
    case .type(let type):
      let names = labels.compactMap(\.self) + added.map(\.change.member)
      return isOverlay
        && types.members(of: type).contains {
          !names.contains($0.name) && types.isRequired($0, of: type)
        }
    }
  }

  // MARK: Layout

  /// Whether each argument begins a line, and so does the closing bracket.
  private func hasLines(_ list: ArgumentList) -> Bool {
    !list.items.isEmpty && text.startsLine(list.inside.upperBound)
      && list.items.allSatisfy { text.startsLine($0.range.lowerBound) }
  }

  /// Returns why the expected output of a value stays as it is, if its arguments do not say how it is
  /// printed now.
  private func reasonToKeep(
    _ list: ArgumentList, _ removed: [Int], _ kept: [Int], _ addedCount: Int, isWhole: Bool,
    hasLines: Bool
  ) -> String? {
    if hasMatcher(in: list) { return "a matcher may stand for the changed part of this value" }
    guard isWhole else {
      let losesChange = removed.contains { hasChange(list, $0) }
      return losesChange && !kept.contains(where: { hasChange(list, $0) })
        ? "nothing else changes in this part of the diff" : nil
    }
    return isPrintedAlike(list, kept, addedCount, hasLines)
      ? nil : "this value is printed in another form now"
  }

  /// Whether a matcher stands between the brackets, and not in an argument.
  private func hasMatcher(in list: ArgumentList) -> Bool {
    text.lines(of: list.inside).contains { line in
      text.kind(ofLine: line) == .matcher
        && !list.items.contains { text.lines(of: $0.range).contains(line) }
    }
  }

  /// Whether a diff marks a line of an argument.
  private func hasChange(_ list: ArgumentList, _ index: Int) -> Bool {
    text.lines(of: list.items[index].range).contains { text.kind(ofLine: $0) == .change }
  }

  /// Whether macho prints the value in the same layout before and after the change. A printed value has one
  /// line for each property, or a single line if its only property is short.
  private func isPrintedAlike(
    _ list: ArgumentList, _ kept: [Int], _ addedCount: Int, _ hasLines: Bool
  ) -> Bool {
    guard hasLines else { return list.items.count > 1 && kept.count + addedCount > 1 }
    guard kept.count + addedCount == 1 else { return true }
    guard let only = kept.first else { return false }
    return text.lines(of: list.items[only].range).count > 1
  }

  // MARK: New arguments

  /// Returns the new arguments, each with the number of kept arguments before it.
  private func insertions(
    of added: [Change], _ labels: [String?], _ kept: [Int], _ site: MemberChanges.Site
  ) -> [ArgumentEdits.Insertion] {
    let declared: [String]
    let ranks: [Int]
    switch site {
    case .names: return added.map { .init(place: kept.count, argument: argument($0)) }
    case .type(let type):
      declared = types.members(of: type).map(\.name)
      ranks = kept.map { index in labels[index].flatMap { declared.firstIndex(of: $0) } ?? -1 }
    case .enumCase(let member, _):
      declared = member.valueNames
      // The others are in their order, with or without labels.
      ranks = declared.indices.filter { index in
        !added.contains { $0.change.member == declared[index] }
      }
    }
    let ranked = added.map { ($0, rank: declared.firstIndex(of: $0.change.member) ?? Int.max) }
    return ranked.sorted { $0.rank < $1.rank }.map { change, rank in
      let place = zip(ranks, kept).prefix { $0.0 < rank }.count
      return .init(place: place, argument: argument(change))
    }
  }

  private func argument(_ change: Change) -> ArgumentEdits.Argument {
    let (name, value) = (change.change.member, change.value)
    let isPosition = Int(name) != nil
    let label = isPosition ? "" : name + ": "
    switch text.form {
    case .command: return .init(label: label, value: value?.text ?? "")
    case .output: return .init(label: label, value: value?.text ?? "", dump: value?.dump)
    case .json:
      return .init(label: "\"\(isPosition ? "_" : "")\(name)\": ", value: value?.json ?? "")
    }
  }

  /// Adds arguments to a case that is written without brackets: `refresh` or `add.saveButtonTapped`.
  mutating func addArguments(to node: Int, _ site: MemberChanges.Site) {
    guard case .enumCase(let member, _) = site else { return }
    let certain = changes.applying(at: site, labels: []).certain
    let added = member.valueNames.compactMap { name in
      certain.first { $0.value != nil && $0.change.member == name }
    }
    let rest = tree[node].kind == .chain ? tree.firstChild(node) : nil
    // A pattern may end at a case.
    guard let first = added.first, rest != nil || tree[node].kind != .name || !isPattern else {
      return
    }
    let isElement = rest.map(tree.isSubscript) ?? false
    guard text.form == .command, !isElement, rest != nil || tree[node].kind == .name else {
      return noteMissing(first, at: node)
    }
    let values = added.map { change in
      let argument = self.argument(change)
      return argument.label + (isPattern ? "_" : argument.value)
    }
    let end = tree.nameEnd(node)
    guard rest != nil else { return edit(end..<end, "(" + values.joined(separator: ", ") + ")") }
    // The rest, which begins with its dot, is the only value that is not new.
    let place = zip(member.valueNames, added).prefix { $0.0 == $0.1.change.member }.count
    let last = tree.range(node).upperBound
    edit(end..<end, "(" + values[..<place].map { $0 + ", " }.joined())
    edit(last..<last, values[place...].map { ", " + $0 }.joined() + ")")
  }
}
