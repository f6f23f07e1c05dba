import Composable
import Dispatch
import MachoAdapters
import MachoSessions
import MachoValues
import Testing

private struct Search: Reducer {
  struct State: Equatable {
    var query = ""
    var limit: Int?
    var profile = Profile()
    var found = ""
  }
  struct Profile: Equatable { var name = "" }
  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case found(String)
  }

  @Dependency(\.mainQueue) var mainQueue

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding(\.query):
        return .run { [query = state.query] in await $0(.found(query)) }
          .debounce(id: 1, for: .seconds(0.3), scheduler: mainQueue)
      case .binding: return .none
      case .found(let text):
        state.found = text
        return .none
      }
    }
  }
}

private struct Form: Equatable {
  @BindingState var query = ""
  @BindingState var limit: Int?
  @BindingState var tags: [String] = []
}

private struct FormFeature: Reducer {
  struct State: Equatable {
    @BindingState var query = ""
    var isLoading = false
    @BindingState var limit: Int?
  }
  enum Action: BindableAction { case binding(BindingAction<State>) }

  var body: some ReducerOf<Self> { BindingReducer() }
}

@Suite struct BindingActionTextTests {
  private typealias Action = Search.Action
  private let syntax = ValueSyntax()

  @Test("a binding action completes by its properties, then by the property's type")
  func completion() {
    func texts(_ text: String) -> [String] {
      syntax.completions(of: text[...], as: Action.self).map(\.text)
    }
    let all = ["query", "limit", "profile", "found"].map { "set(\\.\($0), " }
    #expect(texts("binding(.").map { String($0.dropFirst()) } == all)
    #expect(texts("binding.") == all)
    #expect(texts("binding.l") == ["limit("])
    #expect(texts("binding.limit(n") == ["nil"])
    #expect(texts("binding.set(\\.l") == ["set(\\.limit, "])
    #expect(texts("binding.set(\\.limit, n") == ["nil"])
    #expect(texts("binding.set(\\.query, ") == ["\""])
    #expect(texts("binding.set(\\.nothing, ").isEmpty)
    #expect(syntax.hint(of: "binding.set(\\.limit, ", as: Action.self) == "Int?")
    #expect(syntax.hint(of: "binding(.set(\\.query, \"a\"", as: Action.self) == ")")
  }

  @Test(
    "the printed text of a binding action parses back",
    arguments: [
      BindingAction<Search.State>.set(\.query, "a \"b\""), .set(\.limit, 3), .set(\.limit, nil),
      .set(\.profile.name, "Blob"), .set(\.profile, Search.Profile(name: "x")),
    ])
  fileprivate func roundTrip(action: BindingAction<Search.State>) throws {
    let text = syntax.print(Action.binding(action))
    let read = try syntax.read(text[...], as: Action.self)
    #expect(read.binding == action)
  }

  @Test(
    "the dotted and the nested form are read, with and without the root",
    arguments: [
      #"binding.set(\.query, "x")"#, #"binding(.set(\.query, "x"))"#,
      #".binding(.set(\State.query, "x"))"#, #"binding.set(\Search.State.query, "x")"#,
      #"binding.set(\.$query, "x")"#, #"binding.set(\State.$query, "x")"#, #"binding.query("x")"#,
      #"binding(.query("x"))"#,
    ])
  func forms(text: String) throws {
    #expect(try syntax.read(text[...], as: Action.self).binding == .set(\.query, "x"))
  }

