import MachoMetadata
import MachoValues
import Testing

/// Names that Swift writes in backticks.
@Suite struct RawIdentifierTests {
  struct `My State`: Equatable {
    var `my name` = "a"
    var `2x` = 1
    var `default` = true
    var rows: [`A.Row`] = []
  }

  struct `A.Row`: Equatable, Identifiable {
    let id: Int
    var `is ok?`: Bool
  }

  enum Action: Equatable {
    case `set name`(`to it`: String)
    case `404`
    case `default`
    case `a.b`(Action2)
    case plain
    case `"`
    case `[#/]{(`(`)`: Int)
    case `a…b`
  }

  enum Action2: Equatable { case `x y` }

  let syntax = ValueSyntax()

  @Test(
    "a raw identifier is read as Swift writes it",
    arguments: [
      ("`set name`(`to it`: \"x\")", Action.`set name`(`to it`: "x")),
      (".`set name`(`to it`: \"x\")", .`set name`(`to it`: "x")), ("`404`", .`404`),
      ("Action.`404`", .`404`), ("`a.b`.`x y`", .`a.b`(.`x y`)), ("`default`", .default),
      ("default", .default), ("`plain`", .plain), ("`\"`", .`"`),
      ("`[#/]{(`(`)`: 3)", .`[#/]{(`(`)`: 3)), ("`a…b`", .`a…b`),
    ])
  func actions(text: String, action: Action) throws {
    #expect(try syntax.read(text[...]) == action)
    #expect(try syntax.read(syntax.print(action)[...]) == action)
    #expect(try ValuePattern(reading: text[...], type: Action.self).matches(action))
  }

  @Test("a raw identifier is printed with backticks, and a keyword without")
  func printing() {
    #expect(syntax.print(Action.`set name`(`to it`: "x")) == "`set name`(`to it`: \"x\")")
    #expect(syntax.print(Action.`a.b`(.`x y`)) == "`a.b`.`x y`")
    #expect(syntax.print(Action.default) == "default")
    #expect(syntax.print(Action.`"`) == "`\"`")
    #expect(syntax.print(Action.`a…b`) == "`a…b`")
    #expect(
      syntax.print(`My State`(rows: [`A.Row`(id: 1, `is ok?`: true)]))
        == "RawIdentifierTests.`My State`(`my name`: \"a\", `2x`: 1, default: true, rows: "
        + "[RawIdentifierTests.`A.Row`(id: 1, `is ok?`: true)])")
    #expect(TypeName.spell([`A.Row`].self) == "[RawIdentifierTests.`A.Row`]")
    #expect(TypeName.path(`A.Row`.self) == ["RawIdentifierTests", "`A.Row`"])
  }

  @Test("a path contains raw identifiers")
  func paths() throws {
    let state = `My State`(rows: [`A.Row`(id: 3, `is ok?`: true)])
    func value(_ path: String) throws -> Any { try ValuePath(reading: path[...]).value(in: state) }
    #expect(try value("`my name`") as? String == "a")
    #expect(try value("`2x`") as? Int == 1)
    #expect(try value("`default`") as? Bool == true)
    #expect(try value("rows[id: 3].`is ok?`") as? Bool == true)
    #expect(
      try Comparison(reading: "rows[0].`is ok?` == true").evaluate(in: TypedValue(state)).holds)
    let error = #expect(throws: ValueError.self) { try value("`my nam`") }
    #expect(error?.candidates == ["`my name`"])
    #expect(throws: ValueError.self) { try value("`my name") }
  }

  @Test(
    "a raw identifier is completed, with and without its backtick",
    arguments: [
      ("`se", "`set name`(`to it`: "), ("s", "`set name`(`to it`: "),
      ("`set name`(", "`to it`: "), ("`set name`(`t", "`to it`: "), ("`a.b`.", "`x y`"),
    ])
  func completions(text: String, completion: String) {
    let found = syntax.completions(of: text[...], as: Action.self).map(\.text)
    #expect(found == [completion])
  }

  @Test(
    "a raw identifier in a path is completed",
    arguments: [("`m", "`my name`"), ("m", "`my name`"), ("rows[0].`i", "`is ok?`")])
  func pathCompletions(text: String, completion: String) {
    let state = TypedValue(`My State`(rows: [`A.Row`(id: 3, `is ok?`: true)]))
    #expect(syntax.completions(ofPath: text[...], in: state).map(\.text) == [completion])
  }

  @Test(
    "a name is raw if its characters are not those of identifiers",
    arguments: [
      ("a", false), ("_2", false), ("größe", false), ("日本", false), ("e\u{301}", false), ("", true),
      ("2x", true), ("a b", true), ("a…b", true), ("\u{301}a", true), ("a\u{2192}b", true),
    ])
  func rawNames(name: String, isRaw: Bool) {
    #expect(SourceIdentifier.isRaw(Array(name.utf8)[...]) == isRaw)
  }

  @Test("JSON has the same names")
  func json() throws {
    let text = syntax.json(of: TypedValue(`A.Row`(id: 1, `is ok?`: true))).text
    #expect(text == #"{"id":1,"`is ok?`":true}"#)
  }
}
