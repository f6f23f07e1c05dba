import MachoDiff

/// The lines of a change as a tree: which line opens, and which line closes what contains a line.
package struct ChangeTree {
  package let texts: [String]
  package let lines: [ChangeLine]
  /// The index of the line that opens what contains a line.
  package private(set) var parents: [Int?] = []
  /// For a closing line, the index of the line that it closes.
  private var openings: [Int?] = []

  /// Creates the tree of one change. Each line has a text.
  package init(_ texts: [String], _ lines: [ChangeLine]) {
    self.texts = texts
    self.lines = lines
    parents.reserveCapacity(lines.count)
    openings.reserveCapacity(lines.count)
    // The lines that are open, outermost first.
    var open: [(index: Int, depth: Int)] = []
    var string: Int?
    for (index, line) in lines.enumerated() {
      var opening: Int?
      if line.role == .endOfString {
        opening = string
        string = nil
      }
      if let depth = line.depth {
        while let last = open.last, last.depth > depth { open.removeLast() }
        if let last = open.last, last.depth == depth {
          if line.role == .closing { opening = last.index }
          open.removeLast()
        }
      }
      parents.append(opening.map { parents[$0] } ?? string ?? open.last?.index)
      openings.append(opening)
      if line.role == .startOfString { string = index }
      if let depth = line.depth, line.role != .closing || line.container != nil {
        open.append((index, depth))
      }
    }
  }

  /// Returns, for each line of output, the line that opens what contains it in its change.
  package static func parents(of output: [OutputLine]) -> [Int?] {
    var parents: [Int?] = []
    while parents.count < output.count {
      let start = parents.count
      guard let diff = output[start].diff else {
        parents.append(nil)
        continue
      }
      let lines = output[start...].prefix { $0.diff == diff }
      parents += ChangeTree(lines.map(\.text), lines.compactMap(\.change)).parents.map { parent in
        parent.map { start + $0 }
      }
    }
    return parents
  }

  /// The text of each line, as a script contains it. `nil` for lines that a script omits.
  ///
  /// A script contains the changed lines, and the lines that open or close what contains one. To find the
  /// same change in other output, it also contains:
  ///
  /// - of an element with a change: its `id`, or else the number of unchanged elements after it,
  /// - beside a change without a label: the other values,
  /// - of a multi-line string with a change: all lines.
  package var scriptTexts: [String?] {
    var essential = lines.map(\.isChange)
    guard essential.contains(true) else { return texts }
    var collapsed: [Int: String] = [:]
    var contains = [Bool](repeating: false, count: lines.count)
    for index in lines.indices where essential[index] {
      var parent = parents[index]
      while let opening = parent, !contains[opening] {
        contains[opening] = true
        parent = parents[opening]
      }
    }
    for opening in lines.indices where contains[opening] {
      essential[opening] = true
      let children = children(of: opening)
      if let id = identity(of: opening, children) { essential[id] = true }
      if let rest = unchangedRest(children, contains) { collapsed[rest.index] = rest.text }
      let (all, leaves) = required(children, in: opening)
      guard all || leaves else { continue }
      for index in children {
        guard all || !hasChildren(index) && lines[index].role == .value else { continue }
        // Such a value only shows the position of the change, so its contents are not compared.
        if all, !essential[index], !contains[index], let text = collapsedText(index) {
          collapsed[index] = text
        } else if openings[index].map({ collapsed[$0] == nil }) ?? true {
          essential[index] = true
        }
      }
    }
    for index in lines.indices {
      if let opening = openings[index], essential[opening], hasChildren(opening) {
        essential[index] = true
      }
    }
    var result = texts.indices.map { essential[$0] ? texts[$0] : nil }
    for (index, text) in collapsed { result[index] = text }
    return result
  }

  /// Whether the next line is in the value that a line opens.
  private func hasChildren(_ index: Int) -> Bool {
    index + 1 < lines.count && parents[index + 1] == index
  }

  /// Returns the indices of the lines that are directly in the value that a line opens.
  private func children(of opening: Int) -> [Int] {
    var children: [Int] = []
    var index = opening + 1
    // The lines of a value follow its first line.
    while index < lines.count, let parent = parents[index], parent >= opening {
      if parent == opening { children.append(index) }
      index += 1
    }
    return children
  }

  /// Returns an unchanged line of a value with contents as `Row(…)`.
  private func collapsedText(_ index: Int) -> String? {
    guard lines[index].role == .value, !hasLabel(index) else { return nil }
    let text = texts[index]
    let value = text.utf8.dropFirst(2).drop { $0 == UInt8(ascii: " ") }
    guard value.first != UInt8(ascii: "\""), value.first != UInt8(ascii: "#"),
      let bracket = Self.openingBracket(of: value)
    else { return nil }
    return text[...bracket] + "…" + (text.utf8[bracket] == UInt8(ascii: "(") ? ")" : "]")
  }

  /// Returns the index of the first opening bracket outside of names in backticks.
  private static func openingBracket(of value: Substring.UTF8View) -> String.Index? {
    var isName = false
    return value.firstIndex { byte in
      if byte == UInt8(ascii: "`") { isName.toggle() }
      return !isName && (byte == UInt8(ascii: "(") || byte == UInt8(ascii: "["))
    }
  }

  /// Returns the line with the `id` of an element. `nil` if the value is not in an array, or
  /// has no such line.
  private func identity(of opening: Int, _ children: [Int]) -> Int? {
    guard lines[opening].mark == .unchanged, lines[opening].index != nil else {
      return nil
    }
    return children.first { lines[$0].mark == .unchanged && lines[$0].isIdentity }
  }

  /// Returns the unchanged elements after the last change in an array. `nil` if none follow, or if the
  /// element with the last change has an `id`, which is sufficient to find it again.
  private func unchangedRest(
    _ elements: [Int], _ contains: [Bool]
  ) -> (index: Int, text: String)? {
    guard
      let last = elements.last(where: {
        (contains[$0] || lines[$0].isChange) && lines[$0].index != nil
      }),
      identity(of: last, children(of: last)) == nil,
      let rest = elements.first(where: { $0 > last && lines[$0].unchangedElements > 0 })
    else { return nil }
    let line = lines[rest]
    return (rest, "\(line.indentation)… (\(line.unchangedElements) unchanged)")
  }

  /// Returns which unchanged children of a container are needed to identify a change in it: all, or those
  /// that take one line.
  private func required(_ children: [Int], in opening: Int) -> (all: Bool, leaves: Bool) {
    if lines[opening].role == .startOfString { return (true, false) }
    switch lines[opening].container {
    // The elements of a set have neither an order nor a label. Those of other collections have an
    // index or a key.
    case .set: return (false, true)
    case .elements, nil: return (false, false)
    case .fields: return (children.contains { !hasLabel($0) }, false)
    }
  }

  private func hasLabel(_ index: Int) -> Bool {
    lines[index].role == .closing || lines[index].role == .endOfString
      || lines[index].label != .none
  }
}
