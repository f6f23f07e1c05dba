/// The output of a line at a terminal outside of the pager: of huge output only the beginning.
struct FoldedOutput {
  /// The number of lines that are shown at once.
  private static let limit = 300

  /// The text to print.
  private(set) var shown: String
  /// The text that was left out. `nil` if nothing was.
  private(set) var rest: String?

  init(_ text: String = "") {
    shown = text
    var lines = 0
    let newline = UInt8(ascii: "\n")
    guard
      let end = text.utf8.indices.first(where: { index in
        if text.utf8[index] == newline { lines += 1 }
        return lines == Self.limit
      })
    else { return }
    let hidden = text.utf8[text.utf8.index(after: end)...]
    let count = hidden.count { $0 == newline } + 1
    // A few lines more than the limit take no more space than a notice and a second command.
    guard count > Self.limit / 10 else { return }
    shown = text[..<end] + "\n... \(count) more lines: '\\m' shows them, 'save' and files have all"
    rest = String(Substring(hidden))
  }
}
