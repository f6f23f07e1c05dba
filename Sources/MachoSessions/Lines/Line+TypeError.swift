import MachoValues

extension Line {
  /// Returns the error of arguments that no state can make valid: an unknown action, property, endpoint or
  /// file, or a value of another type. Returns `nil` if the line may pass.
  ///
  /// Only the types of a feature are compared, so a line can be checked although the lines before it
  /// have not run. Variables are unknown then; values that contain them are not checked.
  ///
  /// - Parameters:
  ///   - feature: The feature of the store in use. `nil` if it is not known; then only what no feature can
  ///     make valid is an error.
  ///   - files: The files that the line can read. Default: `nil` (they are not known).
  package func typeError(
    in feature: (any DrivenFeature)?, files: (any FileSource)? = nil
  ) -> Diagnostic? {
    guard let command, expectedFailure == nil, conditions.isEmpty else { return nil }
    if let error = errorWithoutFeature(files) { return error }
    // Keywords that are allowed instead of an action, such as 'off'.
    guard let feature, !command.usage.contains(String(arguments.text)) else { return nil }
    do throws(Diagnostic) {
      try TypeCheck(command: command, feature: feature, files: files).check(arguments, of: self)
      return nil
    } catch { return error.namingLookAlikes(in: text) }
  }

  /// Returns the error with which the line fails in a session of its own, unless another session can have
  /// what this one lacks.
  private func errorWithoutFeature(_ files: (any FileSource)?) -> Diagnostic? {
    // A list with one value parses like an element of a collection state.
    if command?.argument == .binding, let value = boundValue, value.isPath { return nil }
    let session = Session(catalog: [], receiveMode: .onReceive, files: files)
    guard let error = session.run(self).failure else { return nil }
    let isOfSession = ["no-feature", "no-such-feature", "no-such-store", "no-such-variable"]
      .contains(error.code)
    let isAboutText = DiagnosticCode.textCodes.contains(error.code) && !isOfSession
    return isAboutText || error.code == "no-such-file" && files != nil ? error : nil
  }

  /// The value of `NAME = VALUE`. `nil` without an equals sign.
  fileprivate var boundValue: Arguments? {
    arguments.firstSeparator(of: ["="]).map(arguments.after)
  }
}

/// Compares arguments with the types of a feature, with the parsers that commands use.
private struct TypeCheck {
  let command: Command
  let feature: any DrivenFeature
  let files: (any FileSource)?

  private var syntax: ValueSyntax {
    var syntax = feature.syntax
    syntax.files = files
    return syntax
  }

  /// Throws an error that the arguments have in every state of the feature.
  func check(_ arguments: Arguments, of line: Line) throws(Diagnostic) {
    switch command.argument {
    case .sentAction: try checkAction(arguments)
    case .receivedAction:
      var patterns = arguments
      let isList = patterns.consume("unordered")
      for pattern in isList ? patterns.split(at: ",") : [patterns] {
        try read(pattern) { text throws(ValueError) in
          _ = try syntax.readPattern(text, of: feature)
        }
      }
    case .path where command == .modify:
      for modification in try Modification.list(arguments) {
        try known { () throws(Diagnostic) in try modification.check(in: feature, syntax) }
      }
    case .path: try checkPath(arguments)
    case .comparison: try known { () throws(Diagnostic) in try checkCondition(arguments) }
    case .property:
      guard !arguments.isEmpty || command != .property else { return }
      try known { () throws(Diagnostic) in
        let word = Property.Word(rawValue: command.verb)
        _ =
          try word == nil
          ? Property(arguments, of: feature, syntax)
          : Property(word, arguments, of: feature, syntax)
      }
    case .binding:
      // A list with one value parses like an element of a collection state.
      guard let value = line.boundValue, value.isPath, !value.text.hasPrefix("[") else { return }
      try checkPath(value)
    case .state: try checkState(arguments)
    case .pointsOrState: if let start = line.replayStart { try checkState(start) }
    case .context: try ContextChoice(arguments).check(for: feature, at: arguments.range)
    case .stub, .answer:
      try known { () throws(Diagnostic) in
        try ResponseParser.requireForm(arguments, of: command)
        try ResponseParser(command: command, endpoints: feature.endpoints, syntax: syntax)
          .check(arguments)
      }
    case .none, .feature, .store, .verb, .point, .words, .form: break
    }
  }

  private func checkAction(_ text: Arguments) throws(Diagnostic) {
    do throws(Diagnostic) {
      try read(text) { text throws(ValueError) in _ = try syntax.readAction(text, of: feature) }
    } catch { throw text.assignmentError(in: feature, syntax) ?? error }
  }

  private func checkPath(_ path: Arguments) throws(Diagnostic) {
    try read(path) { text throws(ValueError) in
      _ = try ValuePath(reading: text)
        .type(in: feature.stateType, computed: feature.computed, syntax: syntax)
    }
  }

  private func checkState(_ text: Arguments) throws(Diagnostic) {
    try read(text) { text throws(ValueError) in
      _ = try syntax.read(text, as: feature.stateType, overlaying: feature.startState)
    }
  }

  /// Checks the condition of `expect` or `explore`.
  private func checkCondition(_ arguments: Arguments) throws(Diagnostic) {
    guard command == .explore else {
      guard !arguments.isEmpty else { return }
      _ = try StateCondition(asserting: arguments, of: feature, syntax, requiresFlags: true)
      return
    }
    var rest = arguments
    let goal = try rest.consumeGoal()
    guard !rest.isEmpty else { return }
    if case .failure(invariant: _, property: .some, _) = goal {
      _ = try Property(rest, of: feature, syntax)
    } else {
      _ = try StateCondition(rest, of: feature, syntax, command: .expect)
    }
  }

  /// Reads arguments that are not empty.
  private func read(
    _ arguments: Arguments, _ read: (Substring) throws(ValueError) -> Void
  ) throws(Diagnostic) {
    guard !arguments.isEmpty else { return }
    try known { () throws(Diagnostic) in
      do throws(ValueError) { try read(arguments.text) } catch {
        throw Diagnostic(error, offset: arguments.offset)
      }
    }
  }

  /// Rethrows an error, unless a session may have what is not known here.
  private func known(_ check: () throws(Diagnostic) -> Void) throws(Diagnostic) {
    do throws(Diagnostic) { try check() } catch {
      let isUnknown =
        error.code == "no-such-variable" || error.code == "no-such-file" && files == nil
      guard isUnknown else { throw error }
    }
  }
}

extension Comparison {
  /// Throws an error that the comparison has in every state of a feature.
  package func check(in feature: any DrivenFeature) throws(ValueError) {
    try check(in: feature.stateType, computed: feature.computed, syntax: feature.syntax)
  }
}
