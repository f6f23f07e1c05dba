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
    let parts = try session.saving(arguments)
    _ = try session.ask(
      .save(path: parts.path, slice: parts.slice, overwriting: parts.isOverwriting))
  }
}

extension Session {
  fileprivate struct Saving {
    var path: String
    var slice: Range<Int>?
    var isOverwriting: Bool
  }

  /// Reads a file's name and up to two points behind it: a blank may stand in a name.
  fileprivate func saving(_ arguments: Arguments) throws(Diagnostic) -> Saving {
    var (path, isOverwriting) = try arguments.path(for: .save)
    var points: [PointText] = []
    if path.hasPrefix("\""), let end = path.dropFirst().firstIndex(of: "\"") {
      let start = arguments.offset + path[...end].utf8.count
      points = try Arguments(text: path[path.index(after: end)...], offset: start).points()
      path = String(path[path.index(after: path.startIndex)..<end])
    } else {
      while points.count < 2, let blank = path.lastIndex(of: " ") {
        let word = String(path[path.index(after: blank)...])
        let end = arguments.offset + path.utf8.count
        guard isPoint(word) else { break }
        points.insert(PointText(text: word, range: end - word.utf8.count..<end), at: 0)
        path = String(path[..<blank])
        while path.last == " " { path.removeLast() }
      }
    }
    guard !path.isEmpty else {
      throw Command.save.misuse("a file's name is missing", at: arguments.range)
    }
    return Saving(
      path: path, slice: try slice(between: points), isOverwriting: isOverwriting)
  }

  private func isPoint(_ word: String) -> Bool {
    if !word.isEmpty, word.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) { return true }
    return open?.history.place(named: word) != nil
  }

  /// The numbers of the actions between points, which lie on the way to the present.
  private func slice(between points: [PointText]) throws(Diagnostic) -> Range<Int>? {
    guard !points.isEmpty else { return nil }
    let open = try opened()
    var numbers: [Int] = []
    for point in points {
      let place = try open.place(of: point)
      let aside = open.history.entries(leadingTo: place, butNotTo: open.history.here)
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
  fileprivate func points() throws(Diagnostic) -> [PointText] {
    var rest = self
    var points: [PointText] = []
    while points.count < 2, let point = try rest.point(for: .save) { points.append(point) }
    try rest.requireEnd(of: .save)
    return points
  }
}
