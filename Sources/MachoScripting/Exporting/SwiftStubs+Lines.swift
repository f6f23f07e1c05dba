import MachoSessions
import MachoValues

extension SwiftStubs {
  /// Returns declarations and assignments that reproduce the recorded answers.
  ///
  /// - Parameter path: Returns the path below `DependencyValues` of an endpoint, given by its name.
  func lines(
    path: (String) -> String, _ names: inout SwiftNames, _ printer: inout SwiftSourcePrinter
  ) throws(ValueError) -> Lines {
    var lines = Lines(declarations: declarations, usesClock: usesClock)
    for endpoint in endpoints {
      let calls = calls[endpoint.name] ?? []
      switch endpoint.name {
      case "uuid" where endpoint.argumentTypes.isEmpty:
        lines.assignments.append(
          generatorAssignment(calls, "$0.uuid", "UUIDGenerator", "uuids", &names, &lines))
      case "date.now" where endpoint.argumentTypes.isEmpty:
        lines.assignments.append(
          generatorAssignment(calls, "$0.date", "DateGenerator", "dates", &names, &lines))
      case "random" where endpoint.argumentTypes.isEmpty:
        lines.needsRandomNumbers = true
        let numbers = calls.compactMap { $0.value?.line }.joined(separator: ", ")
        lines.assignments.append(
          "$0.withRandomNumberGenerator = WithRandomNumberGenerator(Numbers([\(numbers)]))")
      default:
        lines.assignments += try closureLines(
          calls, endpoint, at: path(endpoint.name), &names, &lines, &printer)
      }
    }
    return lines
  }

  /// Returns the assignment of a generator that returns the recorded values.
  private func generatorAssignment(
    _ calls: [Call], _ target: String, _ type: String, _ base: String, _ names: inout SwiftNames,
    _ lines: inout Lines
  ) -> String {
    let values = calls.compactMap { $0.value?.line }
    if type == "UUIDGenerator", values == values.indices.map({ "UUID(\($0))" }) {
      return "\(target) = .incrementing"
    }
    if Set(values).count == 1 { return "\(target) = .constant(\(values[0]))" }
    let name = names.unique(base)
    lines.declarations.append("let \(name) = LockIsolated([\(values.joined(separator: ", "))])")
    return "\(target) = \(type) { \(name).withValue { $0.removeFirst() } }"
  }

  // MARK: Closures

  private func closureLines(
    _ calls: [Call], _ endpoint: Endpoint, at path: String, _ names: inout SwiftNames,
    _ lines: inout Lines, _ printer: inout SwiftSourcePrinter
  ) throws(ValueError) -> [String] {
    let target = "$0.\(path) = "
    let parameters = endpoint.argumentTypes.indices.map {
      endpoint.argumentTypes.count == 1 ? "argument" : "argument\($0 + 1)"
    }
    let blanks = parameters.map { _ in "_" }.joined(separator: ", ")
    let haveSameBody = calls.allSatisfy { $0.body == calls[0].body }
    if haveSameBody, parameters.isEmpty || !calls.contains(where: \.isExact) {
      let opening = parameters.isEmpty ? "{" : "{ \(blanks) in"
      if let value = calls[0].value, endpoint.valueType != Void.self {
        let line = "\(target)\(opening) \(value.line) }"
        if line.count <= SwiftExport.width - 4 { return [line] }
      }
      if calls[0].body.isEmpty { return ["\(target)\(opening) }"] }
      return [target + opening] + calls[0].body.map { "  " + $0 } + ["}"]
    }
    let patterns = calls.map { argumentPatterns($0, &printer) }
    if haveSameBody, let expected = patterns[0], patterns.allSatisfy({ $0 == expected }) {
      let tests = zip(parameters, expected).map { "  #expect(\($0) == \($1))" }
      let opening = "{ \(parameters.joined(separator: ", ")) in"
      return [target + opening] + tests + calls[0].body.map { "  " + $0 } + ["}"]
    }
    // The switch is over the arguments if they determine the answer. Otherwise, or if the cases
    // could be exhaustive and make 'default' unreachable, it is also over the call's number.
    var answers: [String: [String]] = [:]
    let isByArguments =
      !parameters.isEmpty
      && calls[0].arguments.contains { !($0 is Bool) && ValueSyntax.currentCase(of: $0) == nil }
      && zip(patterns, calls).allSatisfy { pattern, call in
        guard let pattern else { return false }
        defer { answers[pattern.joined(separator: ", ")] = call.body }
        return answers[pattern.joined(separator: ", ")].map { $0 == call.body } ?? true
      }
    var subject = parameters
    if !isByArguments {
      let counter = names.unique(counterName(endpoint))
      lines.declarations.append("let \(counter) = LockIsolated(0)")
      subject.insert("\(counter).withValue { $0 += 1; return $0 }", at: 0)
    }
    let opening = parameters.isEmpty ? "{" : "{ \(parameters.joined(separator: ", ")) in"
    let subjectText = subject.joined(separator: ", ")
    var body = ["switch (\(subjectText)) {"]
    var seen: Set<String> = []
    for (index, call) in calls.enumerated() {
      var elements = patterns[index] ?? (parameters.isEmpty ? [] : [blanks])
      if !isByArguments { elements.insert("\(index + 1)", at: 0) }
      let pattern = elements.joined(separator: ", ")
      guard seen.insert(pattern).inserted else { continue }
      body.append("case \(subject.count > 1 ? "(\(pattern))" : pattern):")
      body += call.body.isEmpty ? ["  return"] : call.body.map { "  " + $0 }
    }
    body.append("default:")
    body += try defaultCaseLines(calls, endpoint, parameters, &printer).map { "  " + $0 }
    return [target + opening] + body.map { "  " + $0 } + ["  }", "}"]
  }

  private func counterName(_ endpoint: Endpoint) -> String {
    let last = endpoint.name.split(separator: ".").last.map(String.init) ?? "call"
    return SwiftNames.variableName(last) + "Calls"
  }

  /// Returns the arguments of a call as patterns of a `case`, or `nil` if an argument has none.
  private func argumentPatterns(_ call: Call, _ printer: inout SwiftSourcePrinter) -> [String]? {
    var patterns: [String] = []
    for argument in call.arguments {
      var trial = printer
      guard argument is any Equatable,
        let text = try? trial.expression(argument, as: type(of: argument))
      else { return nil }
      printer = trial
      patterns.append(text.line)
    }
    return patterns.isEmpty ? nil : patterns
  }

  /// Returns the body for calls that the session did not make. It records an issue.
  private func defaultCaseLines(
    _ calls: [Call], _ endpoint: Endpoint, _ parameters: [String],
    _ printer: inout SwiftSourcePrinter
  ) throws(ValueError) -> [String] {
    let arguments = parameters.map { "\\(\($0))" }.joined(separator: ", ")
    let record =
      "Issue.record(\"\(endpoint.name)(\(arguments)) was not called in the session\")"
    if endpoint.isStream { return [record, "return .finished\(endpoint.canThrow ? "()" : "")"] }
    if endpoint.canThrow { return [record, "throw CancellationError()"] }
    if endpoint.valueType == Void.self { return [record] }
    guard let value = calls.lazy.compactMap(\.value).first else {
      throw printer.makeError("\(endpoint.name) never returned a value")
    }
    return [record, "return \(value.line)"]
  }
}
