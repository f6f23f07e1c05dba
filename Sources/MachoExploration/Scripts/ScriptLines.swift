import MachoSessions
import MachoValues

/// The values in lines of a user's scripts.
struct ScriptLines {
  /// The values of sent and received actions, and of stubbed results.
  private(set) var values: [Any] = []
  /// The labels of the actions that the scripts send.
  private(set) var sentLabels: Set<String> = []

  init(_ lines: [Line], of feature: any DrivenFeature) {
    for line in lines {
      let arguments = line.arguments.text
      switch line.command?.argument {
      case .sentAction:
        guard let action = try? feature.syntax.readAction(arguments, of: feature) else { continue }
        values.append(action)
        sentLabels.insert(templateLabel(of: action))
      case .receivedAction:
        guard let action = try? feature.syntax.readAction(arguments, of: feature) else { continue }
        values.append(action)
      case .stub, .answer:
        values += feature.responseValues(of: line)
      default: continue
      }
    }
  }
}
