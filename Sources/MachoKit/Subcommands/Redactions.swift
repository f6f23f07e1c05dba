import ArgumentParser
import MachoScripting

/// Keeps out of recordings what regular expressions match, the values of named properties, and those
/// that features themselves call secret.
func makeRedactor(_ patterns: [String], secrets: [String] = []) throws -> Redactor {
  for pattern in patterns where (try? Regex(pattern)) == nil {
    throw ValidationError("bad-regex: '\(pattern)' is no regular expression")
  }
  return try Redactor(patterns: patterns, properties: secrets + Catalog.all.flatMap(\.secrets))
}
