import Foundation
import MachoValues
import Testing

private struct Unreadable {
  var onTap: () -> Void
  var name: String
}

private struct Weak {
  weak var model: Model?
}

private struct Meta {
  var type: Int.Type
}

private enum WithClosure {
  case tap(() -> Void)
  case plain(Int)
}

@Suite struct ErrorTests {
  let syntax = ValueSyntax()

  private func error<T>(
    _ text: String, _: T.Type, sourceLocation: SourceLocation = #_sourceLocation
  ) -> ValueError {
    do {
      let value = try syntax.read(text[...], as: T.self)
      Issue.record("read \(value)", sourceLocation: sourceLocation)
    } catch {
      return error
    }
    return ValueError(code: "none", range: 0..<0, message: "")
  }

  private func check<T>(
    _ text: String, _ type: T.Type, _ code: ValueError.Code, at part: String,
    candidates: [String]? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let error = error(text, type, sourceLocation: sourceLocation)
    let found = String(decoding: Array(text.utf8)[error.range], as: UTF8.self)
    #expect(error.code == code.rawValue, "\(error)", sourceLocation: sourceLocation)
    #expect(found == part, "\(error)", sourceLocation: sourceLocation)
    if let candidates {
      #expect(error.candidates == candidates, sourceLocation: sourceLocation)
    }
  }

  @Test("a misspelled case suggests the right one")
  func noSuchCase() {
    let error = error("addButonTapped", Contacts.Action.self)
    #expect(error.message == "Contacts.Action has no case 'addButonTapped'")
    check(
      "addButonTapped", Contacts.Action.self, .noSuchCase, at: "addButonTapped",
      candidates: ["addButtonTapped"])
    check(
      ".deletebuttontaped(id: 3)", Contacts.Action.self, .noSuchCase, at: "deletebuttontaped",
      candidates: ["deleteButtonTapped(id: Int)"])
    check(
      "destination.presented.addContact.delegate.saveContct", Contacts.Action.self, .noSuchCase,
      at: "saveContct", candidates: ["saveContact(Contact)"])
  }

  @Test("without a similar name, the error lists the existing names")
  func namesOfAll() {
    enum Few { case on, off }
    struct Point { var x = 0.0, y = 0.0 }
    #expect(error("zebra", Few.self).notes == ["cases: on, off"])
    #expect(error("Point(zebra: 1)", Point.self).notes == ["properties: x, y"])
    #expect(error("of", Few.self).notes == [])
    enum Many { case a, b, c, d, e, f, g, h, i, j }
    #expect(error("zebra", Many.self).notes == ["cases: a, b, c, d, e, f, g, h and 2 more"])
  }

  @Test("missing, surplus and wrongly labelled arguments have different errors")
  func arguments() {
    check(
      "deleteButtonTapped", Contacts.Action.self, .missingArgument, at: "d",
      candidates: ["deleteButtonTapped(id: Int)"])
    check("deleteButtonTapped()", Contacts.Action.self, .missingArgument, at: ")")
    check(
      "deleteButtonTapped(3)", Contacts.Action.self, .wrongLabel, at: "3", candidates: ["id: 3"])
    check("deleteButtonTapped(ix: 3)", Contacts.Action.self, .wrongLabel, at: "ix")
    check("deleteButtonTapped(id: 3, 4)", Contacts.Action.self, .unexpectedArgument, at: "4")
    check("addButtonTapped(1)", Contacts.Action.self, .unexpectedArgument, at: "1")
    check("toggled(on: true)", Contacts.Action.self, .wrongLabel, at: "on", candidates: ["true"])
    check("Contact(name: \"x\")", Contact.self, .missingArgument, at: ")")
    check(
      "Contact(id: UUID(1), nmae: \"x\")", Contact.self, .noSuchProperty, at: "nmae",
      candidates: ["name"])
    check("Contact(UUID(1), name: \"x\")", Contact.self, .wrongLabel, at: "UUID(1)")
    check("Failure(code: 1, code: 2)", Failure.self, .duplicate, at: "2")
    check("[\"a\": 1, \"a\": 2]", [String: Int].self, .duplicate, at: "\"a\"")
  }

  @Test("a value of the wrong type reports what was expected and found")
  func wrongType() {
    let error = error("deleteButtonTapped(id: \"x\")", Contacts.Action.self)
    #expect(error.message == "expected Int, found \"x\"")
    check("deleteButtonTapped(id: \"x\")", Contacts.Action.self, .wrongType, at: "\"x\"")
    check("3", String.self, .wrongType, at: "3")
    check("yes", Bool.self, .wrongType, at: "yes")
    check("nil", Int.self, .wrongType, at: "nil")
    check("[1, true]", [Int].self, .wrongType, at: "true")
    check("Failure(code: 1)", Contact.self, .wrongType, at: "Failure(code: 1)")
    check("\"ab\"", Character.self, .wrongType, at: "\"ab\"")
    check("\"2023-02-29\"", Date.self, .wrongType, at: "\"2023-02-29\"")
    check("12", Duration.self, .wrongType, at: "12")
    check("UUID(\"x\")", UUID.self, .wrongType, at: "UUID(\"x\")")
  }

