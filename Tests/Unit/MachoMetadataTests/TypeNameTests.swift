import MachoMetadata
import Testing

private protocol Drawable {}
private struct Outer<T> { struct Inner<U> { enum Action { case a } } }
private enum Private {}

@Suite struct TypeNameTests {
  @Test("type names are spelled as in source")
  func spelling() {
    struct Local {}
    for (type, name) in [
      (Int.self, "Int"), ([Int].self, "[Int]"), ([String: [Int?]].self, "[String: [Int?]]"),
      (Int??.self, "Int??"), (Set<Int>.self, "Set<Int>"),
      (Result<[Int], any Error>.self, "Result<[Int], any Error>"),
      ((Int, y: String).self, "(Int, y: String)"), (Void.self, "Void"),
      (((Int, String) throws -> Bool).self, "(Int, String) throws -> Bool"),
      (Outer<Int>.Inner<[Bool]>.Action.self, "Outer<Int>.Inner<[Bool]>.Action"),
      (Private.self, "Private"), (Local.self, "TypeNameTests.Local"),
      (Any.self, "Any"), (Int.Type.self, "Int.Type"), ((any Drawable).self, "Drawable"),
    ] as [(Any.Type, String)] {
      #expect(TypeName.spell(type) == name)
    }
    #expect(TypeName.path(Outer<Int>.Inner<[Bool]>.Action.self) == ["Outer", "Inner", "Action"])
    #expect(TypeName.base(Outer<Int>.Inner<Bool>.self) == "Inner")
    #expect(TypeName.module(Int.self) == "Swift")
    #expect(TypeName.module(Private.self) == "MachoMetadataTests")
  }

  @Test func `The modules of generic arguments are part of a type's modules`() {
    struct Local: Hashable {}
    for (type, modules) in [
      (Int.self, ["Swift"]), ([Int?].self, ["Swift"]),
      ([String: Private].self, ["Swift", "MachoMetadataTests"]),
      (Outer<Int>.Inner<Bool>.self, ["Swift", "MachoMetadataTests"]),
      ((Int, y: Private).self, ["Swift", "MachoMetadataTests"]),
      (Local.self, ["MachoMetadataTests"]), (Set<Local>.self, ["Swift", "MachoMetadataTests"]),
    ] as [(Any.Type, [String])] {
      #expect(TypeName.modules(type) == Set(modules))
    }
  }
}
