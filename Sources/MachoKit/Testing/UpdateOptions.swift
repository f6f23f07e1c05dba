import ArgumentParser
import MachoScripting

/// What `--update` or `--review` asks for: which gutters are written, and whether somebody said so.
struct UpdateOptions: Hashable, ExpressibleByArgument {
  /// Which gutters are written.
  let mode: ScriptRewriter.Mode
  /// Whether the mode was named; under CI nothing is written otherwise.
  let isExplicit: Bool

  init?(argument: String) {
    guard let mode = argument == Self.implicitValue ? .all : ScriptRewriter.Mode(rawValue: argument)
    else {
      return nil
    }
    self.mode = mode
    isExplicit = argument != Self.implicitValue
  }

  private static let implicitValue = "default"

  static var allValueStrings: [String] { ScriptRewriter.Mode.allCases.map(\.rawValue) }

  /// Gives an option that stands alone, which no parser of options with values knows, a value.
  static func addingImplicitValues(_ arguments: [String]) -> [String] {
    var spelled: [String] = []
    for argument in arguments {
      guard let option = spelled.last, ["--update", "--review"].contains(option) else {
        spelled.append(argument)
        continue
      }
      // What stands behind it is its value if it can be one, and else a path.
      if allValueStrings.contains(argument) {
        spelled[spelled.count - 1] = "\(option)=\(argument)"
      } else {
        spelled[spelled.count - 1] = "\(option)=\(implicitValue)"
        spelled.append(argument)
      }
    }
    if let option = spelled.last, ["--update", "--review"].contains(option) {
      spelled[spelled.count - 1] = "\(option)=\(implicitValue)"
    }
    return spelled
  }
}