  @Test("a nested property is set by its dotted name")
  func nested() throws {
    let action = try syntax.read(#"binding.profile.name("Blob")"#, as: Action.self)
    #expect(action.binding == .set(\.profile.name, "Blob"))
  }

  @Test("a pattern with a property's name matches each of its values, or one of them")
  func patterns() throws {
    func matches(_ text: String, _ action: BindingAction<Search.State>) throws -> Bool {
      try ValuePattern(reading: text[...], type: Action.self, syntax: syntax)
        .matches(Action.binding(action))
    }
    #expect(try matches("binding.query", .set(\.query, "x")))
    #expect(try matches("binding.query(_)", .set(\.query, "x")))
    #expect(try matches(#"binding.query("x")"#, .set(\.query, "x")))
    #expect(try !matches(#"binding.query("y")"#, .set(\.query, "x")))
    #expect(try !matches("binding.query", .set(\.found, "x")))
    #expect(try matches("binding.profile.name", .set(\.profile.name, "x")))
    let error = #expect(throws: ValueError.self) { try matches("binding.qury", .set(\.found, "")) }
    #expect(error?.code == "no-such-property")
  }

  @Test("the text has the property's name and the value's own text")
  func printed() {
    #expect(
      syntax.print(Action.binding(.set(\.query, "x"))) == #"binding(.set(\.query, "x"))"#)
  }

  @Test(
    "an assignment as an action suggests the action of a binding, or says what else sets the value",
    arguments: [
      (#"send query = "x""#, [#"binding.set(\.query, "x")"#], nil),
      (#"send profile.name="Blob""#, [#"binding.set(\.profile.name, "Blob")"#], nil),
      ("send limit = nil", [#"binding.set(\.limit, nil)"#], nil),
      ("send query = 3", [], "only actions change the state: 'actions' lists them"),
    ] as [(String, [String], String?)])
  func assignments(line: String, candidates: [String], note: String?) throws {
    let feature = Feature("search", start: Search.State()) { Search() }
    let session = Session(catalog: [feature], receiveMode: .onReceive, context: .test)
    _ = session.run("feature search")
    let failure = try #require(session.run(line).failure)
    #expect(failure.code == "syntax")
    #expect(failure.message == "an assignment is not an action")
    #expect(failure.range == 5..<line.utf8.count)
    #expect(failure.candidates == candidates)
    #expect(failure.notes == [note].compactMap(\.self))
    let typeError = try Line(parsing: line).typeError(in: feature)
    #expect(typeError?.message == failure.message && typeError?.candidates == candidates)
    for candidate in candidates { #expect(session.run("send " + candidate).failure == nil) }
  }

  @Test("an error lists the properties, or the type of the value")
  func errors() {
    let unknown = #expect(throws: ValueError.self) {
      try syntax.read(#"binding.set(\.qury, "x")"#, as: Action.self)
    }
    #expect(unknown?.code == "no-such-property")
    #expect(unknown?.candidates.contains(#"\.query"#) == true)
    let named = #expect(throws: ValueError.self) {
      try syntax.read(#"binding.qury("x")"#, as: Action.self)
    }
    #expect(named?.code == "no-such-property")
    #expect(named?.candidates == ["query(String)"])
    let bare = #expect(throws: ValueError.self) {
      try syntax.read("binding.query", as: Action.self)
    }
    #expect(bare?.code == "missing-argument")
    let wrong = #expect(throws: ValueError.self) {
      try syntax.read(#"binding.set(\.query, 3)"#, as: Action.self)
    }
    #expect(wrong?.code == "wrong-type")
    #expect(throws: ValueError.self) {
      try syntax.read(#"binding.set(\.query)"#, as: Action.self)
    }
  }

  @Test("a @BindingState property reads and prints as its value")
  func marked() throws {
    let form = Form(query: "x", limit: 3, tags: ["a"])
    #expect(syntax.print(form) == #"Form(query: "x", limit: 3, tags: ["a"])"#)
    #expect(try syntax.read(syntax.print(form)[...], as: Form.self) == form)
    #expect(try syntax.read(#"Form(query: "", tags: [])"#, as: Form.self) == Form())
    let path = try ValuePath(reading: "tags[0]")
    #expect(syntax.print(try path.evaluate(in: TypedValue(form))) == #""a""#)
  }

  @Test("a state with marked properties offers only bindings of those")
  func offered() {
    typealias Marked = FormFeature.Action
    let all = ["query", "limit"].map { "set(\\.\($0), " }
    let found = syntax.completions(of: "binding.", as: Marked.self).map(\.text)
    #expect(found == all)
    let unknown = #expect(throws: ValueError.self) {
      try syntax.read(#"binding.set(\.qury, "x")"#, as: Marked.self)
    }
    #expect(unknown?.candidates.contains(#"\.query"#) == true)
    #expect(unknown?.candidates.contains(#"\.isLoading"#) == false)
    #expect(syntax.settings(of: "isLoading", to: "true", in: [Marked.self]).isEmpty)
    #expect(
      syntax.settings(of: "query", to: #""x""#, in: [Marked.self])
        == [#"binding.set(\.query, "x")"#])
  }

  @Test("a script sets a bound property, and the debounce sleeps on the test clock")
  func script() {
    let feature = Feature("search", start: Search.State()) { Search() }
    let session = Session(catalog: [feature], receiveMode: .onReceive, context: .test)
    for line in [
      "feature search", #"send binding.set(\.query, "c")"#, #"expect query == "c""#,
      "advance 299ms", #"send binding.set(\.query, "ca")"#, "advance 299ms", "advance 1ms",
      #"receive found("ca")"#, #"expect found == "ca""#, "finish",
    ] {
      let outcome = session.run(line)
      #expect(outcome.failure == nil, "\(line)")
    }
  }
}
