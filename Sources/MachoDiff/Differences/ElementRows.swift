import MachoMetadata

/// Where two rows differ first, so that they need not be compared up to there again.
struct RowDifference {
  let old: ElementRun
  let new: ElementRun
  let index: Int

  func isOf(_ old: ElementRun, _ new: ElementRun) -> Bool {
    self.old.isSame(as: old) && self.new.isSame(as: new)
  }
}

/// The elements of two arrays of one type.
struct ElementRows: Rows {
  private let old: ElementRun
  private let new: ElementRun
  private let plan: Plan
  /// The elements' `==`; nil without one.
  private let comparison: Comparison?
  /// Where the pairs from the beginning on end that stand for each other.
  private var prefixEnd = 0
  /// Which of these are not equal.
  private var changes: [Int] = []
  private var nextChange = 0

  init(old: ElementRun, new: ElementRun, plan: Plan, comparison: Comparison?) {
    self.old = old
    self.new = new
    self.plan = plan
    self.comparison = comparison
  }

  var oldCount: Int { old.count }
  var newCount: Int { new.count }

  private func firstDifference(_ oldStart: Int, _ newStart: Int, limit: Int) -> Int {
    let (old, new) = (old.from(oldStart), new.from(newStart))
    if let comparison, !plan.isOpaque {
      return comparison.firstDifference(old, new, in: 0..<limit)
    }
    return (0..<limit).first { !plan.areEqual(old[$0], new[$0]) } ?? limit
  }

  /// Whether the parts have no differences, though what they are of has.
  ///
  /// - Parameter known: What was found before, by the same comparison.
  mutating func allAreEqual(_ known: RowDifference?) -> Bool {
    if let known, known.isOf(old, new), comparison != nil, !plan.isOpaque {
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
    let (old, new, plan, comparison) = (old, new, plan, comparison)
    // Where elements have no identity, they stand for each other if they are equal.
    let isByEquality = !plan.isOpaque && Identification(of: plan.type) == nil
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

  func name(
    _ side: Side, at position: Int, shownAs index: Int, to printer: inout Printer
  ) -> PartName {
    .index(index)
  }

  func write(
    _ side: Side, at position: Int, name: PartName, depth: Int, to printer: inout Printer
  ) {
    let elements = side == .old ? old : new
    plan.write(elements[position], name: name, to: &printer, depth: depth)
  }

  func writeComparison(_ old: Int, _ new: Int, at place: Place, to printer: inout Printer) {
    plan.writeComparison(self.old[old], self.new[new], at: place, to: &printer)
  }
}

/// Numbers by which elements that may stand for each other find each other.
private struct ElementKeys {
  /// Nil if only looking at each pair tells.
  private(set) var keys: MatchKeys?

  init(_ old: ElementRun, _ new: ElementRun, _ plan: Plan) {
    guard !plan.isOpaque else { return }
    var lists: [MatchKeys.List] = []
    let identification = Identification(of: plan.type)
    if let identification {
      lists.append(
        MatchKeys.List(
          old: identification.hashes(of: old), new: identification.hashes(of: new),
          isExact: identification.hashesAreExact))
    }
    if let hashing = hashing(of: plan.type) {
      lists.append(MatchKeys.List(old: hashing.hashes(of: old), new: hashing.hashes(of: new)))
    } else if let identification, let pair = Self.unlike(old, lists[0].old),
      IdentityProbe.equalityImpliesIdentity(plan, identification, pair.0, pair.1)
    {
      // Equal elements are found by their identities.
    } else {
      return
    }
    keys = MatchKeys(lists: lists)
  }

  /// Two elements whose identities differ, as their numbers do.
  private static func unlike(
    _ elements: ElementRun, _ keys: [Int]
  ) -> (ValueAddress, ValueAddress)? {
    guard let first = keys.first, let other = keys.firstIndex(where: { $0 != first }) else {
      return nil
    }
    return (elements[0], elements[other])
  }
}
