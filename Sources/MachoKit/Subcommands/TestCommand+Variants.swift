import ArgumentParser
import Foundation
import MachoScripting
import MachoSystem

// Running one script with several interchangeable features.

extension TestCommand {
  /// Returns the names of the variants. Throws if one is not registered.
  func variantNames() throws -> [String] {
    let names = (variants ?? "").split(separator: ",").map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    guard variants == nil || !names.isEmpty else {
      throw ValidationError("--variants names no feature")
    }
    for name in names { _ = try Catalog.feature(named: name) }
    guard Set(names).count == names.count else {
      throw ValidationError("--variants names a feature twice")
    }
    return names
  }

  func keepScripts(of variants: [String], in selection: inout ScriptSelection) throws {
    let variants = FeatureVariants(variants)
    let none = "no script opens any of \(variants.names.joined(separator: ", "))"
    selection.keep(orReport: none) { selected in
      // Keep scripts that cannot be read or parsed: their run reports the error.
      guard
        let script = (try? ScriptFiles.read(selected.path)).flatMap({ try? ScriptParser.parse($0) })
      else {
        return true
      }
      return variants.applies(to: script)
    }
  }

  func printMatrix(
    _ results: [ScriptResult], _ scripts: [SelectedScript], _ variants: [String]
  ) {
    let found = Dictionary(results.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let matrix = MatrixFormatter(scripts: scripts.map(\.name), variants: variants) { row, variant in
      found[SelectedRun(script: scripts[row], variant: variant).name]
    }
    StandardOutput.print("")
    for line in matrix.lines { StandardOutput.print(line) }
  }
}
