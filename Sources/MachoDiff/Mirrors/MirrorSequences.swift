/// The children of two mirrors.
struct MirrorSequences: SequencePair {
  /// By what two parts stand for each other.
  enum Equivalence {
    case label
    case identityOrEquality
    case key
  }

  /// What stands before a part.
  enum LabelSource {
    case label
    case index
    case key
  }

  let old: [Mirror.Child]
  let new: [Mirror.Child]
  let equivalence: Equivalence
  let naming: LabelSource

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

  /// Numbers for parts that can be hashed; nil if there is one that cannot.
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
    _ side: Side, at position: Int, shownAs index: Int, to printer: inout Printer
  ) -> FieldLabel {
    let child = side == .old ? old[position] : new[position]
    switch naming {
    case .label: return FieldLabel(child.label)
    case .index: return .index(index)
    case .key:
      guard let pair = UnorderedChildren.pair(child) else { return FieldLabel(child.label) }
      return .text(UnorderedChildren.text(of: pair.key, using: &printer))
    }
  }

  private func value(_ side: Side, _ position: Int) -> Any {
    guard naming == .key,
      let pair = UnorderedChildren.pair(side == .old ? old[position] : new[position])
    else { return side == .old ? old[position].value : new[position].value }
    return pair.value
  }

  func write(
    _ side: Side, at position: Int, name: FieldLabel, depth: Int, to printer: inout Printer
  ) {
    MirrorPrinter.write(value(side, position), name: name, to: &printer, depth: depth)
  }

  func writeComparison(_ old: Int, _ new: Int, at place: DiffPosition, to printer: inout Printer) {
    MirrorDiff.writeComparison(
      value(.old, old), value(.new, new), at: place, to: &printer)
  }
}
