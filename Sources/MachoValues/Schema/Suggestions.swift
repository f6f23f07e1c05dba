/// Suggestions for a misspelled name.
package enum Suggestions {
  /// Returns the names nearest to `name`, the nearest first.
  package static func nearest(to name: String, among names: [String]) -> [String] {
    closest(to: name, among: names.map { (name: $0, shown: $0) })
  }

  /// Returns the names nearest to `name`, the nearest first, each in its displayed form.
  package static func closest(
    to name: String, among names: [(name: String, shown: String)]
  ) -> [String] {
    guard name.utf8.count <= 64 else { return [] }
    let wanted = Array(name.lowercased().utf8)
    guard !wanted.isEmpty else { return [] }
    let limit = max(1, wanted.count / 3)
    var found: [(distance: Int, shown: String)] = []
    for (name, shown) in names {
      let candidate = Array(name.lowercased().utf8)
      guard candidate.count <= 256, !found.contains(where: { $0.shown == shown }) else { continue }
      var distance: Int
      if candidate.starts(with: wanted), wanted.count >= 2 {
        distance = 1
      } else if abs(candidate.count - wanted.count) > limit {
        distance = .max
      } else {
        distance = editDistance(wanted, candidate)
      }
      if distance > limit, isAbbreviation(wanted, of: candidate) { distance = limit }
      if distance <= limit { found.append((distance, shown)) }
    }
    // The sort is by offset for equal distances, which keeps the declaration order.
    return found.enumerated()
      .sorted { ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset) }
      .prefix(3).map(\.element.shown)
  }

  /// Returns the words that `typed` may have meant if no word starts with it, the best first.
  /// Matches a prefix regardless of case, then a substring, then an abbreviation or a similar word.
  static func likelyWords(
    for typed: String, among words: [CompletionWord]
  ) -> [CompletionWord] {
    let typed = Array(typed.lowercased().utf8.drop { $0 == UInt8(ascii: ".") })
    guard (2...64).contains(typed.count), isNameByte(typed[0]), !isDigit(typed[0]) else {
      return []
    }
    let limit = max(1, typed.count / 3)
    var found: [(rank: Int, index: Int)] = []
    for (index, word) in words.enumerated() {
      let name = Array(
        word.text.lowercased().utf8.drop { !isNameByte($0) }.prefix { isNameByte($0) })
      if name.starts(with: typed) {
        found.append((0, index))
      } else if contains(name, typed) {
        found.append((1, index))
      } else if isAbbreviation(typed, of: name) {
        found.append((2, index))
      } else if name.count + limit >= typed.count {
        // A partial word is compared with a prefix of the same length.
        let distance = min(
          editDistance(typed, Array(name.prefix(typed.count))),
          name.count <= typed.count + limit ? editDistance(typed, name) : .max)
        if distance <= limit { found.append((2 + distance, index)) }
      }
    }
    // If some word contains the typed text, merely similar words are dropped.
    if found.contains(where: { $0.rank < 2 }) { found.removeAll { $0.rank >= 2 } }
    return found.sorted { ($0.rank, $0.index) < ($1.rank, $1.index) }.map { words[$0.index] }
  }

  private static func contains(_ name: [UInt8], _ substring: [UInt8]) -> Bool {
    guard name.count >= substring.count else { return false }
    return (0...name.count - substring.count).contains { name[$0...].starts(with: substring) }
  }

  /// Returns a note that lists the existing names, such as "cases: a, b, c".
  package static func note(_ kind: String, _ names: [String]) -> [String] {
    guard !names.isEmpty else { return [] }
    let shown = names.prefix(8).joined(separator: ", ")
    let others = names.count - 8
    return ["\(kind): \(shown)" + (others > 0 ? " and \(others) more" : "")]
  }

  /// Whether `short` omits some letters of `name` but has at least half of them, such as `cnt`.
  private static func isAbbreviation(_ short: [UInt8], of name: [UInt8]) -> Bool {
    guard short.count >= 2, short[0] == name.first, short.count * 2 >= name.count else {
      return false
    }
    var rest = short[...]
    for byte in name where byte == rest.first { rest.removeFirst() }
    return rest.isEmpty
  }

  /// Returns the number of insertions, deletions, replacements and swaps of adjacent bytes that
  /// turn `a` into `b`.
  static func editDistance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var beforeLast = [Int](repeating: 0, count: b.count + 1)
    var last = Array(0...b.count)
    for i in 1..<(a.count + 1) {
      var row = [i] + [Int](repeating: 0, count: b.count)
      for j in 1..<(b.count + 1) {
        let cost = a[i - 1] == b[j - 1] ? 0 : 1
        row[j] = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + cost)
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
          row[j] = min(row[j], beforeLast[j - 2] + 1)
        }
      }
      (beforeLast, last) = (last, row)
    }
    return last[b.count]
  }
}
