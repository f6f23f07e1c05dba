import Foundation
import MachoValues
import Testing

private struct Unequal {
  var name: String
  var onTap: () -> Void = {}
}

private enum Events {
  case one(Unequal)
  case many([Unequal], key: String)
}

@Suite struct PatternTests {
  private func matches<T>(_ pattern: String, _ value: T) throws -> Bool {
    try ValuePattern(reading: pattern[...], type: T.self).matches(value)
  }

  @Test("a case, a dotted prefix and _ match any payload")
  func prefixes() throws {
    let action = Contacts.Action.destination(.presented(.addContact(.delegate(.cancel))))
    for pattern in [
      "_", "destination", ".destination", "destination.presented", "destination(_)",
      "destination(.presented)", "destination.presented.addContact.delegate",
      "destination.presented.addContact.delegate.cancel", "destination.presented(.addContact(_))",
      "Contacts.Action.destination",
    ] {
      #expect(try matches(pattern, action), "\(pattern)")
    }
    for pattern in ["addButtonTapped", "destination.dismiss", "destination.presented.alert"] {
      #expect(try !matches(pattern, action), "\(pattern)")
    }
    #expect(try matches("response.success", Loading.response(.success([1]))))
    #expect(try !matches("response.failure", Loading.response(.success([1]))))
    #expect(try matches("response.failure", Loading.response(.failure(Failure(code: 1)))))
  }

  @Test("an undefined variable matches any value, which it gets")
  func boundVariables() throws {
    let move = Contacts.Action.move(from: [1], to: 3)
    let syntax = ValueSyntax(variables: ["known": Variable(text: "3")])
    func pattern(_ text: String) throws -> ValuePattern {
      try ValuePattern(
        reading: text[...], type: Contacts.Action.self, syntax: syntax, bindsVariables: true)
    }
    let found = try pattern("move(from: $rows, to: $row)")
    #expect(found.variables.map(\.name) == ["rows", "row"])
    #expect(found.matches(move))
    let bindings = found.bindings(of: move)
    #expect(bindings["row"]?.value as? Int == 3)
    #expect(bindings.count == 2)
    #expect(try pattern("move(from: _, to: $known)").variables.isEmpty)
    #expect(try !pattern("move(from: $rows, to: 4)").matches(move))
    #expect(throws: ValueError.self) {
      try ValuePattern(
        reading: "move(from: _, to: $row)", type: Contacts.Action.self, syntax: syntax)
    }
  }

  @Test("values are compared by ==, or field by field without one")
  func values() throws {
    #expect(try matches("setName(\"x\")", AddContact.Action.setName("x")))
    #expect(try !matches("setName(\"x\")", AddContact.Action.setName("y")))
    #expect(
      try matches("response.failure(error(\"a\"))", Loading.response(.failure(ScriptedError("a")))))
    #expect(
      try !matches("response.failure(error(\"a\"))", Loading.response(.failure(ScriptedError("b"))))
    )
    #expect(valuesEqual(Unequal(name: "a"), Unequal(name: "a")))
    #expect(!valuesEqual(Events.one(Unequal(name: "a")), Events.one(Unequal(name: "b"))))
    #expect(
      valuesEqual(
        Events.many([Unequal(name: "a")], key: "k"), Events.many([Unequal(name: "a")], key: "k")))
    #expect(valuesEqual(Unequal?.none as Any, Unequal?.none as Any))
    #expect(!valuesEqual(3, "3"))
  }

  @Test("_ matches any argument, property or element")
  func wildcards() throws {
    let move = Contacts.Action.move(from: [1], to: 3)
    #expect(try matches("move(from: _, to: 3)", move))
    #expect(try matches("move(_, to: 3)", move))
    #expect(try matches("move(_)", move))
    #expect(try !matches("move(from: _, to: 4)", move))
    #expect(try matches("rename(_, to: nil)", Contacts.Action.rename("x", to: nil)))
    #expect(try matches("rename(_, to: \"y\")", Contacts.Action.rename("x", to: "y")))
    let contact = Contact(id: UUID(), name: "Blob")
    #expect(try matches("Contact(id: _, name: \"Blob\")", contact))
    #expect(try !matches("Contact(id: _, name: \"Bob\")", contact))
    #expect(try matches("[1, _, 3]", [1, 2, 3]))
    #expect(try !matches("[1, _]", [1, 2, 3]))
  }

  @Test("a pattern with an unknown name is rejected like a value")
  func errors() {
    for (pattern, code) in [
      ("mov", "no-such-case"), ("move(from: _)", "missing-argument"),
      ("move(_, too: 3)", "wrong-label"),
      ("move(_, to: _, _)", "unexpected-argument"), ("setFilter.al", "no-such-case"),
      ("move.x", "unexpected-argument"), ("toggled(3)", "wrong-type"), ("mo(", "unclosed"),
    ] {
      let error = #expect(throws: ValueError.self, "\(pattern)") {
        try matches(pattern, Contacts.Action.addButtonTapped)
      }
      #expect(error?.code == code, "\(pattern)")
    }
  }

  @Test("a pattern that leaves arguments out is suggested with all of them")
  func missingArguments() {
    for (pattern, candidate) in [
      ("move(to: 3)", "move(from: _, to: 3)"), ("move(from: [1])", "move(from: [1], to: _)"),
    ] {
      let error = #expect(throws: ValueError.self, "\(pattern)") {
        try matches(pattern, Contacts.Action.addButtonTapped)
      }
      #expect(error?.code == "missing-argument")
      #expect(error?.candidates == [candidate])
      #expect(error?.range == 0..<pattern.utf8.count)
    }
  }

  @Test("a list of patterns matches a call's arguments")
  func arguments() throws {
    let types: [Any.Type] = [String.self, Int?.self]
    let pattern = try ArgumentsPattern(reading: "(\"ca\", _)", types: types)
    #expect(pattern.matches(["ca", Int?.some(3) as Any]))
    #expect(!pattern.matches(["cb", Int?.none as Any]))
    #expect(!pattern.matches(["ca"]))
    #expect(try ArgumentsPattern(reading: "(_)", types: types).matches(["x", 3]))
    #expect(try ArgumentsPattern(reading: "()", types: []).matches([]))
    #expect(try ArgumentsPattern(reading: "(3)", types: [Int.self]).matches([3]))
    #expect(throws: ValueError.self) { try ArgumentsPattern(reading: "(1)", types: types) }
  }
}
