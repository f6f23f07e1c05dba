import MachoScripting

/// The choice of one case of a specification for a command that runs a single session.
struct CaseChoice {
  private let script: Script
  private let location: ScriptLocation

  init(_ script: Script, at location: ScriptLocation) {
    self.script = script
    self.location = location
  }

  /// The script, or the case at the line, or the only case. `nil` if there is none, or if no line
  /// chooses one of several.
  var run: Script? {
    guard let spec = script.spec else { return location.line == nil ? script : nil }
    guard let line = location.line else { return script.onlyRun }
    return spec.specCase(at: line).flatMap { script.run(ofCaseAt: $0.line) }
  }

  /// The reason why nothing runs, with the cases to choose from.
  var problem: String {
    guard let spec = script.spec else {
      return "\(location.path) is no specification: it has no case at line \(location.line ?? 1)"
    }
    let cases = location.line.map(spec.ownCases) ?? []
    let reason =
      location.line.map { line in
        "line \(line) of \(location.path) is in "
          + (cases.isEmpty ? "no case" : "\(cases.count) cases: name the line of a row")
      } ?? "\(location.path) is a specification: name one of its cases"
    let lines = (cases.isEmpty ? spec.cases : cases).map {
      "  \(location.path):\($0.line)  \($0.name)"
    }
    return ([reason] + lines).joined(separator: "\n")
  }
}
