import CustomDump
import Foundation
import Testing

@testable import Composable

@Suite struct StackStateTests {
  private func stack(_ elements: String...) -> StackState<String> {
    counting { StackState(elements) }
  }

  private func counting<Result>(_ body: () -> Result) -> Result {
    withDependencies {
      $0 = DependencyValues(context: .test)
    } operation: {
      body()
    }
  }

  @Test func `A stack of a sequence numbers its elements in order`() {
    let stack = stack("a", "b", "c")
    #expect(stack.ids == [0, 1, 2])
    #expect(Array(stack) == ["a", "b", "c"])
    #expect(stack[id: 1] == "b")
    #expect(stack[1] == "b")
    #expect(stack[id: 9] == nil)
  }

  @Test func `Elements are modified by ID and by position, and keep their IDs`() {
    var stack = stack("a", "b")
    stack[id: 0]?.append("!")
    stack[1] = "c"
    #expect(Array(stack) == ["a!", "c"])
    #expect(stack.ids == [0, 1])
  }

  @Test func `Elements are removed by ID, from the end, and all together`() {
    var stack = stack("a", "b", "c", "d")
    stack[id: 1] = nil
    #expect(stack.ids == [0, 2, 3])
    #expect(stack.removeLast() == "d")
    #expect(stack.popLast() == "c")
    #expect(stack.remove(id: 0) == "a")
    #expect(stack.isEmpty)
    stack = self.stack("a", "b")
    stack.removeAll()
    #expect(stack.ids == [])
  }

  @Test func `Pop from removes the element too, and pop to keeps it`() {
    var stack = stack("a", "b", "c")
    stack.pop(to: 1)
    #expect(stack.ids == [0, 1])
    stack.pop(from: 1)
    #expect(stack.ids == [0])
    stack.pop(from: 7)
    stack.pop(to: 7)
    #expect(stack.ids == [0])
  }

  @Test func `Inserted elements get new IDs in order`() {
    let stack = counting {
      var stack = StackState(["a", "b"])
      stack.insert(contentsOf: ["x", "y"], at: 1)
      return stack
    }
    #expect(Array(stack) == ["a", "x", "y", "b"])
    #expect(stack.ids == [0, 2, 3, 1])
  }

  @Test func `A state for an unknown ID is accepted in a test and rejected in an app`() {
    var stack = stack("a")
    stack[id: 7] = "z"
    #expect(stack.ids == [0, 7])
    let found = issues {
      withDependencies {
        $0.context = .live
      } operation: {
        let id = StackElementID(generation: 8)
        stack[id: id] = "y"
      }
    }
    #expect(found.count == 1)
    #expect(stack.ids == [0, 7])
  }

  @Test func `Stacks with equal elements and IDs are equal, regardless of effects`() {
    var one = stack("a", "b")
    #expect(one == stack("a", "b"))
    #expect(one.hashValue == stack("a", "b").hashValue)
    one.mountedIDs = [0]
    #expect(one == stack("a", "b"))
    #expect(one != stack("a"))
    var other = stack("b", "b")
    other[0] = "a"
    other.removeLast()
    other[id: 5] = "b"
    #expect(one != other)
  }

  @Test func `A stack is encoded as the array of its elements`() throws {
    let data = try JSONEncoder().encode(stack("a", "b"))
    #expect(String(decoding: data, as: UTF8.self) == #"["a","b"]"#)
    let decoded = try counting {
      Result { try JSONDecoder().decode(StackState<String>.self, from: data) }
    }.get()
    #expect(decoded == stack("a", "b"))
  }

  @Test func `A stack is printed with its IDs`() {
    #expect(
      String(customDumping: stack("a", "b")) == """
        [
          #0: "a",
          #1: "b"
        ]
        """)
    #expect(String(customDumping: StackElementID(generation: 3)) == "#3")
    #expect(String(customDumping: StackState<Int>()) == "[:]")
  }

  @Test func `An ID written as a number is an issue in an app`() {
    let found = issues {
      withDependencies {
        $0.context = .live
      } operation: {
        _ = 3 as StackElementID
      }
    }
    #expect(found.count == 1)
  }

  @Test func `IDs can be generated again without changing the next ID`() {
    let generator = StackElementIDGenerator()
    let first = generator.next()
    #expect(generator.withIDs(from: 0) { [generator.next(), generator.next()] } == [first, 1])
    #expect(generator.next() == 1)
  }
}
