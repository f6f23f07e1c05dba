/// Finds the lines of a file with which it does not compile, if the compiler's errors do not name them.
struct LineIsolation {
  /// Builds with these lines only. Returns the first error, or `nil` if there is none.
  let failure: ([String]) throws -> String?

  /// Returns the lines with which the build fails, each with its error. `nil` if the build also fails without
  /// any of the lines.
  func find(in lines: [String]) throws -> [String: String]? {
    guard try failure([]) == nil else { return nil }
    var (good, bad): ([String], [String: String]) = ([], [:])
    func add(_ group: ArraySlice<String>) throws {
      guard let first = group.first else { return }
      guard let error = try failure(good + group) else {
        good += group
        return
      }
      guard group.count > 1 else {
        bad[first] = error
        return
      }
      let middle = group.startIndex + group.count / 2
      try add(group[..<middle])
      try add(group[middle...])
    }
    try add(lines[...])
    return bad
  }
}
