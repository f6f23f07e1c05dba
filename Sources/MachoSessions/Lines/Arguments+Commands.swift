import MachoValues

// The arguments that several commands read.

extension Arguments {
  /// Throws if arguments are left.
  package func requireEnd(of command: Command) throws(Diagnostic) {
    guard isEmpty else {
      throw command.usageError("'\(command.verb)' takes no further arguments here", at: range)
    }
  }

  /// Reads an integer of at least 1. Returns `fallback` if there is no argument.
  package mutating func consumeCount(for command: Command, fallback: Int) throws(Diagnostic) -> Int
  {
    guard let (text, range) = consumeWord() else { return fallback }
    if !text.isEmpty, text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), Int(text) == nil {
      throw Diagnostic("out-of-range", "'\(text)' is too large", at: range)
    }
    guard let number = Int(text), number >= 1 else {
      throw command.usageError("'\(text)' is not an integer of at least 1", at: range)
    }
    return number
  }

  /// Reads a duration that is not negative.
  func parseDuration(_ syntax: ValueSyntax) throws(Diagnostic) -> Duration {
    let duration: Duration
    do throws(ValueError) { duration = try syntax.read(text, as: Duration.self) } catch {
      throw Diagnostic(error, offset: offset)
    }
    guard duration >= .zero else {
      throw Diagnostic("out-of-range", "the duration must not be negative", at: range)
    }
    return duration
  }
}
