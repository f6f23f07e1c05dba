import MachoSessions
import MachoValues

/// What a request says, by name and type.
struct Parameters {
  private let members: [JSONValue.Member]

  /// Takes the parameters of a method, which knows these names and no others.
  init(_ members: [JSONValue.Member], of method: String, knowing names: [String]) throws(WireError)
  {
    self.members = members
    for member in members where !names.contains(member.key) {
      var error = WireError.invalidParameter("'\(method)' has no parameter '\(member.key)'")
      error.candidates = Suggestions.nearest(to: member.key, among: names)
      if error.candidates.isEmpty, !names.isEmpty {
        error.notes = ["it takes: " + names.joined(separator: ", ")]
      }
      throw error
    }
  }

  /// Whether it is there, and neither null nor false.
  func has(_ name: String) -> Bool { value(name).map { $0.bool != false } ?? false }

  /// Refuses what does not go with what was asked for.
  func reject(_ names: [String], with other: String) throws(WireError) {
    guard let name = names.first(where: has) else { return }
    throw .invalidParameter("'\(name)' does not go with '\(other)'")
  }

  func text(_ name: String) throws(WireError) -> String? {
    guard let value = value(name) else { return nil }
    guard let text = value.string else { throw .invalidParameter("'\(name)' is a text") }
    return text
  }

  func requiredText(_ name: String) throws(WireError) -> String {
    guard let text = try text(name) else { throw .invalidParameter("'\(name)' is missing") }
    return text
  }

  func flag(_ name: String) throws(WireError) -> Bool {
    guard let value = value(name) else { return false }
    guard let flag = value.bool else { throw .invalidParameter("'\(name)' is true or false") }
    return flag
  }

  func number(_ name: String) throws(WireError) -> Int? {
    guard let value = value(name) else { return nil }
    guard let number = value.int else { throw .invalidParameter("'\(name)' is a whole number") }
    return number
  }

  func textList(_ name: String) throws(WireError) -> [String]? {
    guard let value = value(name) else { return nil }
    guard let texts = value.array?.map(\.string), !texts.contains(nil) else {
      throw .invalidParameter("'\(name)' is a list of texts")
    }
    return texts.compactMap { $0 }
  }

  func context(_ name: String) throws(WireError) -> RunContext? {
    guard let text = try text(name) else { return nil }
    guard let context = RunContext(rawValue: text) else {
      throw .invalidParameter("'\(name)' is test, preview or live")
    }
    return context
  }

  /// The one of several that is there.
  func exactlyOne(_ names: [String]) throws(WireError) -> String {
    let there = names.filter(has)
    guard let name = there.first, there.count == 1 else {
      throw .invalidParameter(
        "one of these belongs here, and only one: " + names.joined(separator: ", "))
    }
    return name
  }

  private func value(_ name: String) -> JSONValue? {
    members.first { $0.key == name }.flatMap { $0.value.isNull ? nil : $0.value }
  }
}
