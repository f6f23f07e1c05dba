import MachoDiff
import MachoReporting

/// What a comparison needs to know about each line of actual output.
struct OutputOutline {
  /// Whether expected output may omit the line: an unchanged line of a diff.
  private(set) var isOptional: [Bool] = []
  /// The indentation of a line of a diff. `Int.max` if it does not express nesting.
  private(set) var depths: [Int] = []
  /// Whether the line is inside of a string of several lines in a diff.
  private(set) var isContent: [Bool] = []
  /// Whether the line is the first one of a diff.
  private(set) var startsDiff: [Bool] = []
  /// For each line, the index of the first line from there that expected output must contain.
  /// `Int.max` if it may omit the rest. Has one more element than the output.
  private(set) var nextRequired: [Int] = []
  /// For each line, the number of unchanged elements of an array that it represents.
  private(set) var unchangedElements: [Int] = []
  let hasDiff: Bool

  init(_ output: [OutputLine]) {
    hasDiff = output.contains { $0.diff != nil }
    var diff: Int?
    for line in output {
      startsDiff.append(line.diff != nil && line.diff != diff)
      diff = line.diff
      isOptional.append(line.change.map { !$0.isChange } ?? false)
      depths.append(line.change?.depth ?? .max)
      isContent.append(line.change?.role == .content)
      unchangedElements.append(line.change?.unchangedElements ?? 0)
    }
    removeChangedElements()
    nextRequired = [Int](repeating: .max, count: output.count + 1)
    for index in output.indices.reversed() {
      nextRequired[index] = isOptional[index] ? nextRequired[index + 1] : index
    }
  }
}

extension OutputOutline {
  /// Corrects `unchangedElements`: an element with a change inside is not unchanged.
  private mutating func removeChangedElements() {
    // The elements that are open, outermost first.
    var open: [Int] = []
    for index in isOptional.indices {
      if startsDiff[index] { open = [] }
      if depths[index] != .max {
        while let last = open.last, depths[last] >= depths[index] { open.removeLast() }
      }
      if !isOptional[index] {
        for element in open { unchangedElements[element] = 0 }
        open = []
      } else if unchangedElements[index] > 0 {
        open.append(index)
      }
    }
  }
}

/// The nesting that expected lines of a diff express.
///
/// A line must be inside of what the expected line above it with a smaller indentation opens. The
/// lines that are skipped before it must therefore be indented deeper than that line.
struct ExpectedOutline {
  /// What the lines are. `nil` for lines that are not known to belong to a change.
  let forms: [ChangeLine?]
  private let depths: [Int?]
  /// For each line, the nearest line above that opens what contains it.
  let parents: [Int?]
  /// The elements of arrays.
  let elements: ExpectedElements

  init(_ lines: [ExpectedLine], _ bindings: CaptureBindings) {
    let forms = Self.forms(of: lines)
    let depths = forms.map { $0?.depth }
    var parents = [Int?](repeating: nil, count: lines.count)
    var open: [Int] = []
    for (index, line) in lines.enumerated() {
      if line.kind == .anyLines { open = [] }
      guard let depth = depths[index] else { continue }
      while let last = open.last, let other = depths[last], other >= depth { open.removeLast() }
      parents[index] = open.last
      open.append(index)
    }
    // A line of unknown indentation must not leave what contains the next one.
    var next: Int?
    for index in lines.indices.reversed() {
      if lines[index].kind == .anyLines { next = nil }
      if depths[index] == nil {
        parents[index] = next.flatMap { $0 < index ? $0 : nil }
      } else {
        next = parents[index]
      }
    }
    self.forms = forms
    self.depths = depths
    self.parents = parents
    elements = ExpectedElements(lines, forms, parents, bindings)
  }

  /// Returns the indentation that the lines before an expected line must exceed. `start` is the
  /// first expected line of the same diff.
  func floor(of index: Int, from start: Int) -> Int {
    guard index < parents.count, let parent = parents[index], parent >= start else { return -1 }
    return depths[parent] ?? -1
  }

  /// Returns what the lines are. `nil` for lines that are not known to belong to a change.
  static func forms(of lines: [ExpectedLine]) -> [ChangeLine?] {
    var reader = ChangeReader()
    return lines.map { line in
      switch line.kind {
      case .literal(let text): return reader.read(text)
      case .capture(let capture):
        guard case .text(let text) = capture.parts.first else { return nil }
        var form = reader.read(text)
        form?.readComma(last: line.lastByte)
        return form
      case .anyLines:
        reader = ChangeReader()
        return nil
      case .blank, .regex: return nil
      }
    }
  }
}