  @Test("a UUID is suggested as it is written")
  func uuids() {
    let text = "8A3F0CDE-1111-4222-8333-444455556666"
    let suggestions = ["UUID(\"\(text)\")", "\"\(text)\""]
    for (before, after) in [("", ""), ("[", "]"), ("[UUID(1), ", "]")] {
      check(
        before + text + after, [UUID].self, .syntax, at: text, candidates: suggestions)
    }
    check(
      "f2345678-1111-4222-8333-444455556666", UUID.self, .syntax,
      at: "f2345678-1111-4222-8333-444455556666",
      candidates: [
        "UUID(\"F2345678-1111-4222-8333-444455556666\")",
        "\"f2345678-1111-4222-8333-444455556666\"",
      ])
    check("8", UUID.self, .wrongType, at: "8", candidates: ["UUID(8)"])
    check("Blob", UUID.self, .wrongType, at: "Blob", candidates: ["UUID(1)"])
    check(
      "Contact(id: UUID(1))", Contact.self, .missingArgument, at: ")",
      candidates: ["Contact(id: UUID(…), name: String, nick: String?, rank: Int?)"])
  }

  @Test("a suggested case without a payload comes first")
  func orderOfSuggestions() {
    check(
      "3", Loading.self, .wrongType, at: "3",
      candidates: ["start", "response(Result<[Int], any Error>)"])
  }

  @Test("an out-of-range number reports the type's bounds")
  func outOfRange() {
    let error = error("300", UInt8.self)
    #expect(error.notes == ["UInt8 ranges from 0 to 255"])
    check("300", UInt8.self, .outOfRange, at: "300")
    check("-1", UInt.self, .outOfRange, at: "-1")
    check("9223372036854775808", Int.self, .outOfRange, at: "9223372036854775808")
    check("1e999", Double.self, .outOfRange, at: "1e999")
    check("5..<3", Range<Int>.self, .outOfRange, at: "5..<3")
    check("UUID(281474976710656)", UUID.self, .outOfRange, at: "281474976710656")
  }

  @Test("an unclosed delimiter is reported at its opening")
  func unclosed() {
    check("setName(\"x", AddContact.Action.self, .unclosed, at: "\"")
    check("setName(\"x\"", AddContact.Action.self, .unclosed, at: "(")
    check("[1, 2", [Int].self, .unclosed, at: "[")
    check("\"\"\"\nabc", String.self, .unclosed, at: "\"\"\"")
    check("UUID(0000", UUID.self, .unclosed, at: "(")
  }

  @Test("invalid text is a syntax error at its location")
  func syntaxErrors() {
    check("", Int.self, .syntax, at: "")
    check("3 4", Int.self, .syntax, at: "4")
    check("[1 2]", [Int].self, .syntax, at: "2")
    check("(1,, 2)", (Int, Int).self, .syntax, at: ",")
    check("\"\\q\"", String.self, .syntax, at: "\\q")
    check("\"\\(x)\"", String.self, .syntax, at: "\\(")
    check("\"\\u{110000}\"", String.self, .syntax, at: "\\u{110000}\"".dropLast().description)
    check("\"\"\"\n    a\n  b\n    \"\"\"", String.self, .syntax, at: "  b")
    check("_", Int.self, .syntax, at: "_")
    check("é!", Int.self, .syntax, at: "!")
    check("@fil(\"x\")", Int.self, .syntax, at: "@fil")
  }

  @Test("nesting depth is limited")
  func tooDeep() {
    let deep = String(repeating: "[", count: 100_000)
    #expect(error(deep, [Int].self).code == "too-deep")
    let chain = String(repeating: "again.", count: 100_000) + "nothing"
    #expect(error(chain, Generic<Int>.self).code == "too-deep")
    let calls =
      String(repeating: "again(", count: 60) + "nothing" + String(repeating: ")", count: 60)
    #expect(throws: Never.self) { try syntax.read(calls[...], as: Generic<Int>.self) }
  }

  @Test("text that cannot be built is rejected with the reason")
  func refusals() {
    check("tap(3)", WithClosure.self, .cannotBuild, at: "3")
    #expect(throws: Never.self) { try syntax.read("plain(3)", as: WithClosure.self) }
    check("Unreadable(onTap: 3, name: \"x\")", Unreadable.self, .cannotBuild, at: "3")
    check("Weak(model: nil)", Weak.self, .cannotBuild, at: "nil")
    check("Meta(type: 3)", Meta.self, .cannotBuild, at: "3")
    check("model(Model(n: 1))", WithClass.self, .cannotBuild, at: "Model(n: 1)")
    check("3", (Int, () -> Void).self, .wrongType, at: "3")
    check("Failure(code: 3)", (any Error).self, .cannotBuild, at: "Failure(code: 3)")
    let error = error("Unreadable(name: \"x\")", Unreadable.self)
    #expect(error.message.contains("Unreadable.onTap is a function"))
    #expect(error.notes.contains { $0.contains("register") })
  }

  @Test("a missing file is no-such-file, even without a file source")
  func noSuchFile() {
    check("@file(\"x.json\")", [Int].self, .noSuchFile, at: "@file(\"x.json\")")
  }
}
