import ArgumentParser
import Foundation
import MachoScripting

// One script across several features.

extension TestCommand {
  /// The features that have to do the same; each has to be there.
  func variantNames() throws -> [String] {
    let names = (across ?? "").split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    guard across == nil || !names.isEmpty else {
      throw ValidationError("--across names no feature")
    }
    for name in names { _ = try Catalog.feature(named: name) }
    guard Set(names).count == names.count else {
      throw ValidationError("--across names a feature twice")
    }
    return names
  }

  func keepScripts(of variants: [String], in selection: inout ScriptSelection) throws {
    let variants = FeatureVariants(variants)
    let none = "no script opens any of \(variants.names.joined(separator: ", "))"
    selection.keep(orSay: none) { path in
      // What cannot be read or does not parse is reported by its run.
      guard let script = (try? ScriptFiles.read(path)).flatMap({ try? ScriptParser.parse($0) })
      else {
        return true
      }
      return variants.applies(script)
    }
  }

  func printMatrix(_ results: [ScriptResult], _ scripts: [String], _ variants: [String]) {
    let found = Dictionary(results.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    let matrix = MatrixFormatter(scripts: scripts, variants: variants) { script, variant in
      found[VariantRun(path: script, variant: variant).label]
    }
    print("")
    for line in matrix.lines { print(line) }
  }
}
