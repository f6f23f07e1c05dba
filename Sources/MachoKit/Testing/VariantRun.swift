/// A script, and with which of the features that have to do the same it is run.
struct VariantRun: Hashable, Sendable {
  let path: String
  /// None where a script is run as it is.
  let variant: String?

  /// What reports call it.
  var label: String { variant.map { "\(path) [\($0)]" } ?? path }

  /// All runs of some scripts: each with each of the variants, or each as it is.
  static func all(_ scripts: [String], across variants: [String]) -> [VariantRun] {
    guard !variants.isEmpty else { return scripts.map { VariantRun(path: $0, variant: nil) } }
    return scripts.flatMap { path in variants.map { VariantRun(path: path, variant: $0) } }
  }
}
