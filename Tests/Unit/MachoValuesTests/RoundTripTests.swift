import DequeModule
import Foundation
import MachoValues
import OrderedCollections
import Testing

typealias Value = Arbitrary & Equatable

@Suite struct RoundTripTests {
  /// The number of values tested per type.
  #if DEBUG
    static let count = 200
  #else
    static let count = 1000
  #endif

  static let types: [any Value.Type] = [
    Int.self, Int8.self, Int16.self, Int32.self, Int64.self, Int128.self,
    UInt.self, UInt8.self, UInt16.self, UInt32.self, UInt64.self, UInt128.self,
    Double.self, Float.self, Bool.self, String.self, Substring.self, Character.self,
    Unicode.Scalar.self, UUID.self, Date.self, Duration.self, Decimal.self, Data.self, URL.self,
    Int?.self, Int??.self, String???.self, [Int?].self, [[String]].self, Set<String>.self,
    [String: Int].self, [UUID: [Date]].self, [Contacts.Filter: Int].self, Range<Int>.self,
    ClosedRange<Date>.self, OrderedSet<String>.self, OrderedDictionary<Int, String>.self,
    Deque<Double>.self, AnyHashable.self, [AnyHashable: AnyHashable].self, ScriptedError.self,
    Contact.self, Contacts.Action.self, Contacts.Filter.self, Contacts.Filter?.self,
    Destination.self, Presentation<Destination>.self, Tree.self, Generic<Int?>.self,
    Generic<Tree>.self, Tricky.self, Tricky?.self, Tricky??.self, Shapes.self,
    Result<[Int], NetworkError>.self, [Contact].self, Range<Duration>.self, CGFloat.self,
    CGRect.self,
    [CGFloat?].self,
  ]

  @Test("every printed value reads back as an equal value", arguments: types.indices)
  func roundTrip(index: Int) throws {
    func check<T: Value>(_: T.Type) throws {
      let syntax = ValueSyntax()
      var generator = SeededGenerator(seed: UInt64(index) &* 7919)
      for _ in 0..<Self.count {
        let value = T.arbitrary(&generator)
        let text = syntax.print(value)
        #expect(!text.contains("\n"))
        let read: T
        do {
          read = try syntax.read(text[...])
        } catch {
          Issue.record("\(T.self): \(text) -> \(error)")
          return
        }
        if read != value {
          Issue.record("\(T.self): \(value) -> \(text) -> \(read)")
          return
        }
      }
    }
    try check(Self.types[index])
  }

  @Test("more than thirty types are tested") func enough() {
    #expect(Self.types.count > 30)
  }

  @Test("a state with a macro's storage reads back over its start state")
  func observed() throws {
    let syntax = ValueSyntax()
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<Self.count {
      let value = Observed.arbitrary(&generator)
      let text = syntax.print(value)
      #expect(!text.contains("_count") && !text.contains("Registrar"))
      let read = try syntax.read(text[...], as: Observed.self, overlaying: Observed())
      #expect(read as? Observed == value)
    }
  }
}
