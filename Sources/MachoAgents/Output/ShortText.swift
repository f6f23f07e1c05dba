extension String {
  /// Returns the text, or its beginning if it has more than `limit` bytes, with the number of bytes that
  /// are missing.
  func shortened(to limit: Int) -> String {
    guard utf8.count > limit else { return self }
    var end = utf8.index(startIndex, offsetBy: limit)
    while end.samePosition(in: self) == nil { end = utf8.index(before: end) }
    return "\(self[..<end])… (\(utf8[end...].count) more bytes)"
  }
}
