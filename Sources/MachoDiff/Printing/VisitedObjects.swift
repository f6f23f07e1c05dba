/// The class instances and pointers that a dump has visited, with the marks that distinguish those of one
/// type.
struct VisitedObjects {
  /// The number of each instance. The first one of a type is 0 and prints without a mark.
  private var numbers: [ObjectIdentifier: UInt] = [:]
  private var occurrences: [String: UInt] = [:]
  private var visited: Set<ObjectIdentifier> = []
  /// The addresses of the pointers of each type, in the order of their first appearance.
  private var pointers: [String: [UInt]] = [:]
  /// Increases whenever an instance or a pointer is numbered or visited.
  private(set) var version = 0

  func wasVisited(_ object: ObjectIdentifier) -> Bool { visited.contains(object) }

  /// Returns the mark of an instance: "#2", or "" for the first one of its type.
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

  /// Returns the mark of a pointer: "#2", or "" for the first one of its type.
  mutating func label(ofPointer address: UInt, type: String) -> String {
    var known = pointers[type] ?? []
    let number = known.firstIndex(of: address) ?? known.count
    if number == known.count {
      known.append(address)
      pointers[type] = known
      version += 1
    }
    return number > 0 ? "#\(number)" : ""
  }
}
