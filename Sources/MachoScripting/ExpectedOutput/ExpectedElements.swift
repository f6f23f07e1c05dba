import MachoDiff
import MachoReporting

/// The elements of arrays in expected lines of a diff.
///
/// A script should still pass if its feature has more elements than before. Then an element in the
/// output has a greater index than in the expected line. Two rules decide whether it is the same element:
///
/// - If the `id` of the element is written below its first line, the index is not compared.
/// - If the number of unchanged elements after the last change is written, each index may be greater.
///   From one element to the next, the difference may only grow, so the order stays the same. The
///   written number is a minimum, so that equal states have equal indexes.
struct ExpectedElements {
  /// An expected line that begins an element.
  struct Element {
    /// The index as written.
    let index: Int
    /// The expected line that opens the array.
    let array: Int
    /// Whether the `id` of the element is written.
    fileprivate(set) var hasIdentity = false
    /// Whether the element before it in the array has no `id`. Then the distance to it is compared.
    fileprivate(set) var followsElementWithoutID = false
  }

  /// For each expected line, the element that it begins.
  private(set) var elements: [Element?]
  /// For each expected line, the number of unchanged elements that it represents.
  private var counts: [(number: Int, depth: Int)?]
  /// The lines that open arrays whose elements may have a greater index.
  private var flexibleArrays: Set<Int> = []

  /// Reads the elements.
  ///
  /// - Parameters:
  ///   - forms: The forms of the lines. `nil` for lines outside of a diff.
  ///   - parents: For each line, the line that opens what contains it.
  init(
    _ lines: [ExpectedLine], _ forms: [ChangeLine?], _ parents: [Int?], _ bindings: CaptureBindings
  ) {
    elements = lines.map { _ in nil }
    counts = lines.map { _ in nil }
    var arrays: [Int: ArrayLines] = [:]
    for (index, line) in lines.enumerated() {
      guard let form = forms[index] else { continue }
      if !line.isMatcher, form.index == nil, let depth = form.depth, form.unchangedElements > 0 {
        counts[index] = (form.unchangedElements, depth)
      }
      guard let array = parents[index], !lines[array].isMatcher,
        let container = forms[array]?.container, container != .fields
      else { continue }
      if let position = form.index {
        elements[index] = Element(index: position, array: array)
        arrays[array, default: ArrayLines()].elements.append(index)
        arrays[array]?.isComplete = false
      } else if counts[index] != nil {
        arrays[array, default: ArrayLines()].isComplete = true
      }
    }
    guard !arrays.isEmpty else { return }
    for (opening, array) in arrays {
      var followsElementWithoutID = false
      for index in array.elements {
        elements[index]?.followsElementWithoutID = followsElementWithoutID
        let hasIdentity = Self.hasIdentity(index, lines, forms, parents, bindings)
        elements[index]?.hasIdentity = hasIdentity
        followsElementWithoutID = !hasIdentity
      }
      let isLast = array.elements.last.map { Self.isLast($0, lines, forms) } ?? false
      if array.isComplete || isLast || !followsElementWithoutID {
        flexibleArrays.insert(opening)
      }
    }
  }

  /// The expected lines of one array.
  private struct ArrayLines {
    /// The lines that begin its elements.
    var elements: [Int] = []
    /// Whether the number of unchanged elements after the last one is written.
    var isComplete = false
  }

  /// Returns by how much an index of an element in the output is greater than the expected one.
  /// `nil` if one of the two lines begins no element.
  func shift(of line: Int, to index: Int?) -> Int? {
    guard let index, let element = elements[line] else { return nil }
    return index - element.index
  }

  /// Whether an expected line may match an element whose index is greater by `shift`.
  ///
  /// - Parameter previous: The difference of the last element of each array.
  func allows(_ shift: Int, of line: Int, after previous: [Int: Int] = [:]) -> Bool {
    guard let element = elements[line] else { return shift == 0 }
    if element.hasIdentity, !element.followsElementWithoutID { return true }
    guard shift == 0 || element.hasIdentity || flexibleArrays.contains(element.array) else {
      return false
    }
    return shift >= previous[element.array] ?? 0
  }

