import MachoValues

extension Line {
  /// Returns the error of arguments that no state can make valid: an unknown action, or a payload of
  /// another type. Returns `nil` if the line may pass.
  ///
  /// Only the types of a feature are compared, so a line can be checked although the lines before it
  /// have not run. Variables and files are unknown then; values that contain them are not checked.
  package func typeError(in feature: any DrivenFeature) -> Diagnostic? {
    guard expectedFailure == nil, conditions.isEmpty, let command else { return nil }
    // Keywords that are allowed instead of an action, such as 'off'.
    guard !command.usage.contains(String(arguments.text)) else { return nil }
    switch command.argument {
    case .sentAction:
      return Self.error(of: arguments) { text throws(ValueError) in
        _ = try feature.syntax.readAction(text, of: feature)
      }
    case .receivedAction:
      var patterns = arguments
      let isList = patterns.consume("unordered")
      return (isList ? patterns.split(at: ",") : [patterns]).lazy.compactMap {
        Self.error(of: $0) { text throws(ValueError) in
          _ = try feature.syntax.readPattern(text, of: feature)
        }
      }.first
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
      let unknown = [ValueError.Code.noSuchVariable, .noSuchFile].map(\.rawValue)
      return unknown.contains(error.code) ? nil : Diagnostic(error, offset: arguments.offset)
    }
  }
}
