import MachoValues

/// A parameter of a tool.
struct ToolParameter: Sendable {
  enum Kind: Sendable {
    case text, texts, number, flag
    /// One of some words.
    case word([String])
    /// One of the contexts. `live` is one only if the user allows it.
    case context
  }

  var name: String
  var kind: Kind
  var isRequired: Bool
  var description: String

  init(_ name: String, _ kind: Kind, required: Bool = false, _ description: String) {
    self.name = name
    self.kind = kind
    isRequired = required
    self.description = description
  }

  static let session = ToolParameter(
    "session", .text, required: true, "The handle that 'open' has returned.")
  static let cursor = ToolParameter(
    "cursor", .text,
    "Returns the next page of an earlier result instead. Nothing runs again.")

  func schema(_ host: AgentHost) -> JSONValue {
    let text = JSONValue.Member("description", .string(description))
    switch kind {
    case .text: return .object([.init("type", "string"), text])
    case .texts:
      return .object([.init("type", "array"), .init("items", ["type": "string"]), text])
    case .number: return .object([.init("type", "integer"), .init("minimum", 0), text])
    case .flag: return .object([.init("type", "boolean"), text])
    case .word(let words):
      return .object([.init("type", "string"), .init("enum", .strings(words)), text])
    case .context:
      return .object([
        .init("type", "string"), .init("enum", .strings(ToolArguments.contexts(host))), text,
      ])
    }
  }
}

/// The arguments of a call, with typed access.
struct ToolArguments: Sendable {
  private let members: [JSONValue.Member]

  static func contexts(_ host: AgentHost) -> [String] {
    ["test", "preview"] + (host.allowsLive ? ["live"] : [])
  }

  /// Creates arguments. Throws if one is unknown, missing or of another type.
  init(_ members: [JSONValue.Member], of tool: AgentTool) throws(ToolFailure) {
    let members = members.filter { !$0.value.isNull }
    let names = tool.parameters.map(\.name)
    for member in members {
      guard let parameter = tool.parameters.first(where: { $0.name == member.key }) else {
        var failure = ToolFailure(
          "bad-arguments", "'\(tool.name)' has no argument '\(member.key)'",
          candidates: Suggestions.nearest(to: member.key, among: names))
        failure.notes = names.isEmpty ? [] : ["arguments: " + names.joined(separator: ", ")]
        throw failure
      }
      try Self.check(member.value, parameter)
    }
    for parameter in tool.parameters where parameter.isRequired {
      guard members.contains(where: { $0.key == parameter.name }) else {
        var failure = ToolFailure("bad-arguments", "the argument '\(parameter.name)' is missing")
        failure.notes = ["\(parameter.name): \(parameter.description)"]
        throw failure
      }
    }
    self.members = members
  }

  private static func check(_ value: JSONValue, _ parameter: ToolParameter) throws(ToolFailure) {
    let (isValid, expected) =
      switch parameter.kind {
      case .text, .context: (value.string != nil, "a string")
      case .word(let words):
        (value.string.map { words.contains($0) } ?? false, words.joined(separator: " or "))
      case .texts:
        (value.array?.allSatisfy { $0.string != nil } ?? false, "an array of strings")
      case .number: (value.int.map { $0 >= 0 } ?? false, "an integer from 0")
      case .flag: (value.bool != nil, "true or false")
      }
    guard isValid else {
      throw ToolFailure("bad-arguments", "'\(parameter.name)' must be \(expected)")
    }
  }

  private func value(_ name: String) -> JSONValue? {
    members.first { $0.key == name }?.value
  }

  func text(_ name: String) -> String? { value(name)?.string }
  func texts(_ name: String) -> [String] { (value(name)?.array ?? []).compactMap(\.string) }
  func number(_ name: String) -> Int? { value(name)?.int }
  func flag(_ name: String) -> Bool { value(name)?.bool ?? false }
}
