import MachoValues

extension Command {
  package static let `let`: Command = .init(
    "let", usage: ["NAME = PATH", "NAME = VALUE"],
    summary: "assign a value to '$NAME'",
    details: """
      PATH is as for 'expect', and its value keeps its type. VALUE is text that is parsed where it
      is used. '$NAME' can replace any value. A path may follow it. The captures of a '|=' line are
      variables too; a capture must match a variable that already exists. Assigning a name again
      replaces its value.

        let first = rows[0]
        send deleteButtonTapped(id: $first.id)
      """,
    argument: .binding, helpGroup: .script, traits: .outlivesStore, transcript: .line
  ) { context, arguments throws(Diagnostic) in
    let (name, value) = try arguments.parseBinding()
    let variable = try context.variable(of: value)
    context.variables.set(name, to: variable)
    context.report(.set("$" + name, to: variable.text))
  }
}

extension Arguments {
  /// Reads `NAME = VALUE`.
  fileprivate func parseBinding() throws(Diagnostic) -> (name: String, value: Arguments) {
    guard let sign = firstSeparator(of: ["="]) else {
      throw Command.let.usageError("expected 'let NAME = VALUE'", at: isEmpty ? nil : range)
    }
    let (name, value) = (before(sign), after(sign))
    guard Line.isVariableName(name.text) else {
      throw Command.let.usageError("invalid name '\(name.text)'", at: name.range)
    }
    guard !value.isEmpty else {
      throw Command.let.usageError("a value is missing", at: value.range)
    }
    return (String(name.text), value)
  }
}

extension Line {
  /// Returns the `let` line that gives a variable the value of a text.
  package static func binding(_ name: String, to value: String) -> Line {
    Line(.let, "\(name) = \(boundText(value))")
  }

  /// Returns the text of a variable with a value. A name in it gets a leading dot, because a `let`
  /// line would read it as a path of the state.
  package static func boundText(_ value: String) -> String {
    let isName = Arguments(value, from: 0).isPath && !value.hasPrefix("[")
    return isName ? "." + value : value
  }

  /// Whether a text can be the name of a variable.
  package static func isVariableName(_ text: Substring) -> Bool {
    guard let path = try? ValuePath(reading: text), path.components.count == 1,
      case .name(let name)? = path.components.first?.kind
    else { return false }
    return name == text
  }
}

extension CommandContext {
  /// Returns the value for `let`: the value at a path, another variable, or the text of a value.
  fileprivate func variable(of value: Arguments) throws(Diagnostic) -> Variable {
    let syntax = syntax
    do throws(ValueError) {
      if value.text.hasPrefix("$") { return try syntax.variable(value.text) }
    } catch { throw Diagnostic(error, offset: value.offset) }
    guard value.isPath, !value.text.hasPrefix("[") || (try? opened().value(at: value)) != nil
    else {
      do throws(ValueError) { try ValueSyntax.validate(value.text) } catch {
        throw Diagnostic(error, offset: value.offset)
      }
      return Variable(text: String(value.text))
    }
    let found = try opened().value(at: value)
    do throws(ValueError) { return try Variable(found, syntax: syntax) } catch {
      throw Diagnostic(
        DiagnosticCode(rawValue: error.code), error.message, at: value.range,
        notes: ["use a field of it that has a text form"])
    }
  }
}

extension Arguments {
  /// Whether the text may be a path of the state. A list with one value parses like an element of a
  /// collection state.
  var isPath: Bool {
    !["true", "false", "nil"].contains(text) && (try? ValuePath(reading: text)) != nil
  }
}
