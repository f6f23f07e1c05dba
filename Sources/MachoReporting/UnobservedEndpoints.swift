/// Formats the warning about endpoints whose calls a live session cannot record.
package enum UnobservedEndpoints {
  /// Returns the warning and the form of registration that avoids it.
  package static func lines(for endpoints: [String], areAsyncStreams: Bool) -> [String] {
    guard let first = endpoints.first else { return [] }
    let names = endpoints.joined(separator: ", ")
    if areAsyncStreams {
      return [
        "calls of \(names) are not recorded: an asynchronous function returns the stream",
        "make the function synchronous, or stub it in the recording",
      ]
    }
    return [
      "calls of \(names) are not recorded: a setter cannot read the real endpoint",
      "register a key path, Stub(\"\(first)\", \\.\(first)), or add get: { $0.\(first) }",
    ]
  }
}
