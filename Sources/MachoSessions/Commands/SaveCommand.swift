extension Command {
  static let save: Command = .init(
    "save", usage: ["FILE [FROM [TO]] [--overwrite]"],
    summary: "write what has been done to a file, as a script that passes",
    details: """
      The whole session up to here, or what was done behind the point FROM, up to TO. Points are
      written as for 'goto', and lie on the way to the present. Such a script begins with the state
      that was at FROM, and with the stubs that were in force; what ran there it cannot begin with.
      'record start' goes on with what follows. A FILE with blanks in its name stands in quotes.

        save session.macho
        save bug.macho 12
        save "the other way.macho" filled 20
      """,
    argument: .form
  ) { session, arguments throws(Diagnostic) in
    var arguments = arguments
    let path = try arguments.consumeFileName(for: save)
    let points = try arguments.consumePoints(for: save)
    let isOverwriting = try arguments.consumeOverwriteFlag(for: save)
    let slice = try session.slice(between: points)
    _ = try session.perform(.save(path: path, slice: slice, overwriting: isOverwriting))
  }
}

extension Session {
  /// The numbers of the actions between points, which lie on the way to the present.
  fileprivate func slice(between points: [PointReference]) throws(Diagnostic) -> Range<Int>? {
    guard !points.isEmpty else { return nil }
    let open = try opened()
    var numbers: [Int] = []
    for point in points {
      let place = try open.resolve(of: point)
      let aside = open.history.entries(leadingTo: place, butNotTo: open.history.currentPosition)
      guard !aside.contains(where: { _ in true }) else {
        throw Diagnostic(
          "not-supported", "'\(point.text)' is not on the way to the present", at: point.range,
          notes: ["go there first:  goto \(point.text)"])
      }
      numbers.append(place.position)
    }
    let (from, to) = (numbers[0], numbers.count > 1 ? numbers[1] : open.history.position)
    guard from < to else {
      throw Diagnostic(
        "usage", "nothing was done between these points", at: points[0].range,
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
