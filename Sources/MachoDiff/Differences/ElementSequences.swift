import MachoMetadata

/// Where two rows differ first, so that they need not be compared up to there again.
struct FirstDifference {
  let old: ElementBuffer
  let new: ElementBuffer
  let index: Int

  func isBetween(_ old: ElementBuffer, _ new: ElementBuffer) -> Bool {
    self.old.isSame(as: old) && self.new.isSame(as: new)
  }
}

/// The elements of two arrays of one type.
struct ElementSequences: SequencePair {
  private let old: ElementBuffer
  private let new: ElementBuffer
  private let plan: DiffPlan
  /// The elements' `==`; nil without one.
  private let equality: EqualityWitness?
  /// Where the pairs from the beginning on end that stand for each other.
  private var prefixEnd = 0
  /// Which of these are not equal.
  private var changes: [Int] = []
  private var nextChange = 0

  init(old: ElementBuffer, new: ElementBuffer, plan: DiffPlan, comparison: EqualityWitness?) {
    self.old = old
    self.new = new
    self.plan = plan
    self.equality = comparison
  }

  var oldCount: Int { old.count }
  var newCount: Int { new.count }

  private func firstDifference(_ oldStart: Int, _ newStart: Int, limit: Int) -> Int {
    let (old, new) = (old.suffix(oldStart), new.suffix(newStart))
    if let equality, !plan.usesMirror {
      return equality.firstDifference(old, new, in: 0..<limit)
    }
    return (0..<limit).first { !plan.areEqual(old[$0], new[$0]) } ?? limit
  }

  /// Whether the parts have no differences, though what they are of has.
  ///
  /// - Parameter known: What was found before, by the same comparison.
  mutating func allAreEqual(_ known: FirstDifference?) -> Bool {
    if let known, known.isBetween(old, new), equality != nil, !plan.usesMirror {
      prefixEnd = known.index
      return false
    }
    prefixEnd = firstDifference(0, 0, limit: min(old.count, new.count))
    return old.count == new.count && prefixEnd == old.count
  }

  /// Finds which elements stand for each other: those with one identity, and those that are equal.
  mutating func align() -> [MatchRun] {
    let shorter = min(old.count, new.count)
    while prefixEnd < shorter, plan.areIdentical(old[prefixEnd], new[prefixEnd]) {
      // Here they differ: at the end of the last run of equal ones, or after it.
      changes.append(prefixEnd)
      prefixEnd += 1
      prefixEnd += firstDifference(prefixEnd, prefixEnd, limit: shorter - prefixEnd)
    }
    let (old, new, plan, comparison) = (old, new, plan, equality)
    // Where elements have no identity, they stand for each other if they are equal.
    let isByEquality = !plan.usesMirror && IdentityWitness(of: plan.type) == nil
    return Alignment(
      oldCount: old.count, newCount: new.count,
      areEquivalent: {
        plan.areIdentical(old[$0], new[$1]) || plan.areEqual(old[$0], new[$1])
      },
      keys: { ElementKeys(old, new, plan).keys },
      lastMatch: isByEquality
        ? comparison.map { comparison in { comparison.lastIndex(of: old[$0], in: new, $1) } } : nil
    ).runs(from: prefixEnd)
  }

  mutating func equalPairs(from old: Int, _ new: Int, limit: Int) -> Int {
    guard old == new, new < prefixEnd else { return firstDifference(old, new, limit: limit) }
    while nextChange < changes.count, changes[nextChange] < new { nextChange += 1 }
    let end = nextChange < changes.count ? changes[nextChange] : prefixEnd
    if end == new { return 0 }
    let known = min(end - new, limit)
    // Behind those that were looked at already there may be more.
    guard end == prefixEnd, known < limit else { return known }
    return known + firstDifference(end, end, limit: limit - known)
  }

  func label(
    _ side: Side, at position: Int, shownAs index: Int, to printer: inout Printer
  ) -> FieldLabel {
    .index(index)
  }

  func write(
    _ side: Side, at position: Int, name: FieldLabel, depth: Int, to printer: inout Printer
  ) {
    let elements = side == .old ? old : new
    plan.write(elements[position], name: name, to: &printer, depth: depth)
  }

  func writeComparison(_ old: Int, _ new: Int, at place: DiffPosition, to printer: inout Printer) {
    plan.writeComparison(self.old[old], self.new[new], at: place, to: &printer)
  }
}

/// Numbers by which elements that may stand for each other find each other.
private struct ElementKeys {
  /// Nil if only looking at each pair tells.
  private(set) var keys: MatchKeys?

  init(_ old: ElementBuffer, _ new: ElementBuffer, _ plan: DiffPlan) {
    guard !plan.usesMirror else { return }
    var lists: [MatchKeys.List] = []
    let identification = IdentityWitness(of: plan.type)
    if let identification {
      lists.append(
        MatchKeys.List(
          old: identification.hashes(of: old), new: identification.hashes(of: new),
          isExact: identification.hashesAreExact))
    }
    if let hashing = makeHashWitness(of: plan.type) {
      lists.append(MatchKeys.List(old: hashing.hashes(of: old), new: hashing.hashes(of: new)))
    } else if let identification, let pair = Self.distinctPair(old, lists[0].old),
      IdentityProbe.equalityImpliesIdentity(plan, identification, pair.0, pair.1)
    {
      // Equal elements are found by their identities.
    } else {
      return
    }
    keys = MatchKeys(lists: lists)
  }

  /// Two elements whose identities differ, as their numbers do.
  private static func distinctPair(
    _ elements: ElementBuffer, _ keys: [Int]
  ) -> (ValueAddress, ValueAddress)? {
    guard let first = keys.first, let other = keys.firstIndex(where: { $0 != first }) else {
      return nil
    }
    return (elements[0], elements[other])
  }
}
