/// One run of a script, possibly with one of several interchangeable features.
struct VariantRun: Hashable, Sendable {
  let path: String
  /// The variant. `nil` if the script runs unchanged.
  let variant: String?

  /// The name in reports.
  var label: String { variant.map { "\(path) [\($0)]" } ?? path }

  /// Returns all runs: each script with each variant, or each script unchanged if there are none.
  static func all(_ scripts: [String], with variants: [String]) -> [VariantRun] {
    guard !variants.isEmpty else { return scripts.map { VariantRun(path: $0, variant: nil) } }
    return scripts.flatMap { path in variants.map { VariantRun(path: path, variant: $0) } }
  }
}
