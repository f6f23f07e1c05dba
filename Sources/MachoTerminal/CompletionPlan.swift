/// The effect of Tab for the given items: an edit, a menu, both or neither. A single item needs no
/// menu.
struct CompletionPlan: Equatable {
  struct Edit: Equatable {
    /// The replaced range of the request's line, in UTF-8 bytes.
    var range: Range<Int>
    var text: String
  }

  var edit: Edit?
  var menu: [CompletionItem] = []

  init(_ request: CompletionRequest, _ items: [CompletionItem]) {
    let items = items.filter { request.line.substring(utf8: $0.replacing) != nil }
    guard let first = items.first else { return }
    if items.count == 1 {
      edit = Edit(range: first.replacing, text: first.text)
    } else {
      edit = Self.commonEdit(request, items)
      menu = items
    }
    if let edit, request.line.substring(utf8: edit.range).map(String.init) == edit.text {
      self.edit = nil
    }
  }

  /// Returns the edit that inserts the items' common prefix, if it extends the typed text.
  private static func commonEdit(_ request: CompletionRequest, _ items: [CompletionItem]) -> Edit? {
    let range = items[0].replacing
    guard items.allSatisfy({ $0.replacing == range }) else { return nil }
    let common = items.dropFirst().reduce(Substring(items[0].text)) { prefix, item in
      prefix[..<zip(prefix.indices, zip(prefix, item.text)).prefixEnd(in: prefix)]
    }
    guard let typed = request.line.substring(utf8: range), common.hasPrefix(typed) else {
      return nil
    }
    return Edit(range: range, text: String(common))
  }
}

extension Sequence where Element == (Substring.Index, (Character, Character)) {
  /// Returns the index at which the characters first differ.
  fileprivate func prefixEnd(in text: Substring) -> Substring.Index {
    var end = text.startIndex
    for (index, (a, b)) in self {
      guard a == b else { return index }
      end = text.index(after: index)
    }
    return end
  }
}

extension String {
  /// Returns the text in a range of UTF-8 bytes, or `nil` if it is out of bounds or splits a
  /// scalar.
  func substring(utf8 range: Range<Int>) -> Substring? {
    guard range.lowerBound >= 0, range.upperBound <= utf8.count else { return nil }
    let lower = utf8.index(utf8.startIndex, offsetBy: range.lowerBound)
    let upper = utf8.index(utf8.startIndex, offsetBy: range.upperBound)
    guard lower.samePosition(in: unicodeScalars) != nil,
      upper.samePosition(in: unicodeScalars) != nil
    else { return nil }
    return self[lower..<upper]
  }
}
