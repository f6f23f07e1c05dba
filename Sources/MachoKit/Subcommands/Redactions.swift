import ArgumentParser
import MachoScripting

/// Creates a redactor for recordings: it redacts matches of regular expressions, the values of
/// named properties, and the properties that features declare secret.
func makeRedactor(_ patterns: [String], secrets: [String] = []) throws -> Redactor {
  for pattern in patterns where (try? UserRegex(pattern)) == nil {
    throw ValidationError("bad-regex: invalid regular expression '\(pattern)'")
  }
  return try Redactor(patterns: patterns, properties: secrets + Catalog.all.flatMap(\.secrets))
}
