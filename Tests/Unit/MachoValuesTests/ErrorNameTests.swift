import MachoMetadata
import MachoValues
import Testing

enum Parcel {
  enum Mishap: Error, Equatable {
    case lost
    case damaged(by: String, Int)
  }

  struct Delay: Error, Equatable {
    var days: Int
    var reason: String?
  }

  struct Stamp: Error, Equatable {}
}

enum Letter {
  struct Delay: Error, Equatable {
    var hours: Int
  }
}

private struct OneFile: FileSource {
  var text: String

  func contents(of name: String) -> String { text }
}

/// The names of error types are used without a registration.
@Suite struct ErrorNameTests {
  private let syntax: ValueSyntax = {
    var syntax = ValueSyntax()
    syntax.errorModules = ["MachoValuesTests"]
    return syntax
  }()

  private func error(_ text: String) -> ValueError? {
    #expect(throws: ValueError.self) { _ = try syntax.read(text[...], as: (any Error).self) }
  }

  @Test(arguments: [
    ("Mishap.lost", Parcel.Mishap.lost as any Error),
    ("Parcel.Mishap.lost", Parcel.Mishap.lost),
    ("MachoValuesTests.Parcel.Mishap.lost", Parcel.Mishap.lost),
    (#".Mishap.damaged(by: "rain", 3)"#, Parcel.Mishap.damaged(by: "rain", 3)),
    (#"Parcel.Delay(days: 3, reason: "snow")"#, Parcel.Delay(days: 3, reason: "snow")),
    ("Parcel.Delay(days: 3)", Parcel.Delay(days: 3)),
    ("Letter.Delay(hours: 1)", Letter.Delay(hours: 1)),
    ("Stamp()", Parcel.Stamp()),
    (#"error("offline")"#, ScriptedError("offline")),
  ])
  func `An error is read by its type's name`(text: String, expected: any Error) throws {
    let found: any Error = try syntax.read(text[...])
    #expect(valuesEqual(found, expected), "\(found)")
    // What is printed reads back.
    let printed = syntax.print(TypedValue(expected, as: (any Error).self))
    #expect(valuesEqual(try syntax.read(printed[...], as: (any Error).self), expected))
  }

  @Test func `JSON of an error reads back`() throws {
    let value = Loading.response(.failure(Parcel.Delay(days: 2)))
    let json = syntax.json(of: TypedValue(value)).text
    var reading = syntax
    reading.files = OneFile(text: json)
    #expect(valuesEqual(try reading.read("@file(\"x.json\")", as: Loading.self), value))
  }

  @Test(arguments: [
    ("Mishp.lost", ["Parcel.Mishap.lost"]), ("lost", ["Parcel.Mishap.lost"]),
    (#".damaged(by: "x", 1)"#, [#"Parcel.Mishap.damaged(by: "x", 1)"#]),
    ("Mishap", ["Parcel.Mishap.lost", "Parcel.Mishap.damaged(by: String, Int)"]),
    ("Stamp", ["Parcel.Stamp()"]), ("nothing.like.it", []),
  ])
  func `An unknown name suggests similar ones`(text: String, candidates: [String]) {
    #expect(error(text)?.candidates == candidates)
  }

  @Test func `A name of several types is ambiguous`() {
    let error = error("Delay(days: 3)")
    #expect(error?.message == "several error types are named 'Delay'")
    #expect(error?.candidates == ["Letter.Delay(days: 3)", "Parcel.Delay(days: 3)"])
  }

  @Test(arguments: ["MetadataError", "MachoMetadata.MetadataError"])
  func `An error of another module is read by its whole name`(name: String) throws {
    let found: any Error = try syntax.read("\(name)(subject: \"x\", reason: .function)"[...])
    #expect(valuesEqual(found, MetadataError("x", .function)), "\(found)")
  }

  @Test func `A type of the feature's modules precedes those of other modules`() {
    #expect(syntax.errorTypes(named: ["Delay"]).map(\.path[0]) == ["Letter", "Parcel"])
    #expect(syntax.errorTypes(named: ["MetadataError"]).map(\.module) == ["MachoMetadata"])
    #expect(ValueSyntax().errorTypes(named: ["Mishap", "lost"]).isEmpty)
    #expect(ValueSyntax().errorTypes(named: ["Parcel", "Mishap", "lost"]).count == 1)
  }

  @Test func `The own name of a nested error of another module is not enough`() {
    let error = #expect(throws: ValueError.self) {
      _ = try ValueSyntax().read("Mishap.lost", as: (any Error).self)
    }
    #expect(error?.notes == ["write the whole name of an error of another module: Parcel.Mishap"])
  }

  @Test func `Completion offers the cases of an error of another module`() {
    let texts = ValueSyntax().completions(of: "Parcel.Mishap.l", as: (any Error).self).map(\.text)
    #expect(texts == ["lost"])
  }

  @Test func `Mistakes inside an error are located`() {
    let error = error("Parcel.Delay(dys: 3)")
    #expect(error?.code == "unexpected-argument" || error?.code == "no-such-property")
    #expect(error?.range == 13..<16)
  }

  @Test func `Completion offers the errors by name`() {
    func texts(_ text: String) -> [String] {
      syntax.completions(of: text[...], as: (any Error).self).map(\.text)
    }
    #expect(texts("Parcel.M") == ["Parcel.Mishap.lost", "Parcel.Mishap.damaged(by: "])
    #expect(texts("Parcel.Delay(days: 1, r") == ["reason: "])
    #expect(texts("Mishap.damaged(b") == ["by: "])
    #expect(texts("Parcel.D") == ["Parcel.Delay(days: "])
    #expect(texts("").first == #"error(""#)
  }
}
