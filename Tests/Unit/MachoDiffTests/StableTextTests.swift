import Testing

@testable import MachoDiff

@Suite struct StableTextTests {
  private struct Names { var names: Set<String>, count: Int }
  private struct Named: CustomStringConvertible {
    var names: Set<String>
    var description: String { "named" }
  }
  private final class Object {}

  @Test func `Addresses of objects are not printed`() {
    #expect("NSOperationQueue 0x00007f1e2c003a40".withoutAddresses == "NSOperationQueue")
    #expect("a at 0x7f1e2c003a40, b".withoutAddresses == "a at, b")
    #expect("the color 0xFF00".withoutAddresses == "the color 0xFF00")
    #expect(
      stableDescription(of: ObjectIdentifier(Object.self)) == "ObjectIdentifier()")
  }

  @Test func `Sets and dictionaries are printed in the order of their elements`() {
    let names = Set((1...9).map(String.init))
    let list = (1...9).map { "\"\($0)\"" }.joined(separator: ", ")
    #expect(stableDescription(of: names) == "Set([\(list)])")
    #expect(
      stableDescription(of: Names(names: names, count: 9)).contains(
        "names: Set([\(list)]), count: 9"))
  }

  @Test func `Other values are printed by their own descriptions`() {
    #expect(stableDescription(of: 3) == "3")
    #expect(stableDescription(of: [1, 2]) == "[1, 2]")
    #expect(stableDescription(of: Named(names: ["a", "b"])) == "named")
    #expect(stableDescription(of: Optional(1) as Any) == "Optional(1)")
  }
}
