import ArgumentParser
import MachoScripting

/// The value of `--update` or `--review`: which expectations to write, and whether the user named a
/// mode.
struct UpdateOptions: Hashable, ExpressibleByArgument {
  /// Which expectations to write.
  let mode: ScriptRewriter.Mode
  /// Whether the user named the mode. Under CI nothing is written otherwise.
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

  /// Adds `=default` to a bare `--update` or `--review`, because ArgumentParser requires a value.
  static func addingImplicitValues(_ arguments: [String]) -> [String] {
    var expanded: [String] = []
    for argument in arguments {
      guard let option = expanded.last, ["--update", "--review"].contains(option) else {
        expanded.append(argument)
        continue
      }
      // The next argument is the option's value if it is a mode; otherwise it is a path.
      if allValueStrings.contains(argument) {
        expanded[expanded.count - 1] = "\(option)=\(argument)"
      } else {
        expanded[expanded.count - 1] = "\(option)=\(implicitValue)"
        expanded.append(argument)
      }
    }
    if let option = expanded.last, ["--update", "--review"].contains(option) {
      expanded[expanded.count - 1] = "\(option)=\(implicitValue)"
    }
    return expanded
  }
}
