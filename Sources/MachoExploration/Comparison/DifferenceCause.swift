/// What differences of one cause have in common: `after addTapped: state total`.
package struct DifferenceCause: Hashable, Sendable, CustomStringConvertible {
  private let kind: Difference.Kind
  /// The step. Empty for the start. `nil` for an action that an effect sends: an answer, the clock or a
  /// stub may let the effect go on.
  private let step: String?
  private let path: String

  init(kind: Difference.Kind, step: String?, path: String) {
    (self.kind, self.step, self.path) = (kind, step, path)
  }

  /// The text, which `init(_:)` reads.
  package var description: String {
    let place = step.map { "after \($0.isEmpty ? Self.start : $0): " } ?? ""
    return "\(place)\(kind.rawValue)\(path.isEmpty ? "" : " " + path)"
  }

  private static let start = "the start"

  /// Reads the text of a cause. Returns `nil` if it is none.
  package init?(_ text: Substring) {
    var rest = text
    var step: String?
    if text.hasPrefix("after ") {
      // A step can contain a colon, and what follows it cannot.
      guard let colon = text.lastIndex(of: ":") else { return nil }
      let name = text[..<colon].dropFirst("after ".count)
      step = name == Self.start ? "" : String(name)
      rest = text[colon...].dropFirst().drop { $0 == " " }
    }
    let words = rest.split(separator: " ", maxSplits: 1)
    guard let kind = words.first.flatMap({ Difference.Kind(rawValue: String($0)) }),
      (step == nil) == (kind == .received)
    else { return nil }
    self.init(kind: kind, step: step, path: words.count > 1 ? String(words[1]) : "")
  }
}
