import MachoValues

extension Command {
  package static let record: Command = .init(
    "record", usage: ["start FILE [--overwrite] [--round DURATION]", "stop"],
    summary: "record the session as a script that passes",
    details: """
      A recording starts with the present state if that is complete. Otherwise it contains the whole
      session: if there are effects, stubs, preview dependencies or an object, or if a line refers
      to the history. Each line is written immediately, so the file is always a valid script. At its
      end the script is tested as by 'save': a line that cannot be repeated becomes a comment with
      the reason.

      In the live context '--round 10ms' makes the recorded times multiples of 10 ms, except for the
      deadlines of effects. The clock of the session itself then advances in these steps, so a
      replay passes.

        record start context.macho
        record stop
      """,
    argument: .form, helpGroup: .script, traits: [], transcript: .excluded
  ) { context, arguments throws(Diagnostic) in
    var arguments = arguments
    if arguments.consume("stop") {
      try arguments.requireEnd(of: record)
      if let note = try context.perform(.stop) { context.report(.notice(note)) }
      return
    }
    guard arguments.consume("start") else {
      throw record.usageError("expected 'record start' or 'record stop'", at: arguments.range)
    }
    let path = try arguments.consumeFileName(for: record)
    var isOverwriting = false
    var step: Duration?
    while !arguments.isEmpty {
      if arguments.consume("--round") {
        step = try context.consumeClockStep(from: &arguments)
      } else {
        isOverwriting = arguments.consume("--overwrite")
        if !isOverwriting { try arguments.requireEnd(of: record) }
      }
    }
    _ = try context.perform(.start(path: path, overwriting: isOverwriting))
    if let step { context.roundWallClocks(to: step) }
    for open in context.stores.all { context.report(open.unobservedEndpoints) }
  }
}

extension CommandContext {
  /// Reads the duration of '--round'.
  fileprivate func consumeClockStep(
    from arguments: inout Arguments
  ) throws(Diagnostic) -> Duration {
    guard let (word, range) = arguments.consumeWord() else {
      throw command.usageError("expected a duration after '--round'", at: arguments.range)
    }
    let step: Duration
    do throws(ValueError) {
      step = try syntax.read(Substring(word), as: Duration.self)
    } catch {
      throw Diagnostic(error, offset: range.lowerBound)
    }
    guard step >= .milliseconds(1) else {
      throw Diagnostic("out-of-range", "the duration must be at least 1 ms", at: range)
    }
    return step
  }
}

extension Arguments {
  /// Reads a file name. Names with blanks are quoted.
  mutating func consumeFileName(for command: Command) throws(Diagnostic) -> String {
    guard !text.utf8.contains(0) else {
      throw command.usageError("a file name cannot contain NUL", at: range)
    }
    if text.first == "\"", let end = text.dropFirst().firstIndex(of: "\"") {
      let name = text[text.index(after: text.startIndex)..<end]
      let rest = text[text.index(after: end)...]
      guard !name.isEmpty else {
        throw command.usageError("the file's name is empty", at: offset..<offset + 2)
      }
      guard rest.first?.isWhitespace ?? true else {
        throw command.usageError("expected a quoted file name, followed by a blank", at: range)
      }
      self = Arguments(text: rest, offset: offset + text[...end].utf8.count)
      return String(name)
    }
    guard let (name, range) = consumeWord(), !name.hasPrefix("--") else {
      throw command.usageError("a file's name is missing", at: range)
    }
    guard !name.hasPrefix("\"") else {
      throw command.usageError("the closing quote of the file name is missing", at: range)
    }
    return name
  }

  /// Reads flags, the last arguments, in any order. Returns those that are set.
  mutating func consumeFlags(
    _ flags: Set<String>, for command: Command
  ) throws(Diagnostic) -> Set<String> {
    var found: Set<String> = []
    while let flag = flags.first(where: { consume($0) }) { found.insert(flag) }
    try requireEnd(of: command)
    return found
  }
}
