/// Hash keys of elements. Two elements can match only if their keys are equal in at least one list.
struct MatchKeys {
  struct List {
    let old: [Int]
    let new: [Int]
    /// Whether equal keys imply a match, so that the elements need not be compared.
    var isExact = false
  }

  let lists: [List]

  /// Whether two elements match, as far as the keys tell; `nil` if the elements must be compared.
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
