import ArgumentParser
import MachoScripting

/// What `--update` or `--review` asks for: which gutters are written, and whether somebody said so.
struct UpdateRequest: Hashable, ExpressibleByArgument {
  /// Which gutters are written.
  let mode: ScriptRewriter.Mode
  /// Whether the mode was named; under CI nothing is written otherwise.
  let isExplicit: Bool

  init?(argument: String) {
    guard let mode = argument == Self.unsaid ? .all : ScriptRewriter.Mode(rawValue: argument) else {
      return nil
    }
    self.mode = mode
    isExplicit = argument != Self.unsaid
  }

  private static let unsaid = "default"

  static var allValueStrings: [String] { ScriptRewriter.Mode.allCases.map(\.rawValue) }

  /// Gives an option that stands alone, which no parser of options with values knows, a value.
  static func spelledOut(_ arguments: [String]) -> [String] {
    arguments.map { ["--update", "--review"].contains($0) ? "\($0)=\(unsaid)" : $0 }
  }
}
