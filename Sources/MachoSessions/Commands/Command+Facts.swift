extension Command {
  /// A row of the overview of 'help', in the order of the rows.
  package enum HelpGroup: String, CaseIterable, Sendable {
    case open, act, inspect, time, history, script, prompt, debug
  }

  /// Facts about a command that other modules ask for.
  package struct Traits: OptionSet, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// Sends an action or modifies shared values. The change that it reports is that of this action or
    /// modification alone, without those of received actions.
    package static let sendsAction = Traits(rawValue: 1 << 0)
    /// Sends actions of the history again.
    package static let repeatsActions = Traits(rawValue: 1 << 1)
    /// Moves to another point or branch of the history.
    package static let travelsInTime = Traits(rawValue: 1 << 2)
    /// Does something else if earlier actions are missing in the history.
    package static let readsHistory = Traits(rawValue: 1 << 3)
    /// Reads the state, the effects or the history, and changes nothing.
    package static let readsState = Traits(rawValue: 1 << 4)
    /// Opens a store, with a new history.
    package static let opensStore = Traits(rawValue: 1 << 5)
    /// Changes which store is in use.
    package static let selectsStore = Traits(rawValue: 1 << 6)
    /// Waits for external work.
    package static let waitsForExternalWork = Traits(rawValue: 1 << 7)
    /// Asserts that nothing is left over, as the end of a script does.
    package static let assertsEnd = Traits(rawValue: 1 << 8)
    /// Runs the lines of another script.
    package static let runsScript = Traits(rawValue: 1 << 9)
    /// Ends the session.
    package static let endsSession = Traits(rawValue: 1 << 10)
    /// Asserts something and prints nothing if it holds.
    package static let asserts = Traits(rawValue: 1 << 11)
    /// Prints a text that is read from its beginning. A prompt shows it in the pager if it exceeds the
    /// screen.
    package static let usesPager = Traits(rawValue: 1 << 12)
    /// Changes what stores that are opened later depend on, such as a setting or a variable, or which
    /// lines of a script run.
    package static let outlivesStore = Traits(rawValue: 1 << 13)
    /// Changes what is printed, and nothing else.
    package static let changesDisplay = Traits(rawValue: 1 << 14)
  }

  /// How a transcript contains the lines of a command. It always contains failed lines, except
  /// those of excluded commands.
  package enum TranscriptForm: Equatable, Sendable {
    /// The line with its output.
    case line
    /// The line with its output. A transcript of a live session contains another form: a script
    /// repeats the session with stubs and a test clock.
    case lineUnlessLive(LiveForm)
    /// A comment: the transcript contains what the line does in another form.
    case comment
    /// Nothing.
    case omitted
    /// Nothing, even if the line fails: it controls the recording.
    case excluded

    /// The line with its output, but a comment if a live object cannot restore the state.
    package static let lineUnlessLiveObject = lineUnlessLive(
      .commentIfUnsupported("a live object cannot be replayed:"))
  }

  /// What a transcript of a live session contains instead of a line.
  package enum LiveForm: Equatable, Sendable {
    /// Nothing.
    case omitted
    /// A comment with a reason and the line.
    case comment(String)
    /// A comment, if the line failed with 'not-supported'. In the test context it would succeed.
    case commentIfUnsupported(String)
    /// Another line, if the line succeeded.
    case replacement(String)
  }
}

extension Line {
  /// Whether the line's command has a trait. `false` for an unknown verb.
  package func has(_ trait: Command.Traits) -> Bool { command?.traits.contains(trait) ?? false }
}

extension Outcome {
  /// Whether the line's command has a trait. `false` without a command.
  package func has(_ trait: Command.Traits) -> Bool { line?.has(trait) ?? false }
}
