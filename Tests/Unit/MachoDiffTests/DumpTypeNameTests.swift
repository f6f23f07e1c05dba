import CustomDump
import Foundation
import Testing

@testable import MachoDiff

private struct Hidden<Content> {
  struct Inner<Other> { enum Leaf { case one } }
}
private enum Swift_Optional<Content> { case none }
struct Größe<Wert> { struct Ä_1 {} }
protocol Shape {}
protocol Named {}

/// Type names are the same as in custom-dump.
@Suite struct DumpTypeNameTests {
  struct Nested<First, Second> { struct Deep {} }

  private func types() -> [Any.Type] {
    struct Local<Content> { struct Inner {} }
    return [
      Int.self, Int?.self, Int??.self, [Int].self, [[Int?]].self, [String: Int].self,
      [String: [Int: Bool?]]?.self, Set<Int>.self, Result<Int?, any Error>.self, Void.self,
      (Int, x: String).self, ((Int) -> String).self, (() -> [Int])?.self, [() -> Void].self,
      Any.self, Any?.self, AnyObject.self, (any Error).self, (any Shape).self,
      (any Shape & Named).self, [any Shape].self, (any Shape & Named)?.self, Int.Type.self,
      (any Shape.Type).self, Hidden<Int>.self, Hidden<Hidden<Int?>>.Inner<[Int]>.self,
      Hidden<Int>.Inner<String>.Leaf.self, [Hidden<Int>].self, Hidden<Int>?.self,
      Swift_Optional<Int>.self, Größe<Int>.Ä_1.self, Größe<Größe<Int>>.self, Local<Int>.self,
      Local<Local<Int?>>.Inner.self, Local<Int>?.Type.self, Nested<Int, String>.self,
      Nested<[Int], [String: Nested<Int, Int>]>.Deep.self, [Nested<Int, Int>.Deep?].self,
      DumpTypeNameTests.self, URL.self, [UUID: Date].self, Dictionary<String, (Int, Int)>.self,
      KeyPath<String, Int>.self, Optional<[[String: Set<Int>]?]>.self,
      CollectionDifference<Int>.Change.self, ClosedRange<Int>.Index.self, Swift.Mirror.self,
      [[[[[[[[[[[[Int]]]]]]]]]]]].self, Optional<(Int, Hidden<Int>)>.self,
      ((Hidden<Int>, Int) -> Hidden<String>).self, NSString.self, Foundation.Notification.Name.self,
    ]
  }

  @Test("types of every kind are named as in custom-dump")
  func names() {
    for type in types() {
      #expect(DumpTypeName(type).stored + ".self" == String(customDumping: type), "\(type)")
    }
  }
}
