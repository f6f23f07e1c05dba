import MachoMetadata

extension ValueSyntax {
  /// Returns completions for a path into `root` that ends at the cursor.
  package func completions(
    ofPath text: Substring, in root: TypedValue,
    computed: ComputedProperties = ComputedProperties()
  ) -> [Completion] {
    let bytes = Array(text.utf8)
    let open = openDelimiters(bytes)
    if let bracket = open.bracket {
      let path = String(decoding: bytes[..<bracket], as: UTF8.self)
      guard let base = value(at: path, in: root, computed) else { return [] }
      let inside = bracket + 1 + bytes[(bracket + 1)...].prefix { $0 == 0x20 }.count
      let typed = String(decoding: bytes[inside...], as: UTF8.self)
      let (words, omitted) = subscripts(of: base, typed: typed)
      return Completion.matching(
        words, omitting: omitted, typed: typed, replacing: inside..<bytes.count)
    }
    var start = bytes.count
    if let backtick = open.backtick {
      start = backtick
    } else {
      while start > 0, isNameByte(bytes[start - 1]) { start -= 1 }
    }
    let word = String(decoding: bytes[start...], as: UTF8.self)
    var head = bytes[..<start]
    var base: Any? = flattened(root.value)
    // After an element, its members follow with their dot.
    let followsElement = word.isEmpty && head.last == UInt8(ascii: "]")
    if head.last == UInt8(ascii: ".") || followsElement {
      if !followsElement { head.removeLast() }
      base = value(at: String(decoding: head, as: UTF8.self), in: root, computed)
    } else if !head.allSatisfy({ $0 == 0x20 }) {
      return []
    }
    guard let base else { return [] }
    // Names with an underscore are private by convention: storage of another property.
    let members = members(of: TypedValue(base), computed).filter {
      word.hasPrefix("_") || !$0.text.hasPrefix("_")
    }
    let words = members.map {
      CompletionWord((followsElement ? "." : "") + $0.text, title: $0.text, detail: $0.detail)
    }
    return Completion.matching(words, typed: word, replacing: start..<bytes.count)
  }

  /// Returns the names that may follow in a path, with the types of their values.
  private func members(
    of value: TypedValue, _ computed: ComputedProperties
  ) -> [(text: String, detail: String)] {
    guard let path = try? ValuePath(reading: "self") else { return [] }
    let walker = PathWalker(computed: computed, syntax: self, path: path, root: value)
    return walker.memberNames(of: value).map { name in
      // PERFORMANCE: evaluating `keys` would sort the keys of a large dictionary, and only their
      // type is needed.
      if let keyed = value.value as? any KeyedValues,
        let type = ["keys": keyed.keyType, "values": type(of: keyed).valueType][name]
      {
        return (name, "[\(TypeName.spell(type))]")
      }
      let member = try? ValuePath(reading: name[...])
        .evaluate(in: value, computed: computed, syntax: self)
      return (name, member.map { shownName(of: $0.type) } ?? "")
    }
  }

  private func value(
    at path: String, in root: TypedValue, _ computed: ComputedProperties
  ) -> Any? {
    let path = path.allSatisfy { $0 == " " } ? "self" : path
    let value = try? ValuePath(reading: path[...])
      .evaluate(in: root, computed: computed, syntax: self)
    return value.flatMap { flattened($0.value) }
  }

  /// Returns the subscripts of a value: keys, identities and indexes.
  private func subscripts(
    of value: Any, typed: String
  ) -> (found: [(text: String, detail: String)], omitted: Int) {
    var value = value
    while !(value is any KeyedValues), let transparent = value as? any PathTransparent,
      let content = flattened(transparent.pathContent.value)
    {
      value = content
    }
    if let keyed = value as? any KeyedValues {
      var search = IdentitySearch(wanted: keyed.keyType, typed: typed, syntax: self)
      search.addKeys(of: keyed, suffix: "]")
      return (search.found, search.omitted)
    }
    guard let collection = value as? any Collection, !(value is any StringProtocol) else {
      return ([], 0)
    }
    guard let type = identityType(of: collection) else { return indexes(of: collection, typed) }
    guard typed.hasPrefix("id:") else {
      let count = collection.count
      let indexes = indexes(of: collection, typed)
      let identified = (text: "id: ", detail: "\(TypeName.spell(type)), one of \(count)")
      return ([identified] + indexes.found, indexes.omitted)
    }
    let gap = typed.dropFirst(3).prefix { $0 == " " }
    let typedIdentity = String(typed.dropFirst(3 + gap.count))
    var search = IdentitySearch(wanted: type, typed: typedIdentity, syntax: self)
    let opening = "id:" + (gap.isEmpty ? " " : gap)
    search.addIdentities(of: collection, prefix: opening, suffix: "]")
    return (search.found, search.omitted)
  }

  private func indexes(
    of collection: any Collection, _ typed: String
  ) -> (found: [(text: String, detail: String)], omitted: Int) {
    let fitting = (0..<collection.count).lazy.map { "\($0)]" }.filter { $0.hasPrefix(typed) }
    let shown = Array(fitting.prefix(10))
    return (shown.map { ($0, "") }, collection.count > 10 ? fitting.count - shown.count : 0)
  }

  /// Returns the offsets of the first bracket and of the backtick that are not closed. Text in strings has none.
  private func openDelimiters(_ bytes: [UInt8]) -> (bracket: Int?, backtick: Int?) {
    var open: [Int] = []
    var isQuoted = false
    var at = 0
    while at < bytes.count {
      switch bytes[at] {
      case UInt8(ascii: "\\") where isQuoted: at += 1
      case UInt8(ascii: "\""): isQuoted.toggle()
      case UInt8(ascii: "`") where !isQuoted:
        guard let end = endOfBackticks(bytes, from: at) else { return (open.first, at) }
        at = end
        continue
      case UInt8(ascii: "[") where !isQuoted: open.append(at)
      case UInt8(ascii: "]") where !isQuoted: _ = open.popLast()
      default: break
      }
      at += 1
    }
    return (open.first, nil)
  }
}
