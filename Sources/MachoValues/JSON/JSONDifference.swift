/// Computes the operations that turn one JSON value into another.
///
/// Objects are compared by key. Arrays skip their common prefix and suffix. The elements between
/// them are compared in pairs, and surplus elements are added or removed. Takes linear time in the
/// size of the values.
struct JSONDifference {
  private(set) var operations: [JSONPatch.Operation] = []
  private var path: [String] = []

  /// Adds the operations that turn `old` into `new`, both at the current path.
  mutating func compare(_ old: JSONValue, _ new: JSONValue) {
    switch (old, new) {
    case (.object(let old), .object(let new)): compare(old, new)
    case (.array(let old), .array(let new)): compare(old, new)
    default: if old != new { replace(with: new) }
    }
  }

  private mutating func compare(_ old: [JSONValue.Member], _ new: [JSONValue.Member]) {
    var before = JSONMembers(old)
    var after = JSONMembers(new)
    let indexes = new.indices.map { before.index(of: new[$0].key, near: $0) }
    // Objects without a common key, such as two enum cases, are replaced as a whole.
    if !old.isEmpty, indexes.allSatisfy({ $0 == nil }) {
      return replace(with: .object(new))
    }
    for (index, member) in old.enumerated() where after.index(of: member.key, near: index) == nil {
      at(member.key) { $0.operations.append(.remove(JSONPointer($0.path))) }
    }
    for (member, oldIndex) in zip(new, indexes) {
      at(member.key) { difference in
        if let oldIndex {
          difference.compare(old[oldIndex].value, member.value)
        } else {
          difference.operations.append(.add(JSONPointer(difference.path), member.value))
        }
      }
    }
  }

  private mutating func compare(_ old: [JSONValue], _ new: [JSONValue]) {
    let shorter = min(old.count, new.count)
    var start = 0
    while start < shorter, old[start] == new[start] { start += 1 }
    guard start < max(old.count, new.count) else { return }
    if shorter == 0 { return replace(with: .array(new)) }
    var suffix = 0
    while suffix < shorter - start, old[old.count - 1 - suffix] == new[new.count - 1 - suffix] {
      suffix += 1
    }
    for index in start..<shorter - suffix {
      at("\(index)") { $0.compare(old[index], new[index]) }
    }
    // ORDER: removed from the end, so that each index refers to the original array.
    for index in stride(from: old.count - suffix - 1, through: shorter - suffix, by: -1) {
      at("\(index)") { $0.operations.append(.remove(JSONPointer($0.path))) }
    }
    for index in shorter - suffix..<max(shorter, new.count) - suffix {
      at("\(index)") { $0.operations.append(.add(JSONPointer($0.path), new[index])) }
    }
  }

  private mutating func replace(with new: JSONValue) {
    operations.append(.replace(JSONPointer(path), new))
  }

  private mutating func at(_ token: String, _ body: (inout JSONDifference) -> Void) {
    path.append(token)
    body(&self)
    path.removeLast()
  }
}

/// The members of an object by key.
///
/// PERFORMANCE: most keys keep their index, so the lookup table is built only when one does not.
private struct JSONMembers {
  private let members: [JSONValue.Member]
  private var indexesByKey: [ByteExactString: Int]?

  init(_ members: [JSONValue.Member]) { self.members = members }

  mutating func index(of key: String, near index: Int) -> Int? {
    if index < members.count, ByteExactString.areSame(members[index].key, key) { return index }
    if indexesByKey == nil {
      let pairs = members.enumerated().map { (ByteExactString($1.key), $0) }
      indexesByKey = Dictionary(pairs) { first, _ in first }
    }
    return indexesByKey?[ByteExactString(key)]
  }
}
