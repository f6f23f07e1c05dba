import MachoValues

/// The pattern of an action that is not equatable.
struct SwiftPattern {
  /// The pattern after `if case`.
  private(set) var text = ""
  private var conditions: [String] = []

  /// The condition on the variables that the pattern binds. `nil` if there is none.
  var condition: String? { conditions.isEmpty ? nil : conditions.joined(separator: " && ") }

  init(_ action: Any, isWhole: Bool, _ printer: inout SwiftSourcePrinter) {
    text = pattern(action, isWhole: isWhole, &printer) ?? "_"
  }

  /// Returns the pattern of a value, or `nil` if any value matches.
  private mutating func pattern(
    _ value: Any, isWhole: Bool, _ printer: inout SwiftSourcePrinter
  ) -> String? {
    guard let current = ValueSyntax.currentCase(of: value) else {
      return isWhole ? leafPattern(value, &printer) : nil
    }
    // An error is named with its type, because its declared type may be 'any Error'.
    var typeName = ""
    if value is any Error {
      guard let name = try? printer.spelling(of: type(of: value)) else {
        return leafPattern(value, &printer)
      }
      typeName = name
    }
    let patterns = current.payload.map { pattern($0.value, isWhole: isWhole, &printer) }
    guard patterns.contains(where: { $0 != nil }) else { return "\(typeName).\(current.name)" }
    let arguments = zip(current.payload, patterns).map { argument, pattern in
      (argument.label.map { "\($0): " } ?? "") + (pattern ?? "_")
    }
    return "\(typeName).\(current.name)(\(arguments.joined(separator: ", ")))"
  }

  private mutating func leafPattern(_ value: Any, _ printer: inout SwiftSourcePrinter) -> String? {
    if value is any Error {
      let name = conditions.isEmpty ? "error" : "error\(conditions.count + 1)"
      var trial = printer
      guard let description = try? trial.expression("\(value)", as: String.self).line else {
        return nil
      }
      conditions.append("\"\\(\(name))\" == \(description)")
      return "let \(name)"
    }
    var trial = printer
    guard value is any Equatable, let text = try? trial.expression(value, as: type(of: value))
    else { return nil }
    printer = trial
    return text.line
  }
}
