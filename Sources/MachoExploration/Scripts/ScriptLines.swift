import MachoSessions
import MachoValues

/// The values in lines of a user's scripts.
struct ScriptLines {
  /// The values of sent and received actions, and of stubbed results.
  private(set) var values: [Any] = []
  /// The labels of the actions that the scripts send.
  private(set) var sentLabels: Set<String> = []

  init(_ lines: [String], of feature: any DrivenFeature) {
    for text in lines {
      guard let line = try? Line(parsing: text) else { continue }
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
        guard let arrow = arguments.firstRange(of: "->") else { continue }
        let name = arguments.prefix { $0 != "(" && $0 != " " }
        guard let endpoint = feature.endpoints.first(where: { $0.name == name }) else { continue }
        let response = arguments[arrow.upperBound...].drop { $0 == " " }
        if let value = try? endpoint.read(response, feature.syntax) { values.append(value) }
      default: continue
      }
    }
  }
}
