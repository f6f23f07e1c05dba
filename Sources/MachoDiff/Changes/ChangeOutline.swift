/// Collects what the lines of a change are, while they are written.
struct ChangeOutline {
  /// What is known of the line that is being written.
  fileprivate struct Progress {
    /// The offset at which the line starts.
    var lineStart = 0
    /// The offset at which the content starts.
    var start = 0
    /// The offset after the label.
    var valueStart = 0
    /// The offset after the last opening bracket.
    var openEnd = 0
    var container: ChangeLine.Container?
    /// Whether it has the label `id`, and its value is shown and not `nil`.
    var hasID = false
  }

  /// A state to which an outline can be restored.
  struct Mark {
    fileprivate let count: Int
    fileprivate let last: ChangeLine?
    fileprivate let progress: Progress
  }

  /// The lines so far. The last one is being written.
  private(set) var lines: [ChangeLine] = []
  private var progress = Progress()

  /// Whether nothing but the margin and the indentation of the last line is written.
  func isAtStart(_ offset: Int) -> Bool { offset == progress.start }

  var mark: Mark { Mark(count: lines.count, last: lines.last, progress: progress) }

  /// Removes what was recorded since a mark.
  mutating func restore(_ mark: Mark) {
    lines.removeSubrange(mark.count...)
    if let last = mark.last { lines[mark.count - 1] = last }
    progress = mark.progress
  }

  /// Starts a line whose content starts at `offset`.
  mutating func beginLine(_ margin: Margin?, indent: Int, at offset: Int) {
    let lineStart = lines.last.map { progress.lineStart + $0.length + 1 } ?? 0
    lines.append(ChangeLine(mark: margin.mark, depth: indent))
    progress = Progress(lineStart: lineStart, start: offset, valueStart: offset)
  }

  /// Ends the last line at `offset`. `comma` says whether a comma follows there.
  mutating func endLine(at offset: Int, comma: Bool = false) {
    guard let last = lines.indices.last else { return }
    if comma { lines[last].hasComma = true }
    lines[last].length = offset + (comma ? 1 : 0) - progress.lineStart
    if progress.openEnd == offset { lines[last].container = progress.container }
    lines[last].isIdentity =
      progress.hasID && lines[last].container == nil && lines[last].role == .value
  }

  /// Records a comma after the value of the last line.
  mutating func addComma() {
    guard let last = lines.indices.last else { return }
    lines[last].hasComma = true
  }

  /// Records the label that was written from `start` on, up to a colon and a space.
  mutating func addLabel(_ label: ChangeLine.Label, isID: Bool, from start: Int, to end: Int) {
    guard start == progress.start, let last = lines.indices.last else { return }
    lines[last].label = label
    progress.hasID = isID
    progress.valueStart = end
  }

  /// Records an opening bracket that ends at `offset`.
  mutating func open(_ container: ChangeLine.Container, at offset: Int) {
    progress.container = container
    progress.openEnd = offset
  }

  /// Records `nil` that is written at `offset`.
  mutating func addNil(at offset: Int) {
    if offset == progress.valueStart { progress.hasID = false }
  }

  /// Records that a part of the value is not shown.
  mutating func elide() { progress.hasID = false }

  /// Sets the role of the last line.
  mutating func setRole(_ role: ChangeLine.Role) {
    guard let last = lines.indices.last else { return }
    lines[last].role = role
    if role == .content || role == .endOfString { lines[last].depth = nil }
  }

  /// Corrects the lines of a text that was rendered separately.
  mutating func replaceLines(from first: Int, by rendered: [ChangeLine], indent: Int) {
    guard rendered.count > 1, first >= 0, first + rendered.count == lines.count else { return }
    lines[first].role = rendered[0].role
    lines[first].container = rendered[0].container
    lines[first].hasComma = rendered[0].hasComma
    for (index, line) in rendered.enumerated().dropFirst() {
      let written = lines[first + index]
      lines[first + index] = line
      lines[first + index].mark = written.mark
      lines[first + index].length = written.length
      lines[first + index].depth = line.depth.map { $0 + indent }
    }
  }

  /// Records the start of a line that is a part of a description.
  mutating func addDescribedLine(_ spaces: Int, first: UInt8?) {
    guard let last = lines.indices.last, let depth = lines[last].depth else { return }
    lines[last].depth = first == nil ? nil : depth + spaces
    if let first, [.close, UInt8(ascii: "]"), UInt8(ascii: "}")].contains(first) {
      lines[last].role = .closing
    }
  }
}

extension Margin? {
  fileprivate var mark: ChangeLine.Mark {
    switch self {
    case .old: .removed
    case .new: .added
    case .both, nil: .unchanged
    }
  }
}
