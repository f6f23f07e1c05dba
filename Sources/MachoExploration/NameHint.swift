/// Guesses what an action, a property or an endpoint means by its name.
///
/// A suspicion is a guess. Only its name distinguishes a total from another number, or an order from a
/// request for a list. All guesses by names are in this file.
enum NameHint {
  // MARK: Actions

  /// Whether an action ends the session of a user: `logOutTapped`.
  static func endsSession(_ label: String) -> Bool {
    let name = label.lowercased().filter(\.isLetter)
    return [
      "logout", "signout", "logoff", "signoff", "loggedout", "signedout", "switchaccount",
      "endsession",
    ].contains(where: name.contains)
  }

  /// Whether an action closes a screen without saving: `cancelTapped`.
  static func cancels(_ label: String) -> Bool {
    let name = lastName(label).lowercased()
    return name.hasPrefix("cancel") || name.hasPrefix("discard")
  }

  /// Whether an action repeats a request: `retryTapped`.
  static func retries(_ label: String) -> Bool {
    let name = label.lowercased()
    return ["retry", "again", "reload"].contains(where: name.contains)
  }

  /// Whether a screen sends an action once when it appears: `onAppear`.
  static func isAppearance(_ label: String) -> Bool {
    [
      "task", "onappear", "appear", "appeared", "viewdidload", "viewdidappear", "viewappeared",
      "onload", "firstappeared", "onfirstappear",
    ].contains(lastName(label).lowercased())
  }

  /// Whether an action undoes or redoes, or a property contains what such actions need: `undoTapped`,
  /// `undoStack`.
  static func concernsUndo(_ name: String) -> Bool {
    let name = name.lowercased()
    return ["undo", "redo", "history", "past", "future"].contains(where: name.contains)
  }

  // MARK: Endpoints

  /// Whether a call must not be made twice: `orders.place`, `posts.send`.
  static func submits(_ endpoint: String) -> Bool {
    [
      "submit", "send", "post", "publish", "place", "pay", "order", "book", "create", "upload",
      "buy", "transfer",
    ].contains(firstWord(lastName(endpoint)))
  }

  // MARK: Properties

  /// Whether a number adds something up: `total`, `unreadBadge`.
  static func isTotal(_ path: String) -> Bool {
    let name = path.lowercased()
    return [
      "total", "sum", "cents", "amount", "balance", "spent", "price", "cost", "badge", "unread",
    ].contains(where: name.contains)
  }

  /// Whether a number cannot be negative: `quantity`, `itemCount`. Not `count`, which is the name of any
  /// counter.
  static func isQuantity(_ path: String) -> Bool {
    let name = path.lowercased()
    return path.hasSuffix("Count")
      || [
        "quantity", "stock", "remaining", "page", "guests", "copies", "seats", "seconds", "minutes",
        "attempts", "tickets", "portions", "servings", "index", "badge", "unread", "units", "lives",
      ].contains(where: name.hasSuffix)
  }

  /// Whether a set contains the identities of selected elements: `selectedIDs`.
  static func isSelection(_ path: String) -> Bool { path.lowercased().contains("select") }

  /// Whether a value is the identity of an element: `currentID`.
  static func isReference(_ path: String) -> Bool {
    let name = path.lowercased()
    return ["selected", "current", "active", "focused", "highlighted"].contains(
      where: name.contains)
      && name.hasSuffix("id")
  }

  /// Whether a property tells that something has failed: `emailError`, `hasFailed`, `alert`.
  static func tellsOfErrors(_ path: String) -> Bool {
    let name = lastName(path).lowercased()
    return ["error", "failure", "failed", "alert", "toast", "banner", "warning"].contains(
      where: name.contains)
  }

  /// Whether a property tells whether a value is valid: `isCodeValid`, `hasInvalidName`.
  static func tellsOfValidity(_ path: String) -> Bool {
    lastName(path).lowercased().contains("valid")
  }

  /// Whether a value says what the user did last, so that it depends on the order of actions: `lastField`,
  /// `focus`.
  static func concernsOrder(_ path: String) -> Bool {
    let name = path.lowercased()
    return ["last", "latest", "recent", "current", "focus", "active", "selected"].contains(
      where: name.contains)
  }

  /// Whether a value is what an action has put off: `pendingRoute`, `deepLink`.
  static func isPutOff(_ path: String) -> Bool {
    let name = lastName(path).lowercased()
    return ["pending", "deferred", "deeplink", "queued", "postponed"].contains(where: name.contains)
  }

  /// Whether a number is the index of an element: `currentIndex`. Not that of a new one.
  static func isIndex(_ path: String) -> Bool {
    let words = words(String(lastName(path)))
    return words.last == "index"
      && words.allSatisfy { !["next", "insert", "insertion", "end", "drop"].contains($0) }
  }

  /// Whether a number is a position among several: `currentIndex`, `page`.
  static func isPosition(_ path: String) -> Bool {
    isIndex(path)
      || ["page", "step", "slide", "question", "chapter", "round"].contains(
        where: lastName(path).lowercased().hasSuffix)
  }

  /// Whether a number is that of the positions of which one is named: `pageCount` or `totalPages` of `page`.
  static func isCount(_ path: String, of position: String) -> Bool {
    words(String(lastName(path))).contains { ["count", "total", "number"].contains($0) }
      && isRelated(path, to: position)
  }

  /// Whether the names of two properties have a word in common: `photoIndex` and `photos`.
  static func isRelated(_ path: String, to other: String) -> Bool {
    let common = ["current", "selected", "index", "count", "total", "number"]
    let words = words(String(lastName(path))).filter { !common.contains($0) }
    return similarity(words, to: self.words(String(lastName(other)))) > 0
  }

  /// Whether a case means that work is in progress: `loading`, `askingForCamera`, `busy`.
  static func isProgress(_ caseName: String) -> Bool {
    let word = firstWord(caseName)
    return word.hasSuffix("ing") && word.count > 4 || word == "busy"
  }

  // MARK: Words

  /// Returns the number of words of a name that occur in another one, also in another form: "hotel" and
  /// "hotels", "auth" and "authentication".
  static func similarity(_ name: [String], to other: [String]) -> Int {
    name.count { word in other.contains { areAlike($0, word) } }
  }

  /// Returns the words of a name in camel case, in lower case. Leaves out short ones, and those that the
  /// names of many errors and clients have.
  static func words(_ name: String) -> [String] {
    var words: [String] = [""]
    for character in name {
      if character.isUppercase || !character.isLetter { words.append("") }
      if character.isLetter { words[words.count - 1] += character.lowercased() }
    }
    return words.filter { $0.count > 2 && !["error", "failure", "client"].contains($0) }
  }

  private static func areAlike(_ left: String, _ right: String) -> Bool {
    left == right
      || min(left.count, right.count) > 3 && (left.hasPrefix(right) || right.hasPrefix(left))
  }

  /// Returns `tapped` for `rows.element.tapped`.
  private static func lastName(_ label: String) -> Substring {
    label.split(separator: ".").last ?? ""
  }

  /// Returns `send` for `sendMessage`.
  private static func firstWord(_ name: some StringProtocol) -> String {
    String(name.prefix { $0.isLowercase })
  }
}
