import CustomDump
import Foundation
import Testing

@testable import Composable

@Suite struct PresentationStateTests {
  private struct State: Equatable, Hashable, Codable {
    @PresentationState var leaf: Leaf.State?
    var title = "Parent"
  }

  private let presenting = State(leaf: Leaf.State(id: 1, count: 2))

  @Test func `Without a value, no child is presented`() {
    #expect(State().leaf == nil)
  }

  @Test func `A copy has a value of its own`() {
    var copy = presenting
    copy.leaf?.count = 9
    #expect(presenting.leaf?.count == 2)
    #expect(copy.leaf?.count == 9)
  }

  @Test func `It is compared and hashed as the wrapped value, regardless of effects`() {
    var other = State(leaf: Leaf.State(id: 1, count: 2))
    other.$leaf.presentedID = NavigationID(\State.leaf, id: 1)
    #expect(other == presenting)
    #expect(other.hashValue == presenting.hashValue)
    #expect(State() != presenting)
  }

  @Test func `It is encoded as the wrapped value`() throws {
    let data = try JSONEncoder().encode(presenting)
    let object = try JSONSerialization.jsonObject(with: data) as? NSDictionary
    #expect(object == ["leaf": ["id": 1, "count": 2], "title": "Parent"])
    #expect(try JSONDecoder().decode(State.self, from: data) == presenting)
    let nothing = try JSONEncoder().encode(State())
    #expect(try JSONDecoder().decode(State.self, from: nothing) == State())
  }

  @Test func `It is printed as the wrapped value`() {
    #expect(
      String(customDumping: presenting) == """
        PresentationStateTests.State(
          _leaf: Leaf.State(
            id: 1,
            count: 2
          ),
          title: "Parent"
        )
        """)
    #expect(String(customDumping: State()).contains("_leaf: nil,"))
  }

  @Test func `Its value is modified in place`() {
    final class Token {}
    var state = PresentationState(wrappedValue: [Token()])
    let identity = state.wrappedValue.map { $0.withUnsafeBufferPointer { $0.baseAddress } }
    state.wrappedValue?[0] = Token()
    #expect(state.wrappedValue.map { $0.withUnsafeBufferPointer { $0.baseAddress } } == identity)
  }
}
