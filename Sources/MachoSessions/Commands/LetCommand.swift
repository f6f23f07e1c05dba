import MachoValues

extension Command {
  static let `let`: Command = .init(
    "let", usage: ["NAME = PATH", "NAME = VALUE"],
    summary: "give a value a name, for '$NAME' to stand for it",
    details: """
      PATH is as for 'expect', and the value keeps its type; VALUE is text, which is read where it is
      used. '$NAME' stands wherever a value can, with a path behind it if the value has parts. What a
      '|=' line of a script captures has a name in the same way, and has to match a name that is known.
      A name that is given again stands for the new value from there on.

        let first = rows[0]
        send deleteButtonTapped(id: $first.id)
      """,
    argument: .binding
  ) { session, arguments throws(Diagnostic) in
    let (name, value) = try arguments.parseBinding()
    let variable = try session.variable(of: value)
    session.variables.set(name, to: variable)
    session.events.append(.set("$" + name, to: variable.text))
  }
}

extension Arguments {
  /// Reads `NAME = VALUE`.
  fileprivate func parseBinding() throws(Diagnostic) -> (name: String, value: Arguments) {
    guard let sign = firstSeparator(of: ["="]) else {
      throw Command.let.usageError("it is 'let NAME = VALUE'", at: isEmpty ? nil : range)
    }
    let (name, value) = (before(sign), after(sign))
    guard Self.isName(name.text) else {
      throw Command.let.usageError("'\(name.text)' is no name", at: name.range)
    }
    guard !value.isEmpty else {
      throw Command.let.usageError("a value is missing", at: value.range)
    }
    return (String(name.text), value)
  }

  private static func isName(_ text: Substring) -> Bool {
    guard let path = try? ValuePath(reading: text), path.components.count == 1,
      case .name(let name)? = path.components.first?.kind
    else { return false }
    return name == text
  }
}

extension Session {
  /// What `let` gives a name to: the value at a path, another variable, or text that is some value.
  fileprivate func variable(of value: Arguments) throws(Diagnostic) -> Variable {
    let syntax = currentSyntax
    do throws(ValueError) {
      if value.text.hasPrefix("$") { return try syntax.variable(value.text) }
    } catch { throw Diagnostic(error, offset: value.offset) }
    guard isPath(value) else {
      do throws(ValueError) { try ValueSyntax.validate(value.text) } catch {
        throw Diagnostic(error, offset: value.offset)
      }
      return Variable(text: String(value.text))
    }
    let found = try self.value(at: value)
    do throws(ValueError) { return try Variable(found, syntax: syntax) } catch {
      throw Diagnostic(
        DiagnosticCode(rawValue: error.code), error.message, at: value.range,
        notes: ["name a part of it, or what text can say"])
    }
  }

  /// Whether it names a part of the state, and is no value that is written out.
  private func isPath(_ value: Arguments) -> Bool {
    guard !["true", "false", "nil"].contains(value.text),
      (try? ValuePath(reading: value.text)) != nil
    else { return false }
    // A list of one value looks like an element of a state that is a collection.
    return !value.text.hasPrefix("[") || (try? self.value(at: value)) != nil
  }
}
