extension JSONPatch {
  /// Returns the result of applying the operations to `value`. Throws if an operation's path does
  /// not exist.
  package func applied(to value: JSONValue) throws(ValueError) -> JSONValue {
    var value = value
    for operation in operations {
      switch operation {
      case .add(let path, let new): try value.apply(.add(new), at: path.tokens[...], of: path)
      case .remove(let path): try value.apply(.remove, at: path.tokens[...], of: path)
      case .replace(let path, let new):
        try value.apply(.replace(new), at: path.tokens[...], of: path)
      }
    }
    return value
  }
}

/// The change at the end of a path.
private enum Change {
  case add(JSONValue)
  case remove
  case replace(JSONValue)
}

extension JSONValue {
  fileprivate mutating func apply(
    _ change: Change, at tokens: ArraySlice<String>, of path: JSONPointer
  ) throws(ValueError) {
    guard let token = tokens.first else {
      guard let new = change.value else { throw path.missing }
      self = new
      return
    }
    let isLast = tokens.count == 1
    switch self {
    case .array(var elements):
      // PERFORMANCE: `self` is cleared so that `elements` is uniquely referenced and is not copied.
      self = .null
      defer { self = .array(elements) }
      let index = try path.index(token, in: elements, isAdding: isLast && change.isAdding)
      switch change {
      case .add(let new) where isLast: elements.insert(new, at: index)
      case .remove where isLast: elements.remove(at: index)
      default: try elements[index].apply(change, at: tokens.dropFirst(), of: path)
      }
    case .object(var members):
      self = .null
      defer { self = .object(members) }
      let index = members.firstIndex { ByteExactString.areSame($0.key, token) }
      switch (change, index) {
      case (.add(let new), nil) where isLast: members.append(Member(token, new))
      case (.remove, let index?) where isLast: members.remove(at: index)
      case (_, let index?):
        try members[index].value.apply(change, at: tokens.dropFirst(), of: path)
      default: throw path.missing
      }
    default: throw path.missing
    }
  }
}

extension Change {
  /// The new value. `nil` for a removal.
  fileprivate var value: JSONValue? {
    switch self {
    case .add(let new), .replace(let new): new
    case .remove: nil
    }
  }

  fileprivate var isAdding: Bool {
    if case .add = self { true } else { false }
  }
}

extension JSONPointer {
  fileprivate var missing: ValueError {
    ValueError(.noSuchElement, 0..<0, "no value at '\(excerpt(text))'")
  }

  /// Returns the index for a token in decimal digits, or the end index for `-`.
  fileprivate func index(
    _ token: String, in elements: [JSONValue], isAdding: Bool
  ) throws(ValueError) -> Int {
    if token == "-", isAdding { return elements.count }
    guard let index = Int(token), String(index) == token, index >= 0,
      index < elements.count || (isAdding && index == elements.count)
    else { throw missing }
    return index
  }
}
