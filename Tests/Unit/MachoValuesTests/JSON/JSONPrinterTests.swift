import Foundation
import MachoValues
import Testing

/// Cases with the same name and different labels.
private enum Shared: Equatable {
  case at(x: Int)
  case at(Point)
  case at(Int, Int)

  struct Point: Equatable { var x: Int }
}

/// A value whose JSON resembles that of an Optional or a payload.
private struct Wrapping: Equatable {
  var some: Int?
}

private struct Underscored: Equatable {
  var _0: Int
}

private enum Wrapped: Equatable {
  case underscored(Underscored)
  case dictionary([String: Int])
  case list([Int])
}

/// A chain of any length in which each link needs its `some`.
private indirect enum Chain: Equatable {
  case some(Chain?)
  case end
}

private struct Celsius: Equatable, TextConvertible {
  var degrees: Double

  static func read(_ literal: Literal) throws(ValueError) -> Celsius {
    Celsius(degrees: try literal.value(as: Double.self))
  }

  func write(to printer: inout ValuePrinter) { printer.write(degrees) }
}

private struct Color: Equatable {
  var hex: String
  var isNamed = false
}

private struct Unbuildable {
  var count = 1
  var onTap: () -> Void = {}
  var model = Model(n: 2)
  var callback = Callback.run({})

  enum Callback { case run(() -> Void) }
}

@Suite struct JSONPrinterTests {
  private func json<T>(_ value: T, _ syntax: ValueSyntax = ValueSyntax()) -> JSONValue {
    syntax.json(of: TypedValue(value, as: T.self))
  }

  private func check<T: Equatable>(
    _ value: T, _ text: String, _ leaves: LeafRegistry = .standard,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let found = json(value, ValueSyntax(leaves: leaves)).text
    #expect(found == text, sourceLocation: sourceLocation)
    #expect(try read(found, leaves) == value, sourceLocation: sourceLocation)
  }

  private func read<T>(_ json: String, _ leaves: LeafRegistry = .standard) throws -> T {
    try ValueSyntax(leaves: leaves, files: OneJSON(text: json), variables: [:]).read(
      "@file(\"x\")", as: T.self)
  }

  @Test(
    "a value reads back from its JSON as an equal value", arguments: RoundTripTests.types.indices)
  func roundTrip(index: Int) throws {
    func check<T: Value>(_: T.Type) throws {
      var generator = SeededGenerator(seed: UInt64(index) &* 104_729)
      for _ in 0..<RoundTripTests.count {
        let value = T.arbitrary(&generator)
        let json = json(value)
        #expect(try JSONValue(parsing: json.text) == json)
        do {
          let read: T = try read(json.text)
          if read != value {
            Issue.record("\(T.self): \(value) -> \(json.text) -> \(read)")
            return
          }
        } catch {
          Issue.record("\(T.self): \(value) -> \(json.text) -> \(error)")
          return
        }
      }
    }
    try check(RoundTripTests.types[index])
  }

