import Composable
import MachoSessions
import Testing

@testable import MachoAdapters

@Suite struct `The start argument of a registration` {
  private func start(_ arguments: String) -> TestStoreSource.Start? {
    guard let tokens = SourceTokens.inParentheses(of: Array(arguments.utf8), line: 1, column: 1)
    else { return nil }
    return StartExpression.start(in: tokens, creating: Sample.State.self)
  }

  struct Sample: Reducer {
    struct State: Equatable { var count = 0 }
    enum Action { case tapped }
    var body: some ReducerOf<Self> { EmptyReducer() }
  }

  @Test func `is read from the source of this file`() throws {
    let feature = Feature("sample", start: Sample.State(count: 3)) { Sample() }
    // The type is nested in the suite, whose name the argument omits.
    #expect(feature.testStoreSource?.start?.text.hasSuffix(".Sample.State(count: 3)") == true)
    let flat = Feature("sample", start: .init(count: 3)) { Sample() }
    #expect(flat.testStoreSource?.start?.text.hasSuffix(".Sample.State(count: 3)") == true)
  }

  @Test(arguments: [
    (#"("a, start: b", start: .init(count: 3), stubs: [])"#, "(count: 3)", []),
    ("(start: .init(\n  // zero\n  a: [1, -2.5],\n  b: nil,\n))", "(a: [1, -2.5], b: nil)", []),
    (#"(start: .init(a: 1), presets: ["a": { f("\(1)") }])"#, "(a: 1)", []),
    (
      #"(start: .init(mode: .idle, row: Row(id: 1, "x")))"#,
      #"(mode: .idle, row: Row(id: 1, "x"))"#,
      ["idle", "Row"]
    ),
  ])
  func `is a call with literals, types and members`(
    arguments: String, call: String, names: [String]
  ) throws {
    let found = try #require(start(arguments))
    #expect(found.text.hasSuffix(".Sample.State" + call))
    #expect(found.names == Set(names))
  }

  @Test func `may omit the types around the state if no argument names a type`() {
    #expect(start("(start: State(mode: .idle))")?.names == ["idle"])
    #expect(start("(start: State(row: Row(id: 1)))") == nil)
    #expect(start("(start: Other(count: 1))") == nil)
  }

  @Test(arguments: [
    "(start: state)", "(start: .preview)", "(start: .init(count: number))",
    "(start: .init(count: { 1 }()))", #"(start: .init("\(1)"))"#, #"("""x""", start: .init())"#,
    "(start: .init().with(1))", "(start: .init(a + b))", "(first: .init())", "[start: .init()]",
    "(start: .init()",
  ])
  func `is unknown if it is anything else`(arguments: String) {
    #expect(start(arguments) == nil)
  }
}
