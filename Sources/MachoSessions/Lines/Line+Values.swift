import MachoValues

extension Line {
  /// Returns the parts of the line that contain values, patterns and paths, with their types in a feature.
  ///
  /// - Parameter feature: The feature of the store in use. `nil` if it is not known; then types are not
  ///   known either.
  package func valueParts(in feature: (any DrivenFeature)?) -> [TextPart] {
    guard let command, !arguments.isEmpty else { return [] }
    switch command.argument {
    case .sentAction: return [TextPart(arguments.range, .actions(feature?.sentTypes ?? []))]
    case .receivedAction:
      var patterns = arguments
      let isList = patterns.consume("unordered")
      return (isList ? patterns.split(at: ",") : [patterns]).map {
        TextPart($0.range, .patterns(feature?.receivedTypes ?? []))
      }
    case .state, .pointsOrState:
      let state: Arguments? = command.argument == .state ? arguments : replayStart
      let types = feature.map { [$0.stateType] } ?? []
      return state.map { [TextPart($0.range, .overlays(types))] } ?? []
    case .path, .comparison: return [TextPart(arguments.range, .conditions(feature?.stateType))]
    case .property: return propertyParts(feature, command)
    case .binding:
      guard let sign = arguments.firstSeparator(of: ["="]) else { return [] }
      return [TextPart(arguments.after(sign).range, .conditions(feature?.stateType))]
    case .stub, .answer: return callParts(feature, command)
    case .form:
      let parameters = has(.runsScript) ? try? SourceArguments(arguments).parameters() : nil
      return (parameters ?? []).map { TextPart($0.value.range, .conditions(feature?.stateType)) }
    case .none, .feature, .store, .verb, .point, .words, .context: return []
    }
  }

  /// Whether the output of the line shows values as the feature has them, and not the text of the line.
  package var printsValues: Bool { command.map { ![.echo, .help].contains($0) } ?? false }

  /// Returns the condition of a property, and the action that it begins with.
  private func propertyParts(
    _ feature: (any DrivenFeature)?, _ command: Command
  ) -> [TextPart] {
    var rest = arguments
    var parts: [TextPart] = []
    if command == .after || rest.consume(Command.after.verb), let action = rest.consumeValue() {
      let types = feature.map { $0.sentTypes + $0.receivedTypes } ?? []
      parts.append(TextPart(action.range, .patterns(types)))
    }
    return parts + [TextPart(rest.range, .conditions(feature?.stateType))]
  }

  /// Returns the arguments and the responses of a call.
  private func callParts(_ feature: (any DrivenFeature)?, _ command: Command) -> [TextPart] {
    var rest = arguments
    _ = ResponseParser.consumeCondition(&rest, of: command)
    guard let opening = rest.firstSeparator(of: ResponseParser.openings) else { return [] }
    let call = rest.before(opening)
    let name = call.text.prefix { $0 != "(" }
    let endpoint = feature?.endpoints.first { $0.name == name.trimmingBlanks }
    let values = call.part(name.utf8.count..<call.text.utf8.count)
    let responses = rest.from(opening).split(at: ",").compactMap { part in
      Self.responsePart(part, of: endpoint)
    }
    guard !values.isEmpty else { return responses }
    return [TextPart(values.range, .arguments(endpoint?.argumentTypes ?? []))] + responses
  }

  /// Returns the value or error in a response or in an element of a stream. `nil` for a keyword.
  private static func responsePart(_ text: Arguments, of endpoint: Endpoint?) -> TextPart? {
    var text = text
    var isValue = false
    while true {
      if text.consume(.arrow) {
        isValue = true
      } else if text.consume(.then) || text.consume(.stream) {
        isValue = false
      } else {
        break
      }
    }
    let isError = text.consume(.throws)
    if let delay = text.firstSeparator(of: [" after "]) { text = text.before(delay) }
    let keyword = ResponsePrinter.Keyword(rawValue: String(text.text))
    guard !text.isEmpty, isValue || keyword == nil else { return nil }
    let types = isError ? [] : endpoint.map { [$0.valueType] } ?? []
    return TextPart(text.range, .values(types))
  }
}

/// The feature of the store in use, line by line, although no line runs.
package struct OpenedFeatures {
  private let catalog: [any DrivenFeature]
  private var named: [String: any DrivenFeature] = [:]
  /// The feature. `nil` if it is not known.
  package private(set) var current: (any DrivenFeature)?

  /// Creates a value before the first line.
  ///
  /// - Parameter current: The feature that is open already. Default: none.
  package init(catalog: [any DrivenFeature], current: (any DrivenFeature)? = nil) {
    self.catalog = catalog
    self.current = current
  }

  /// Notes what a line opens or selects.
  package mutating func follow(_ line: Line) {
    if let name = line.openedFeatureName {
      let opened = line.openedFeature(in: catalog)
      // Whether a condition holds is not known.
      let isCertain =
        line.conditions.isEmpty || current == nil || opened?.name == current?.name
      current = isCertain ? opened : nil
      var rest = line.arguments
      _ = rest.consumeWord()
      let store = rest.consume("as") ? rest.consumeWord()?.text ?? name : name
      named[store] = current
    } else if line.has(.selectsStore) {
      current = named[String(line.arguments.text)] ?? current
    }
  }
}
