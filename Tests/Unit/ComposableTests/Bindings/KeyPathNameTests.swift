import Testing

@testable import Composable

private struct Plain {
  struct Inner {
    var name = ""
    var deep = Deep()
  }
  struct Deep { var number = 0 }
  var count = 0
  var inner = Inner()
  var inners = [Inner()]
  var computed: Int {
    get { count }
    set { count = newValue }
  }
  let fixed = 1
}

/// The expansion of a macro on `struct Observed { var query = ""; var inner = Inner() }`.
private struct Observed: KeyPathListing {
  private var _query = ""
  private var _inner = Inner()
  private let _$registrar = 0

  var query: String {
    get { _query }
    set { _query = newValue }
  }
  var inner: Inner {
    get { _inner }
    set { _inner = newValue }
  }

  static var _$keyPaths: _$KeyPaths<Observed> {
    [("query", \.query), ("inner", \.inner)]
  }

  struct Inner: KeyPathListing {
    private var _name = ""
    var plain = Plain.Deep()
    var name: String {
      get { _name }
      set { _name = newValue }
    }

    static var _$keyPaths: _$KeyPaths<Inner> {
      [("name", \.name), ("plain", \.plain)]
    }
  }
}

@Suite struct KeyPathNameTests {
  @Test func `Stored properties have their names, at any depth`() {
    #expect(KeyPathName.of(\Plain.count) == "count")
    #expect(KeyPathName.of(\Plain.inner.name) == "inner.name")
    #expect(KeyPathName.of(\Plain.inner.deep.number) == "inner.deep.number")
  }

  @Test func `A property that a macro made computed has its name, at any depth`() {
    #expect(KeyPathName.of(\Observed.query) == "query")
    #expect(KeyPathName.of(\Observed.inner.name) == "inner.name")
    #expect(KeyPathName.of(\Observed.inner.plain.number) == "inner.plain.number")
  }

  @Test func `A computed property has the name of its symbol, and a subscript a stable text`() {
    #if MACHO_LINUX
      #expect(KeyPathName.of(\Plain.computed) == "computed")
    #else
      #expect(KeyPathName.of(\Plain.computed) == "<computed>")
    #endif
    #expect(KeyPathName.of(\Plain.inners[0]) == "inners.<computed>")
  }

  @Test func `The bindable properties are the variable ones, by name`() throws {
    let plain = BindingAction<Plain>.properties
    #expect(plain.map(\.name) == ["count", "inner", "inners"])
    #expect(plain.first.map { $0.valueType == Int.self } == true)
    let observed = BindingAction<Observed>.properties
    #expect(observed.map(\.name) == ["query", "inner"])
  }

  @Test func `An action made from a name and a value equals the one made in code`() throws {
    let query = try #require(BindingAction<Observed>.property(named: "query"))
    let action = try #require(query.makeAction("x"))
    #expect(action == .set(\.query, "x"))
    #expect(.set(\.query, "x") == action)
    #expect(\Observed.query ~= action)
    var state = Observed()
    action.set(&state)
    #expect(state.query == "x")
    #expect(action.name == "query")
    #expect(action.value as? String == "x")

    let number = try #require(BindingAction<Plain>.property(named: "inner.deep.number"))
    #expect(number.valueType as Any.Type == Int.self)
    #expect(number.makeAction(3) == .set(\.inner.deep.number, 3))
    let name = try #require(BindingAction<Observed>.property(named: "inner.name"))
    #expect(name.makeAction("a") == .set(\.inner.name, "a"))
  }

  @Test func `There is no action for a wrong type, an unknown name or a constant`() throws {
    #expect(BindingAction<Plain>.property(named: "count")?.makeAction("x") == nil)
    #expect(BindingAction<Plain>.property(named: "counts") == nil)
    #expect(BindingAction<Plain>.property(named: "inner.nothing") == nil)
    #expect(BindingAction<Plain>.property(named: "fixed") == nil)
    #expect(BindingAction<Plain>.property(named: "") == nil)
  }
}