  @Test("a struct is an object with its source names in declaration order")
  func structs() throws {
    let contact = Contact(id: try ValueSyntax().read("UUID(1)"), name: "Blob", rank: 3)
    try check(
      contact,
      #"{"id":"00000000-0000-0000-0000-000000000001","name":"Blob","nick":null,"rank":3}"#)
    let observed = Observed(count: 2, isLoading: true, query: "q")
    #expect(json(observed).text == #"{"count":2,"isLoading":true,"query":"q"}"#)
    let syntax = ValueSyntax(files: OneJSON(text: json(observed).text), variables: [:])
    let read = try syntax.read("@file(\"x\")", as: Observed.self, overlaying: Observed())
    #expect(read as? Observed == observed)
  }

  @Test("a case is its name, or with a payload an object of one key")
  func cases() throws {
    try check(Contacts.Action.addButtonTapped, #""addButtonTapped""#)
    try check(Contacts.Action.deleteButtonTapped(id: 3), #"{"deleteButtonTapped":{"id":3}}"#)
    try check(Contacts.Action.toggled(true), #"{"toggled":true}"#)
    try check(Contacts.Action.rename("a", to: nil), #"{"rename":{"_0":"a","to":null}}"#)
    try check(
      Contacts.Action.destination(.presented(.alert)), #"{"destination":{"presented":"alert"}}"#)
    try check(Tree.node(.leaf, 1, .value("x")), #"{"node":["leaf",1,{"value":"x"}]}"#)
    try check(Tricky.void(()), #""void""#)
    try check(Wrapped.underscored(Underscored(_0: 1)), #"{"underscored":{"_0":{"_0":1}}}"#)
    try check(Wrapped.dictionary(["_0": 1]), #"{"dictionary":{"_0":{"_0":1}}}"#)
    try check(Wrapped.list([1]), #"{"list":[1]}"#)
  }

  @Test("cases that share a name are distinguished by their labels")
  func sharedNames() throws {
    try check(Shared.at(x: 1), #"{"at":{"x":1}}"#)
    try check(Shared.at(Shared.Point(x: 1)), #"{"at":{"_0":{"x":1}}}"#)
    try check(Shared.at(1, 2), #"{"at":{"_0":1,"_1":2}}"#)
  }

  @Test("nil is null, and an ambiguous Optional has an explicit some")
  func optionals() throws {
    try check(Int?.none, "null")
    try check(Int??.some(nil), #"{"some":null}"#)
    try check(Int???.some(.some(nil)), #"{"some":{"some":null}}"#)
    try check(Int???.some(3), "3")
    try check(Tricky?.some(.none), #""none""#)
    try check(Tricky?.some(.some(3)), #"{"some":{"some":3}}"#)
    try check(Wrapping?.some(Wrapping(some: 1)), #"{"some":{"some":1}}"#)
    try check([String: Int]?.some(["some": 1]), #"{"some":{"some":1}}"#)
  }

  @Test("known types use their common textual forms")
  func knownTypes() throws {
    try check(Date(timeIntervalSince1970: 0), #""1970-01-01T00:00:00Z""#)
    try check(
      Date(timeIntervalSinceReferenceDate: 1e300), #"{"timeIntervalSinceReferenceDate":1e+300}"#)
    try check(Duration.milliseconds(300), #""300ms""#)
    try check(Decimal(string: "1.50"), #""1.5""#)
    #expect((try read(#""nan""#) as Decimal).isNaN)
    let decimals = ["12.5", "-3", "0.12345678901234567890123", "123456789012345678901234567890"]
    let numbers = ValueSyntax().json(
      of: TypedValue(decimals.compactMap { Decimal(string: $0) }), decimalsAreNumbers: true)
    #expect(numbers.text == "[" + decimals.joined(separator: ",") + "]")
    let nan = ValueSyntax().json(of: TypedValue(Decimal.nan), decimalsAreNumbers: true)
    #expect(nan.text == #""nan""#)
    try check(Data([104, 105]), #""aGk=""#)
    try check(URL(string: "https://example.com/?q=1"), #""https://example.com/?q=1""#)
    try check(
      URL(string: "a", relativeTo: URL(string: "https://b.c")),
      #"{"string":"a","relativeTo":"https://b.c"}"#)
    try check(Double.infinity, #""inf""#)
    try check(-Float.infinity, #""-inf""#)
    try check(UInt64.max, "18446744073709551615")
    try check(0..<3, #""0..<3""#)
    try check(ScriptedError("offline"), #""offline""#)
    #expect(json((x: 1, y: "a")).text == #"{"x":1,"y":"a"}"#)
    #expect(json((1, "a")).text == #"[1,"a"]"#)
  }

  @Test("sets and dictionaries are sorted by their text")
  func collections() throws {
    try check(Set(["b", "a"]), #"["a","b"]"#)
    try check(["b": 2, "a": 1], #"{"a":1,"b":2}"#)
    try check([Int8(2): "x"], #"{"2":"x"}"#)
    try check([true: 1, false: 0], #"{"false":0,"true":1}"#)
    try check([0.5: 1, .infinity: 2], #"{"0.5":1,"inf":2}"#)
    try check([Contacts.Filter.all: 1], #"{"all":1}"#)
    try check([nil: 1, 2: 2] as [Int?: Int], "[[2,2],[null,1]]")
    try check([Contact](), "[]")
    try check([String: Int](), "{}")
    try check([AnyHashable(1): 1, AnyHashable("1"): 2], #"[["1",2],[1,1]]"#)
  }

  @Test("a value without a declared type includes its type, unless the literal implies it")
  func erased() throws {
    try check(AnyHashable(3), "3")
    try check(AnyHashable(2.0), "2.0")
    try check(AnyHashable(Int8(3)), #"{"Int8":3}"#)
    try check(AnyHashable(UUID(uuid: zero)), #"{"UUID":"00000000-0000-0000-0000-000000000000"}"#)
    #expect(
      json(Loading.response(.failure(ScriptedError("x")))).text
        == #"{"response":{"failure":{"error":"x"}}}"#)
    var leaves = LeafRegistry.standard
    leaves.registerConcrete(NetworkError.self)
    let failure = Loading.response(.failure(NetworkError.status(404)))
    let text = json(failure).text
    #expect(text == #"{"response":{"failure":{"NetworkError":{"status":404}}}}"#)
    guard case .response(.failure(let error)) = try read(text, leaves) as Loading else {
      Issue.record("not a failure")
      return
    }
    #expect(error as? NetworkError == .status(404))
  }

  @Test("a type's custom text becomes the single value that it writes, or a string")
  func ownText() throws {
    try check(Celsius(degrees: 3), "3.0")
    try check([Celsius(degrees: .infinity)], #"["inf"]"#)
    var leaves = LeafRegistry.standard
    leaves.register(
      Color.self,
      read: { literal in
        literal.word.map { Color(hex: $0, isNamed: true) }
          ?? literal.string.flatMap { $0.count == 6 ? Color(hex: $0) : nil }
      },
      print: { $0.isNamed ? ".\($0.hex)" : "\"\($0.hex)\"" })
    try check(Color(hex: "ff0000"), #""ff0000""#, leaves)
    try check([Color(hex: "red", isNamed: true)], #"[".red"]"#, leaves)
  }

  @Test("text inside JSON may not use variables or files, and is not accepted for numbers")
  func textWithin() {
    for text in [#""$x""#, #""@file(\"x\")""#, #""3""#] {
      #expect(throws: ValueError.self) { try read(text) as Range<Int> }
      #expect(throws: ValueError.self) { try read(text) as Int }
    }
    #expect(throws: ValueError.self) { try read(#""[1]""#) as [Int] }
  }

  @Test("a value that text cannot build shows its type")
  func unbuildable() {
    #expect(
      json(Unbuildable()).text
        == #"{"count":1,"onTap":"(() -> Void)","model":"(Model)","#
        + #""callback":{"run":"(() -> Void)"}}"#)
  }

  @Test("values deeper than the JSON reader's limit are truncated to valid JSON")
  func depth() throws {
    var chain = Chain.end
    var tree = Tree.leaf
    for length in 1...80 {
      chain = .some(chain)
      tree = .node(tree, 1, .leaf)
      let texts = [json(chain).text, json(tree).text, json(Chain?.some(chain)).text]
      for text in texts { _ = try JSONValue(parsing: text) }
      if length <= 15 {
        #expect(try read(texts[0]) == chain)
        #expect(try read(texts[1]) == tree)
      }
    }
  }
}

private let zero: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)

struct OneJSON: FileSource {
  let text: String
  func contents(of name: String) -> String { text }
}
