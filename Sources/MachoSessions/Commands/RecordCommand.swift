extension Command {
  static let record: Command = .init(
    "record", usage: ["start FILE [--overwrite]", "stop"],
    summary: "write the session to a file, as a script that passes",
    details: """
      A recording begins from the state that is there, or from the beginning of the session where
      the state alone would not do: effects that run, stubs, a preview's dependencies, an object, a
      line that shows or undoes what was before. It is written line by line, and is a whole script
      at each moment.

        record start session.macho
        record stop
      """,
    argument: .form
  ) { session, arguments throws(Diagnostic) in
    var arguments = arguments
    if arguments.consume("stop") {
      try arguments.requireEnd(of: record)
      _ = try session.perform(.stop)
      return
    }
    guard arguments.consume("start") else {
      throw record.usageError("it is 'record start' or 'record stop'", at: arguments.range)
    }
    let path = try arguments.consumeFileName(for: record)
    let isOverwriting = try arguments.consumeOverwriteFlag(for: record)
    _ = try session.perform(.start(path: path, overwriting: isOverwriting))
  }
}

/// What is asked of whoever keeps a record of a session.
package enum RecordingRequest: Sendable {
  case start(path: String, overwriting: Bool)
  case stop
  /// Writes all of it, or what leads from one point of the history in force to another: so many
  /// actions behind its start.
  case save(path: String, slice: Range<Int>?, overwriting: Bool)
  /// Writes it in another form, or gives its text where no file is named.
  case export(format: ExportFormat, path: String?, overwriting: Bool)
}

extension Session {
  func perform(_ request: RecordingRequest) throws(Diagnostic) -> String? {
    guard let onRecording else {
      var note = "write a script's transcript:  macho run SCRIPT > FILE"
      if case .export(let format, _, _) = request {
        note = "export a script:  macho export \(format.rawValue) SCRIPT"
      }
      throw Diagnostic(
        "not-supported", "only a prompt records what is done at it", notes: [note])
    }
    return try onRecording(request)
  }
}

extension Arguments {
  /// Reads a file's name, which stands in quotes where it has blanks.
  mutating func consumeFileName(for command: Command) throws(Diagnostic) -> String {
    if text.first == "\"", let end = text.dropFirst().firstIndex(of: "\"") {
      let name = text[text.index(after: text.startIndex)..<end]
      let rest = text[text.index(after: end)...]
      guard !name.isEmpty, rest.first?.isWhitespace ?? true else {
        throw command.usageError("a file's name in quotes, and a blank, belong here", at: range)
      }
      self = Arguments(text: rest, offset: offset + text[...end].utf8.count)
      return String(name)
    }
    guard let (name, range) = consumeWord(), !name.hasPrefix("--") else {
      throw command.usageError("a file's name is missing", at: range)
    }
    guard !name.hasPrefix("\"") else {
      throw command.usageError("the quote behind the file's name is missing", at: range)
    }
    return name
  }

  /// Reads '--overwrite', where it is the last thing.
  mutating func consumeOverwriteFlag(for command: Command) throws(Diagnostic) -> Bool {
    let isOverwriting = consume("--overwrite")
    try requireEnd(of: command)
    return isOverwriting
  }
}
