import MachoValues

extension Line {
  /// Returns the error of arguments that no state can make valid: an unknown action, property or
  /// endpoint, or a value of another type. Returns `nil` if the line may pass.
  ///
  /// Only the types of a feature are compared, so a line can be checked although the lines before it
  /// have not run. Variables and files are unknown then; values that contain them are not checked.
  package func typeError(in feature: any DrivenFeature) -> Diagnostic? {
    findTypeError(in: feature)?.namingLookAlikes(in: text)
  }

  private func findTypeError(in feature: any DrivenFeature) -> Diagnostic? {
    guard expectedFailure == nil, conditions.isEmpty, let command else { return nil }
    // Keywords that are allowed instead of an action, such as 'off'.
    guard !command.usage.contains(String(arguments.text)) else { return nil }
    switch command.argument {
    case .sentAction:
      let error = Self.error(of: arguments) { text throws(ValueError) in
        _ = try feature.syntax.readAction(text, of: feature)
      }
      guard error != nil else { return nil }
      return arguments.assignmentError(in: feature, feature.syntax) ?? error
    case .receivedAction:
      var patterns = arguments
      let isList = patterns.consume("unordered")
      return (isList ? patterns.split(at: ",") : [patterns]).lazy.compactMap {
        Self.error(of: $0) { text throws(ValueError) in
          _ = try feature.syntax.readPattern(text, of: feature)
        }
      }.first
    case .path:
      // `modify` has a list of paths with values.
      return arguments.split(at: ",").lazy.compactMap { part in
        let path = part.firstSeparator(of: ["="]).map(part.before) ?? part
        return Self.error(of: path) { text throws(ValueError) in try feature.check(path: text) }
      }.first
    case .comparison where command.traits.contains(.asserts):
      guard !arguments.isEmpty else { return nil }
      do throws(Diagnostic) {
        _ = try StateCondition(arguments, of: feature, feature.syntax, command: command)
        return nil
      } catch { return Self.dependsOnSession(error.code.rawValue) ? nil : error }
    case .property:
      guard !arguments.isEmpty || command != .property else { return nil }
      do throws(Diagnostic) {
        let word = Property.Word(rawValue: command.verb)
        if word == nil {
          _ = try Property(arguments, of: feature)
        } else {
          _ = try Property(word, arguments, of: feature, feature.syntax)
        }
        return nil
      } catch { return Self.dependsOnSession(error.code.rawValue) ? nil : error }
    case .binding:
      guard let sign = arguments.firstSeparator(of: ["="]) else { return nil }
      let value = arguments.after(sign)
      // A list with one value parses like an element of a collection state.
      guard value.isPath, !value.text.hasPrefix("[") else { return nil }
      return Self.error(of: value) { text throws(ValueError) in try feature.check(path: text) }
    case .state:
      return Self.error(of: arguments) { text throws(ValueError) in
        _ = try feature.syntax.read(
          text, as: feature.stateType, overlaying: feature.startState)
      }
    case .stub, .answer:
      let reader = ResponseParser(
        command: command, endpoints: feature.endpoints, syntax: feature.syntax)
      do throws(Diagnostic) {
        try ResponseParser.requireForm(arguments, of: command)
        try reader.check(arguments)
        return nil
      } catch { return Self.dependsOnSession(error.code.rawValue) ? nil : error }
    default: return nil
    }
  }

  private static func error(
    of arguments: Arguments, _ read: (Substring) throws(ValueError) -> Void
  ) -> Diagnostic? {
    guard !arguments.isEmpty else { return nil }
    do throws(ValueError) {
      try read(arguments.text)
      return nil
    } catch {
      return dependsOnSession(error.code) ? nil : Diagnostic(error, offset: arguments.offset)
    }
  }

  private static func dependsOnSession(_ code: String) -> Bool {
    [ValueError.Code.noSuchVariable, .noSuchFile].map(\.rawValue).contains(code)
  }
}

extension Comparison {
  /// Throws an error that the comparison has in every state of a feature.
  package func check(in feature: any DrivenFeature) throws(ValueError) {
    try check(in: feature.stateType, computed: feature.computed, syntax: feature.syntax)
  }
}

extension DrivenFeature {
  /// Throws if no state has a value at a path.
  fileprivate func check(path text: Substring) throws(ValueError) {
    _ = try ValuePath(reading: text).type(in: stateType, computed: computed)
  }
}
