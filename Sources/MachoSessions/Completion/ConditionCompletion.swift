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

  private var prefixUpToBlank: Substring? {
    let word = prefix { $0 != " " && $0 != "\t" }
    return word.isEmpty ? nil : word
  }
}
