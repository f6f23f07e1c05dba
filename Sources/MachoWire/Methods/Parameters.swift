import MachoSessions
import MachoValues

/// The parameters of a request, with typed access.
struct Parameters {
  private let members: [JSONValue.Member]

  /// Creates parameters. Throws if a name is not in `names`.
  init(_ members: [JSONValue.Member], of method: String, names: [String]) throws(WireError) {
    self.members = members
    for member in members where !names.contains(member.key) {
      var error = WireError.invalidParameter("'\(method)' has no parameter '\(member.key)'")
      error.candidates = Suggestions.nearest(to: member.key, among: names)
      if error.candidates.isEmpty, !names.isEmpty {
        error.notes = ["parameters: " + names.joined(separator: ", ")]
      }
      throw error
    }
  }

  /// Whether a parameter is present and neither null nor false.
  func has(_ name: String) -> Bool { value(name).map { $0.bool != false } ?? false }

  /// Throws if a parameter is present that does not combine with `other`.
  func reject(_ names: [String], with other: String) throws(WireError) {
    guard let name = names.first(where: has) else { return }
    throw .invalidParameter("'\(name)' cannot be combined with '\(other)'")
  }

  func text(_ name: String) throws(WireError) -> String? {
    guard let value = value(name) else { return nil }
    guard let text = value.string else { throw .invalidParameter("'\(name)' must be a string") }
    return text
  }

  func requiredText(_ name: String) throws(WireError) -> String {
    guard let text = try text(name) else { throw .invalidParameter("'\(name)' is missing") }
    return text
  }

  func flag(_ name: String) throws(WireError) -> Bool {
    guard let value = value(name) else { return false }
    guard let flag = value.bool else { throw .invalidParameter("'\(name)' must be true or false") }
    return flag
  }

  func number(_ name: String) throws(WireError) -> Int? {
    guard let value = value(name) else { return nil }
    guard let number = value.int else { throw .invalidParameter("'\(name)' must be an integer") }
    return number
  }

  func textList(_ name: String) throws(WireError) -> [String]? {
    guard let value = value(name) else { return nil }
    guard let texts = value.array?.map(\.string), !texts.contains(nil) else {
      throw .invalidParameter("'\(name)' must be an array of strings")
    }
    return texts.compactMap { $0 }
  }

  func context(_ name: String) throws(WireError) -> ContextChoice? {
    guard let text = try text(name) else { return nil }
    do throws(Diagnostic) { return try ContextChoice(parsing: text) } catch {
      throw .invalidParameter(
        #"'\#(name)' must be test, preview, live or preview "PRESET": \#(error.message)"#)
    }
  }

  /// Returns the name of the one that is present. Throws if none or several are.
  func exactlyOne(_ names: [String]) throws(WireError) -> String {
    let present = names.filter(has)
    guard let name = present.first, present.count == 1 else {
      throw .invalidParameter(
        "exactly one of these is required: " + names.joined(separator: ", "))
    }
    return name
  }

  private func value(_ name: String) -> JSONValue? {
    members.first { $0.key == name }.flatMap { $0.value.isNull ? nil : $0.value }
  }
}
