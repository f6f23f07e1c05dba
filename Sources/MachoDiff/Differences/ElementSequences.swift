import MachoMetadata

/// The first difference of two arrays, kept so that their common prefix is not compared again.
struct FirstDifference {
  let old: ElementBuffer
  let new: ElementBuffer
  let index: Int

  func isBetween(_ old: ElementBuffer, _ new: ElementBuffer) -> Bool {
    self.old.isSame(as: old) && self.new.isSame(as: new)
  }
}

/// The elements of two arrays of the same type.
struct ElementSequences: SequencePair {
  private let old: ElementBuffer
  private let new: ElementBuffer
  private let plan: DiffPlan
  /// The elements' `==`; `nil` if they have none.
  private let equality: DumpEquality?
  /// The end of the common prefix of matching pairs.
  private var prefixEnd = 0
  /// The indices in this prefix whose elements match but are not equal.
  private var changes: [Int] = []
  private var nextChange = 0

  init(old: ElementBuffer, new: ElementBuffer, plan: DiffPlan, equality: DumpEquality?) {
    self.old = old
    self.new = new
    self.plan = plan
    self.equality = equality
  }

  var oldCount: Int { old.count }
  var newCount: Int { new.count }

  private func firstDifference(_ oldStart: Int, _ newStart: Int, limit: Int) -> Int {
    let (old, new) = (old.suffix(from: oldStart), new.suffix(from: newStart))
    if let equality, !plan.usesMirror {
      return equality.firstDifference(old, new, in: 0..<limit) {
        plan.areEqual(old[$0], new[$0])
      }
    }
    return (0..<limit).first { !plan.areEqual(old[$0], new[$0]) } ?? limit
  }

  /// Whether all elements are equal, although their arrays are not.
  ///
  /// - Parameter known: The first difference found earlier by the same comparison.
  mutating func allAreEqual(_ known: FirstDifference?) -> Bool {
    if let known, known.isBetween(old, new), equality != nil, !plan.usesMirror {
      prefixEnd = known.index
      return false
    }
    prefixEnd = firstDifference(0, 0, limit: min(old.count, new.count))
    return old.count == new.count && prefixEnd == old.count
  }

  /// Aligns the elements. Two elements match if they have the same identity or are equal.
  mutating func align() -> [MatchRun] {
    let shorter = min(old.count, new.count)
    while prefixEnd < shorter, plan.areIdentical(old[prefixEnd], new[prefixEnd]) {
      // These elements differ: `prefixEnd` is the end of a run of equal elements.
      changes.append(prefixEnd)
      prefixEnd += 1
      prefixEnd += firstDifference(prefixEnd, prefixEnd, limit: shorter - prefixEnd)
    }
    let (old, new, plan) = (old, new, plan)
    // As in custom-dump, `==` alone decides which elements match. Matching elements may differ.
    let matching = plan.usesMirror ? nil : equality?.witness
    let mayHoldNaN = equality?.mayHoldNaN ?? false
    // Elements without identity match if they are equal.
    let isByEquality = !plan.usesMirror && IdentityWitness(of: plan.type) == nil
    return Alignment(
      oldCount: old.count, newCount: new.count,
      areEquivalent: {
        plan.areIdentical(old[$0], new[$1])
          || (matching?.areEqual(old[$0], new[$1]) ?? plan.areEqual(old[$0], new[$1]))
          || mayHoldNaN && plan.areEqual(old[$0], new[$1])
      },
      keys: { ElementKeys(old, new, plan).keys },
      lastMatch: isByEquality && !mayHoldNaN
        ? matching.map { equality in { equality.lastIndex(of: old[$0], in: new, $1) } } : nil
    ).runs(from: prefixEnd)
  }

  mutating func equalPairs(from old: Int, _ new: Int, limit: Int) -> Int {
    guard old == new, new < prefixEnd else { return firstDifference(old, new, limit: limit) }
    while nextChange < changes.count, changes[nextChange] < new { nextChange += 1 }
    let end = nextChange < changes.count ? changes[nextChange] : prefixEnd
    if end == new { return 0 }
    let known = min(end - new, limit)
    // There may be more equal elements after the known ones.
    guard end == prefixEnd, known < limit else { return known }
    return known + firstDifference(end, end, limit: limit - known)
  }

  func label(
    _ side: Side, at index: Int, displayIndex: Int, to printer: inout Printer
  ) -> FieldLabel {
    .index(displayIndex)
  }

  func write(
    _ side: Side, at index: Int, label: FieldLabel, depth: Int, to printer: inout Printer
  ) {
    let elements = side == .old ? old : new
    plan.write(elements[index], label: label, to: &printer, depth: depth)
  }

  func writeComparison(_ old: Int, _ new: Int, at position: DiffPosition, to printer: inout Printer)
  {
    plan.writeComparison(self.old[old], self.new[new], at: position, to: &printer)
  }
}

/// Hash keys by which matching elements are found.
private struct ElementKeys {
  /// `nil` if only comparing each pair can tell.
  private(set) var keys: MatchKeys?

  init(_ old: ElementBuffer, _ new: ElementBuffer, _ plan: DiffPlan) {
    guard !plan.usesMirror else { return }
    var lists: [MatchKeys.List] = []
    let identity = IdentityWitness(of: plan.type)
    if let identity {
      lists.append(
        MatchKeys.List(
          old: identity.hashes(of: old), new: identity.hashes(of: new),
          isExact: identity.hashesAreExact))
    }
    if let hashWitness = makeHashWitness(of: plan.type) {
      lists.append(
        MatchKeys.List(old: hashWitness.hashes(of: old), new: hashWitness.hashes(of: new)))
    } else if let identity, let pair = Self.distinctPair(old, lists[0].old),
      IdentityProbe.equalityImpliesIdentity(plan, identity, pair.0, pair.1)
    {
      // Equal elements have equal identities, so the identity keys are sufficient.
    } else {
      return
    }
    keys = MatchKeys(lists: lists)
  }

  /// Returns two elements whose keys, and so their identities, differ.
  private static func distinctPair(
    _ elements: ElementBuffer, _ keys: [Int]
  ) -> (ValueAddress, ValueAddress)? {
    guard let first = keys.first, let other = keys.firstIndex(where: { $0 != first }) else {
      return nil
    }
    return (elements[0], elements[other])
  }
}
