extension Command {
  package static let save: Command = .init(
    "save", usage: ["FILE [FROM [TO]] [--verbatim] [--overwrite]"],
    summary: "save the session as a script that passes",
    details: """
      Writes the whole session, or the actions after the point FROM, up to TO. Points are written as
      for 'goto' and must lie on the path to the present. A partial script starts with the state and
      the stubs at FROM; it cannot restore effects in flight. Use 'record start' to record later
      lines. Quote a FILE with blanks in its name.

      Leaves out mistakes, queries, undone lines, settings of the prompt, stubs without calls and
      variables without uses, and prints how many. Marks become phases. A payload that a response or
      a diff shows is not repeated after 'receive'. The script is tested: if it fails, undone lines
      stay, or all lines do, as with '--verbatim'. A line that cannot be repeated, and the lines
      below it, become comments, and are named with the reason. If the line only reads, such as
      'effects', it is the only comment.

        save context.macho
        save bug.macho 12
        save "the other way.macho" filled 20
      """,
    argument: .form, helpGroup: .script, traits: [], transcript: .excluded
  ) { context, arguments throws(Diagnostic) in
    var arguments = arguments
    let path = try arguments.consumeFileName(for: save)
    let points = try arguments.consumePoints(for: save)
    let flags = try arguments.consumeFlags(["--verbatim", "--overwrite"], for: save)
    let slice = try context.slice(between: points)
    let note = try context.perform(
      .save(
        path: path, slice: slice, verbatim: flags.contains("--verbatim"),
        overwriting: flags.contains("--overwrite")))
    if let note { context.report(.notice(note)) }
  }
}

extension CommandContext {
  /// Returns the range of actions between two points on the path to the present.
  fileprivate func slice(between points: [PointReference]) throws(Diagnostic) -> Range<Int>? {
    guard !points.isEmpty else { return nil }
    let open = try opened()
    var numbers: [Int] = []
    for point in points {
      let position = try open.resolve(point)
      let others = open.history.entries(leadingTo: position, butNotTo: open.history.currentPosition)
      guard !others.contains(where: { _ in true }) else {
        throw Diagnostic(
          "not-supported", "'\(point.text)' is not on the path to the present", at: point.range,
          notes: ["go there first:  goto \(point.text)"])
      }
      numbers.append(position.offset)
    }
    let (from, to) = (numbers[0], numbers.count > 1 ? numbers[1] : open.history.position)
    guard from < to else {
      throw Diagnostic(
        "usage", "there are no actions between these points", at: points[0].range,
        notes: ["'history' lists the actions: 'save FILE 2 5' writes the 3rd, 4th and 5th"])
    }
    return from..<to
  }
}

extension Arguments {
  /// Reads up to two points.
  fileprivate mutating func consumePoints(for command: Command) throws(Diagnostic)
    -> [PointReference]
  {
    var points: [PointReference] = []
    while points.count < 2, !text.hasPrefix("--"), let point = try consumePoint(for: command) {
      points.append(point)
    }
    return points
  }
}
