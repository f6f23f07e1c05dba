import Testing

@testable import MachoMetadata

struct OwnInitializer {
  var open = 0
  private(set) var closed = 1
  private var hidden = 2
  let constant: Int

  init(name: String, length: Int = 3) { constant = name.count + length + hidden }

  private init() { constant = closed }

  static let hiddenOne = Self()

  mutating func change() {
    closed += 1
    hidden += 1
  }
}

@Suite struct `The accessible members of a type` {
  typealias Initializer = AccessibleMembers.Initializer

  @Test func `are read from the symbols of its declarations`() throws {
    let members = try #require(
      AccessibleMembers(
        of: "App.Form.State",
        symbols: [
          "App.Form.State.init(name: Swift.String, _: (Swift.Int, x: Swift.Int)) -> App.Form.State",
          "default argument 1 of App.Form.State.init(name: Swift.String, _: (Swift.Int, x: Swift.Int)) "
            + "-> App.Form.State",
          "App.Form.State.init() -> App.Form.State",
          "App.Form.State.init(f: (Swift.Int) -> Swift.Int, a: [Swift.Int : Swift.Int], b: A<B, C>) "
            + "-> App.Form.State",
          "App.Form.State.init(text: Swift.String) -> App.Form.State?",
          "App.Form.State.Row.init(id: Swift.Int) -> App.Form.State.Row",
          "App.Form.State.count.getter : Swift.Int", "App.Form.State.count.setter : Swift.Int",
          "App.Form.State.total.getter : Swift.Int", "App.Form.State.Row.id.getter : Swift.Int",
        ]))
    #expect(
      members.initializers == [
        Initializer(labels: [], types: []),
        Initializer(
          labels: ["name", nil], types: ["Swift.String", "(Swift.Int, x: Swift.Int)"],
          defaulted: [1]),
        Initializer(
          labels: ["f", "a", "b"],
          types: ["(Swift.Int) -> Swift.Int", "[Swift.Int : Swift.Int]", "A<B, C>"]),
      ])
    #expect(members.readable == ["count", "total"])
    #expect(members.assignable == ["count"])
    #expect(AccessibleMembers(of: "App.State", symbols: []) == nil)
  }

  @Test func `of a generic type have parameters of unknown types`() throws {
    let members = try #require(
      AccessibleMembers(
        of: "App.Grid", isGeneric: true,
        symbols: [
          "App.Grid.init(rows: Swift.Int, of: A) -> App.Grid<A>",
          "default argument 0 of App.Grid.init(rows: Swift.Int, of: A) -> App.Grid<A>",
          "App.Grid.rows.getter : Swift.Int", "App.Gridded.init(x: A) -> App.Gridded<A>",
        ]))
    #expect(
      members.initializers == [
        Initializer(labels: ["rows", "of"], types: [nil, nil], defaulted: [0])
      ])
    #expect(members.readable == ["rows"])
    let nested = AccessibleMembers(
      of: "App.Grid.State", isGeneric: true,
      symbols: ["App.Grid.State.init(map: (A) -> B) -> App.Grid<A, (A) -> B>.State"])
    #expect(nested?.initializers == [Initializer(labels: ["map"], types: [nil])])
  }

  @Test func `include initializers that differ only in their types`() throws {
    let members = try #require(
      AccessibleMembers(
        of: "App.Tag",
        symbols: [
          "App.Tag.init(value: Swift.String) -> App.Tag",
          "App.Tag.init(value: Swift.Int) -> App.Tag",
          "default argument 0 of App.Tag.init(value: Swift.Int) -> App.Tag",
        ]))
    #expect(
      members.initializers == [
        Initializer(labels: ["value"], types: ["Swift.String"]),
        Initializer(labels: ["value"], types: ["Swift.Int"], defaulted: [0]),
      ])
  }

  @Test func `have types without the protocols that metadata lacks`() throws {
    let members = try #require(
      AccessibleMembers(
        of: "App.Any",
        symbols: [
          "App.Any.init(a: Swift.Hashable & Swift.Sendable & App.P, b: Swift.Sendable?) -> App.Any"
        ]))
    #expect(members.initializers[0].types == ["Swift.Hashable & App.P", "Any?"])
    #expect(
      AccessibleMembers.name(of: (any Hashable & Sendable).self)
        == AccessibleMembers.name(of: (any Hashable).self))
  }

  #if MACHO_LINUX && DEBUG
    @Test func `exclude private initializers and setters`() throws {
      var value = OwnInitializer(name: "x")
      value.change()
      _ = OwnInitializer.hiddenOne
      let members = try #require(AccessibleMembers.of(OwnInitializer.self))
      #expect(
        members.initializers == [
          Initializer(
            labels: ["name", "length"], types: ["Swift.String", "Swift.Int"], defaulted: [1])
        ])
      #expect(members.readable == ["open", "closed", "constant"])
      #expect(members.assignable == ["open"])
    }
  #endif

  @Test func `have types that compare with those of properties`() {
    #expect(
      AccessibleMembers.name(of: [Int?].self) == "Swift.Array<Swift.Optional<Swift.Int>>")
    #expect(AccessibleMembers.name(of: OwnInitializer.self) == "MachoMetadataTests.OwnInitializer")
  }

  @Test func `are unknown for other kinds of types`() {
    #expect(AccessibleMembers.of(Int?.self) == nil)
    #expect(AccessibleMembers.of([Int].self) == nil)
  }
}
