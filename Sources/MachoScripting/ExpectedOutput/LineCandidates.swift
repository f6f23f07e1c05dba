import MachoReporting

/// Finds the lines of output that can match an expected line, without comparing each of them.
///
/// To try every later line for every line of a long diff takes quadratic time.
struct LineCandidates {
  /// The keys of the expected lines. `nil` if the line can match other texts than its own.
  private let keys: [Substring?]
  /// The indexes of the lines of output with a text, in ascending order.
  private var indexes: [Substring: [Int]] = [:]
  /// For each line of output, the index of the first line from there that has source line numbers.
  /// These are not compared.
  private var nextNumbered: [Int]

  init(_ expected: [ExpectedLine], _ actual: [OutputLine], _ elements: ExpectedElements) {
    keys = expected.enumerated().map { index, line in
      // An element's index can be greater, and `Row(…)` and `… (3 unchanged)` match other texts.
      guard case .literal(let text) = line.kind, elements.elements[index] == nil,
        !text.contains("…")
      else { return nil }
      return Self.key(of: text)
    }
    nextNumbered = [Int](repeating: .max, count: actual.count + 1)
    for (index, line) in actual.enumerated() {
      indexes[Self.key(of: line.text), default: []].append(index)
    }
    for index in actual.indices.reversed() {
      nextNumbered[index] = actual[index].lineNumbers.isEmpty ? nextNumbered[index + 1] : index
    }
  }

  /// Returns a lower bound of the lines from `start` that match an expected line. `Int.max` if none
  /// does.
  func first(for expected: Int, from start: Int) -> Int {
    guard let key = keys[expected] else { return start }
    let found = indexes[key] ?? []
    var (low, high) = (0, found.count)
    while low < high {
      let middle = (low + high) / 2
      if found[middle] < start { low = middle + 1 } else { high = middle }
    }
    return min(low < found.count ? found[low] : .max, nextNumbered[start])
  }

  /// The text without commas at its end. A diff does not compare one after a value, and a value may end
  /// with others.
  private static func key(of text: String) -> Substring {
    let commas = text.utf8.reversed().prefix { $0 == UInt8(ascii: ",") }.count
    return Substring(text.utf8.dropLast(commas))
  }
}
