/// Finds the steps from one value of JSON to another.
///
/// Objects are gone into by their keys. Of an array what stays at its beginning and at its end is
/// passed over; between them elements are compared in pairs, and the rest is added or removed. That
/// takes time by the size of the values, however much has changed.
struct JSONDifference {
  private(set) var operations: [JSONPatch.Operation] = []
  private var path: [String] = []

  /// Adds the steps from the one to the other, both at the present path.
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
    let places = new.indices.map { before.index(of: new[$0].key, near: $0) }
    // Another object altogether, as when an enum changes its case, is one step.
    if !old.isEmpty, places.allSatisfy({ $0 == nil }) {
      return replace(with: .object(new))
    }
    for (index, member) in old.enumerated() where after.index(of: member.key, near: index) == nil {
      at(member.key) { $0.operations.append(.remove(JSONPointer($0.path))) }
    }
    for (member, place) in zip(new, places) {
      at(member.key) { difference in
        if let place {
          difference.compare(old[place].value, member.value)
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
    var kept = 0
    while kept < shorter - start, old[old.count - 1 - kept] == new[new.count - 1 - kept] {
      kept += 1
    }
    for index in start..<shorter - kept {
      at("\(index)") { $0.compare(old[index], new[index]) }
    }
    // From the end, so that each index is that of the array as it was.
    for index in stride(from: old.count - kept - 1, through: shorter - kept, by: -1) {
      at("\(index)") { $0.operations.append(.remove(JSONPointer($0.path))) }
    }
    for index in shorter - kept..<max(shorter, new.count) - kept {
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

/// The members of an object by their keys.
///
/// Mostly a key stands where it stood before; only when one does not are all looked up.
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
