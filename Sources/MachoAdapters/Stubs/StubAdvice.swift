import Composable
import MachoMetadata
import MachoSessions

/// The advice for a dependency that has no value in the store's context.
enum StubAdvice {
  /// Returns the advice for the dependency that the current issue is about. Empty for other issues.
  static func notes(in context: RunContext) -> [String] {
    guard let missing = MissingDependency.current else { return [] }
    if context == .live { return liveNotes(missing) }
    guard let path = missing.path else { return notes(endpoint: missing.endpoint ?? "") }
    guard let type = missing.type else { return [] }
    if TypeKind(of: type) == .function { return notes(name: path, path: path) }
    let fields = (try? StructSchema.of(type))?.properties ?? []
    if let endpoint = fields.first(where: isFunction)?.label {
      return notes(name: "\(path).\(endpoint)", path: "\(path).\(endpoint)")
    }
    return ["override it with the feature:  dependencies: { $0.\(path) = value }"]
  }

  /// Returns the advice for a live store, whose calls no stub answers. The issue of a dependency has it.
  private static func liveNotes(_ missing: MissingDependency) -> [String] {
    guard let endpoint = missing.endpoint else { return [] }
    let parts = endpoint.split(separator: ".", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return [] }
    return [
      "\(parts[0]) has no live value for '\(parts[1])': conform it to DependencyKey with a 'liveValue' "
        + "that implements it, in a module that the driver depends on",
      "in a live session, stubs replace no endpoints; 'context test' is the context of scripts",
    ]
  }

  /// Returns the advice for an endpoint of a client, whose dependency usually has the client's name.
  private static func notes(endpoint: String) -> [String] {
    let parts = endpoint.split(separator: ".", maxSplits: 1).map(String.init)
    guard parts.count == 2, let initial = parts[0].first else { return [] }
    let path = "\(initial.lowercased())\(parts[0].dropFirst()).\(parts[1])"
    return notes(name: path, path: path)
  }

  private static func notes(name: String, path: String) -> [String] {
    [
      "register the endpoint with the feature:  Stub(\"\(name)\", \\.\(path))",
      "then a script writes:  stub \(name) -> value",
    ]
  }

  private static func isFunction(_ field: Field) -> Bool {
    field.unsupportedReason == .function || TypeKind(of: field.type) == .function
  }
}
