/// The children of two mirrors.
struct MirrorSequences: SequencePair {
  /// The criterion by which two children match.
  enum Equivalence {
    case label
    case identityOrEquality
    case key
  }

  /// The source of a child's label.
  enum LabelSource {
    case label
    case index
    case key
  }

  let old: [Mirror.Child]
  let new: [Mirror.Child]
  let equivalence: Equivalence
  let labelSource: LabelSource

  var oldCount: Int { old.count }
  var newCount: Int { new.count }

  func align() -> [MatchRun] {
    Alignment(
      oldCount: old.count, newCount: new.count, areEquivalent: areEquivalent, keys: keys
    ).runs(from: 0)
  }

  private func areEquivalent(_ oldIndex: Int, _ newIndex: Int) -> Bool {
    let (old, new) = (old[oldIndex], new[newIndex])
    switch equivalence {
    case .label: return old.label == new.label
    case .key:
      if let old = old.value as? (key: AnyHashable, value: Any),
        let new = new.value as? (key: AnyHashable, value: Any)
      {
        return old.key == new.key
      }
      return MirrorEquality.areEqual(old.value, new.value)
    case .identityOrEquality:
      return MirrorEquality.areIdentical(old.value, new.value)
        || MirrorEquality.areEqual(old.value, new.value)
    }
  }

  /// Returns hash keys of the children, or `nil` if one cannot be hashed.
  private func keys() -> MatchKeys? {
    let hash: (Mirror.Child) -> Int?
    switch equivalence {
    case .label: hash = { $0.label.hashValue }
    case .key: hash = { ($0.value as? (key: AnyHashable, value: Any))?.key.hashValue }
    case .identityOrEquality:
      hash = { $0.value is any Identifiable ? nil : ($0.value as? AnyHashable)?.hashValue }
    }
    let (old, new) = (old.compactMap(hash), new.compactMap(hash))
    guard old.count == oldCount, new.count == newCount else { return nil }
    return MatchKeys(lists: [.init(old: old, new: new)])
  }

  func equalPairs(from old: Int, _ new: Int, limit: Int) -> Int {
    (0..<limit).first {
      !MirrorEquality.areEqual([self.old[old + $0]], [self.new[new + $0]])
    } ?? limit
  }

  func label(
    _ side: Side, at index: Int, displayIndex: Int, to printer: inout Printer
  ) -> FieldLabel {
    let child = side == .old ? old[index] : new[index]
    switch labelSource {
    case .label: return FieldLabel(child.label)
    case .index: return .index(displayIndex)
    case .key:
      guard let pair = UnorderedChildren.pair(child) else { return FieldLabel(child.label) }
      return .key(UnorderedChildren.label(of: pair.key, using: &printer))
    }
  }

  private func value(_ side: Side, _ index: Int) -> Any {
    guard labelSource == .key,
      let pair = UnorderedChildren.pair(side == .old ? old[index] : new[index])
    else { return side == .old ? old[index].value : new[index].value }
    return pair.value
  }

  func write(
    _ side: Side, at index: Int, label: FieldLabel, depth: Int, to printer: inout Printer
  ) {
    MirrorPrinter.write(value(side, index), label: label, to: &printer, depth: depth)
  }

  func writeComparison(_ old: Int, _ new: Int, at position: DiffPosition, to printer: inout Printer)
  {
    MirrorDiff.writeComparison(
      value(.old, old), value(.new, new), at: position, to: &printer)
  }
}
