/// Formats the warning about endpoints whose calls a live session cannot record.
package enum UnobservedEndpoints {
  /// Returns the warning and the form of registration that avoids it.
  package static func lines(for endpoints: [String]) -> [String] {
    guard let first = endpoints.first else { return [] }
    let names = endpoints.joined(separator: ", ")
    return [
      "calls of \(names) are not recorded: a setter cannot read the real endpoint",
      "register a key path, Stub(\"\(first)\", \\.\(first)), or add get: { $0.\(first) }",
    ]
  }
}
