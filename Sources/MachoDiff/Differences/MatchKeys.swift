/// Numbers by which parts find those that they may stand for: two that may have the same number in
/// at least one of the lists.
struct MatchKeys {
  struct List {
    let old: [Int]
    let new: [Int]
    /// Whether two with the same number do stand for each other, which then need not be asked.
    var isExact = false
  }

  let lists: [List]

  /// Whether two parts stand for each other, as far as their numbers tell; nil if they may.
  @inline(__always)
  func match(_ old: Int, _ new: Int) -> Bool? {
    var found: Bool? = false
    for list in lists where list.old[old] == list.new[new] {
      if list.isExact { return true }
      found = nil
    }
    return found
  }
}
