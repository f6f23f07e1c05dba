import MachoValues

/// A task that a user gives to a model by name.
struct AgentPrompt: Sendable {
  struct Argument: Sendable {
    var name: String
    var description: String
    var isRequired: Bool
  }

  var name: String
  var title: String
  var description: String
  var arguments: [Argument]
  /// Returns the task, from the values of the arguments.
  var text: @Sendable ([String: String]) -> String

  static let all = [exploreFeature, writeRegressionScript]

  private static let exploreFeature = AgentPrompt(
    name: "explore-feature", title: "Explore this feature",
    description: "Searches a feature for defects, and saves a script for each one.",
    arguments: [
      Argument(name: "feature", description: "The name of a feature.", isRequired: true)
    ]
  ) { values in
    """
    Explore the feature '\(values["feature", default: ""])' with the tools of macho.

    1. Call 'help' for the verbs, and 'features' with this feature.
    2. Call 'open', and send each action once with 'run'. Read each diff: does the change make sense? \
    Stub endpoints with values, with 'error("offline")' and with 'pending'. Let time pass with 'advance'.
    3. Write down conditions that must always hold, for example 'count >= 0' or that a loading flag is \
    false when no effect is in flight. Call 'explore' with them as 'invariants'.
    4. Repeat each failure with 'run', so that you understand it.
    5. Save a script for each defect with 'save', which runs it: it must fail.

    Report each defect with its shortest script, what happens and what you expect. Do not report a \
    behaviour as a defect without a script that shows it.
    """
  }

  private static let writeRegressionScript = AgentPrompt(
    name: "write-regression-script", title: "Write a regression script for this behaviour",
    description: "Writes a script that passes while a feature behaves as described.",
    arguments: [
      Argument(name: "behaviour", description: "What the feature should do.", isRequired: true),
      Argument(name: "feature", description: "The name of a feature.", isRequired: false),
    ]
  ) { values in
    """
    Write a macho script for this behaviour\(values["feature"].map { " of the feature '\($0)'" } ?? ""):

    \(values["behaviour", default: ""])

    1. Call 'help' for the verbs, and 'features' to find the actions and stubs.
    2. Call 'open', and find the shortest lines that show the behaviour with 'run'. Stub each endpoint \
    that is called. Assert only what the behaviour is about with 'expect' lines.
    3. Save the session with 'save', in the directory of the other scripts, with a name that says what \
    is tested. If the feature does not behave as described, pass the 'expect' line that fails as 'lines', \
    and say so.
    """
  }

  /// The prompt in `prompts/list`.
  var json: JSONValue {
    [
      "name": .string(name), "title": .string(title), "description": .string(description),
      "arguments": .array(
        arguments.map { argument in
          [
            "name": .string(argument.name), "description": .string(argument.description),
            "required": .bool(argument.isRequired),
          ]
        }),
    ]
  }

  /// The result of `prompts/get`.
  func result(_ values: JSONValue) throws(MCPError) -> JSONValue {
    guard let members = values.object else {
      throw MCPError(.invalidParameters, "'params.arguments' must be an object")
    }
    var texts: [String: String] = [:]
    for member in members {
      guard arguments.contains(where: { $0.name == member.key }) else {
        throw MCPError.unknown("argument", member.key, among: arguments.map(\.name))
      }
      guard let text = member.value.string else {
        throw MCPError(.invalidParameters, "'\(member.key)' must be a string")
      }
      texts[member.key] = text
    }
    for argument in arguments where argument.isRequired && texts[argument.name] == nil {
      throw MCPError(.invalidParameters, "the argument '\(argument.name)' is missing")
    }
    return [
      "description": .string(description),
      "messages": [
        ["role": "user", "content": ["type": "text", "text": .string(text(texts))]]
      ],
    ]
  }
}
