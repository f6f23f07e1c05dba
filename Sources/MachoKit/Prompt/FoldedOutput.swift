/// The output of a line at a terminal outside of the pager: of huge output only the beginning.
struct FoldedOutput {
  /// The number of lines that are shown at once.
  private static let limit = 300

  /// The text to print.
  private(set) var shown: String
  /// The text that was left out. `nil` if nothing was.
  private(set) var rest: String?

  init(_ lines: [String] = []) {
    let count = lines.count - Self.limit
    // A few lines more than the limit take no more space than a notice and a second command.
    guard count > Self.limit / 10 else {
      shown = lines.joined(separator: "\n")
      return
    }
    shown =
      lines[..<Self.limit].joined(separator: "\n")
      + "\n... \(count) more lines: '\\m' shows them, 'save' and files have all"
    rest = lines[Self.limit...].joined(separator: "\n")
  }
}