  /// Whether an expected line is `… (3 unchanged)`, and a line of output represents at least as many
  /// unchanged elements at the same depth.
  func count(of line: Int, matches actual: Int, of outline: OutputOutline) -> Bool {
    guard let count = counts[line] else { return false }
    return outline.unchangedElements[actual] >= count.number
      && outline.depths[actual] == count.depth
  }
}

extension ExpectedElements {
  private static func hasIdentity(
    _ index: Int, _ lines: [ExpectedLine], _ forms: [ChangeLine?], _ parents: [Int?],
    _ bindings: CaptureBindings
  ) -> Bool {
    guard forms[index]?.mark == .unchanged else { return false }
    for inner in lines.indices.dropFirst(index + 1) {
      guard let form = forms[inner] else {
        if lines[inner].kind == .anyLines { return false }
        continue
      }
      if let depth = form.depth, depth <= forms[index]?.depth ?? 0 { return false }
      guard parents[inner] == index, form.mark == .unchanged, form.isIdentity
      else { continue }
      if case .capture(let capture) = lines[inner].kind {
        return capture.names.allSatisfy { bindings.values[$0] != nil }
      }
      return true
    }
    return false
  }

  /// Whether no element follows: the last line of the element has no comma, and the next line closes
  /// the array.
  private static func isLast(
    _ index: Int, _ lines: [ExpectedLine], _ forms: [ChangeLine?]
  ) -> Bool {
    guard let depth = forms[index]?.depth else { return false }
    var end = index
    while end + 1 < lines.count, let form = forms[end + 1],
      form.depth.map({ $0 > depth || $0 == depth && form.role == .closing }) ?? true
    {
      end += 1
      if form.depth == depth { break }
    }
    let isComplete =
      end == index
      ? forms[index]?.role == .value && forms[index]?.container == nil
        && lines[index].lastByte != nil
      : forms[end]?.role == .closing || forms[end]?.role == .endOfString
    guard isComplete, end + 1 < lines.count, let last = lines[end].lastByte,
      last != UInt8(ascii: ","),
      let next = forms[end + 1], next.role == .closing, let nextDepth = next.depth
    else { return false }
    return nextDepth < depth
  }
}

extension ExpectedLine {
  /// The literal text at the start of the line.
  var start: String {
    switch kind {
    case .literal(let text): return text
    case .capture(let capture):
      if case .text(let text) = capture.parts.first { return text }
      return ""
    case .blank, .anyLines, .regex: return ""
    }
  }

  /// Returns the text with the bound values in place of captures, and the names of the others.
  func text(with bindings: CaptureBindings) -> String {
    guard case .capture(let capture) = kind else { return text }
    return capture.parts.map { part in
      switch part {
      case .text(let text): text
      case .capture(let name, _): bindings.values[name] ?? "<\(name)>"
      }
    }.joined()
  }

  /// The last byte of the text. `nil` if it is not known.
  var lastByte: UInt8? {
    switch kind {
    case .literal(let text): return text.utf8.last
    case .capture(let capture):
      if case .text(let text) = capture.parts.last { return text.utf8.last }
      return nil
    case .blank, .anyLines, .regex: return nil
    }
  }
}

extension OutputLine {
  /// The line with a smaller index of the element that it begins.
  func withIndex(less shift: Int) -> OutputLine {
    guard shift != 0, let index = change?.index, let range = change?.indexRange else { return self }
    let bytes = Array(text.utf8)
    var copy = self
    copy.text =
      String(decoding: bytes[..<range.lowerBound], as: UTF8.self) + "\(index - shift)"
      + String(decoding: bytes[range.upperBound...], as: UTF8.self)
    return copy
  }
}
