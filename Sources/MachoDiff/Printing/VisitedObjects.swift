/// What a dump remembers of the instances it met, by which it tells them apart.
struct VisitedObjects {
  /// The number of each instance, the first of a type being 0 and printed without one.
  private var numbers: [ObjectIdentifier: UInt] = [:]
  private var occurrences: [String: UInt] = [:]
  private var visited: Set<ObjectIdentifier> = []
  /// Grows whenever something new is remembered.
  private(set) var version = 0

  func wasVisited(_ object: ObjectIdentifier) -> Bool { visited.contains(object) }

  /// `#2`, or nothing for the first instance of its type.
  mutating func label(of object: ObjectIdentifier, type: String) -> String {
    let number: UInt
    if let known = numbers[object] {
      number = known
    } else {
      number = occurrences[type] ?? 0
      numbers[object] = number
      version += 1
    }
    return number > 0 ? "#\(number)" : ""
  }

  mutating func visit(_ object: ObjectIdentifier, type: String) {
    visited.insert(object)
    occurrences[type, default: 0] += 1
    version += 1
  }
}
