extension Substring {
  /// The text after the last operator, keyword or bracket of a condition or property that is being
  /// typed, where a path begins.
  var lastCondition: Substring {
    let words = Set(Property.Word.allCases.map { $0.rawValue[...] })
      .union(["and", "or", "not", "implies", "rest", "leads", "to"])
    var rest = self
    var last = self
    while let word = rest.prefixUpToBlank {
      rest = rest[word.endIndex...].drop { $0 == " " || $0 == "\t" }
      // The last word is still being typed unless a blank follows it.
      if words.contains(word), word.endIndex < endIndex { last = rest }
      if word.hasPrefix("(") { last = self[word.startIndex...].drop { $0 == "(" } }
    }
    if let old = last.ranges(of: "old(").last, !last[old.upperBound...].contains(")") {
      last = last[old.upperBound...]
    }
    return last
  }

  /// The text after the first blank outside of strings and brackets. Empty without one.
  var afterFirstValue: Substring {
    var rest = Arguments(text: self, offset: 0)
    guard rest.consumeValue() != nil else { return self }
    // The blanks at the end belong to what is typed.
    return suffix(from: utf8.index(startIndex, offsetBy: Swift.min(rest.offset, utf8.count)))
  }

  private var prefixUpToBlank: Substring? {
    let word = prefix { $0 != " " && $0 != "\t" }
    return word.isEmpty ? nil : word
  }
}
