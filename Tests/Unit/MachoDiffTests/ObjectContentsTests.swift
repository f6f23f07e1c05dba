import Foundation
import Observation
import Synchronization
import Testing

@testable import MachoDiff

private final class Handle: Equatable, @unchecked Sendable {
  var n = 0
  var names: [String] = []
  var next: Handle?
  weak var owner: Handle?

  static func == (left: Handle, right: Handle) -> Bool { left === right }
}

private class Crate { var n = 0 }
private final class NamedCrate: Crate { var name = "" }
@Observable private final class Model { var title = "a" }
private final class Guarded: Sendable {
  let value = Mutex(0)
}
private protocol Labelled: AnyObject {}
extension NamedCrate: Labelled {}
private actor Teller { var n = 0 }

private enum Screen {
  case empty
  case editing(Crate, label: String)
}

/// Returns the diff of a value before and after a change of its objects in place.
private func changes<Value>(of value: Value, _ change: (Value) -> Void) -> String? {
  let before = ObjectContents(of: value)
  change(value)
  return stateDiff(value, before, value, ObjectContents(of: value))
}

@Suite struct ObjectContentsTests {
  @Test func `a change of an object in place is a difference`() {
    struct State: Equatable {
      var count = 1
      var handle: Handle? = Handle()
    }
    let diff = changes(of: State()) { $0.handle?.n = 7 }
    #expect(
      diff == """
          ObjectContentsTests.State(
            count: 1,
            handle: Handle(
        -     n: 0,
        +     n: 7,
              names: [],
              next: nil,
              owner: nil
            )
          )
        """)
    #expect(changes(of: State()) { _ in } == nil)
  }

  @Test func `objects in collections, payloads, existentials and other objects are compared`() {
    #expect(changes(of: [Handle(), Handle()]) { $0[1].n = 1 }?.contains("+     n: 1") == true)
    #expect(changes(of: ["a": Crate()]) { $0["a"]?.n = 1 } != nil)
    #expect(changes(of: (Crate(), 1)) { $0.0.n = 1 } != nil)
    #expect(changes(of: NamedCrate() as any Labelled) { ($0 as? Crate)?.n = 1 } != nil)
    #expect(
      changes(of: Screen.editing(Crate(), label: "x")) {
        guard case .editing(let box, _) = $0 else { return }
        box.n = 1
      } != nil)
    let outer = Handle()
    outer.next = Handle()
    #expect(changes(of: [outer]) { $0[0].next?.names = ["x"] }?.contains("+ ") == true)
  }

  @Test func `an object with one property is written with both contents`() {
    #expect(
      changes(of: Crate()) { $0.n = 1 } == """
        - Crate(n: 0)
        + Crate(n: 1)
        """)
  }

  @Test func `properties of superclasses and observable ones are compared`() {
    let diff = changes(of: NamedCrate()) { $0.n = 2 }
    #expect(diff?.contains("-   n: 0,\n+   n: 2,") == true)
    #expect(changes(of: [Model()]) { $0[0].title = "b" }?.contains("b") == true)
    #expect(changes(of: [Model()]) { _ = $0[0].title } == nil)
  }

  @Test func `cycles of objects end`() {
    let one = Handle()
    let other = Handle()
    (one.next, other.next, other.owner) = (other, one, one)
    let diff = changes(of: [one]) { $0[0].n = 1 }
    #expect(diff?.components(separatedBy: "+ ").count == 2)
    #expect(diff?.contains("next: Handle(↩︎)") == true)
    (one.next, other.next) = (nil, nil)
  }

  @Test func `a long list of objects is captured and compared without recursion`() {
    var first = Handle()
    let last = first
    for _ in 0..<20_000 {
      let handle = Handle()
      handle.next = first
      first = handle
    }
    #expect(changes(of: first) { _ in last.n = 1 } != nil)
    #expect(changes(of: first) { _ in } == nil)
    var node: Handle? = first
    while let current = node {
      node = current.next
      current.next = nil
    }
  }

  @Test func `weak references are not retained`() {
    let handle = Handle()
    var owner: Handle? = Handle()
    handle.owner = owner
    let contents = ObjectContents(of: handle)
    owner = nil
    #expect(handle.owner == nil)
    withExtendedLifetime(contents) {}
  }

  @Test func `only types that may refer to a feature's objects are captured`() {
    struct Plain {
      var numbers: [Int] = []
      var data = Data()
      var url: URL?
      var error: (any Error)?
      var action: () -> Void = {}
      var teller: Teller?
    }
    #expect(!ObjectTypes.mayOccur(in: Plain.self))
    #expect(!ObjectTypes.mayOccur(in: [String: [Date]].self))
    #expect(ObjectTypes.mayOccur(in: [String: [Crate?]].self))
    #expect(ObjectTypes.mayOccur(in: Result<Int, any Error>?.self) == false)
    #expect(ObjectTypes.mayOccur(in: (any Labelled)?.self))
    #expect(ObjectTypes.mayOccur(in: Screen.self))
    #expect(!ObjectContents(of: [Guarded()]).isEmpty)
  }

  @Test func `changed properties are named by their paths`() {
    struct State {
      var handle: Handle? = Handle()
      var boxes = ["a": Crate()]
      var screen = Screen.editing(Crate(), label: "x")
      var list = [Model()]
    }
    let state = State()
    state.handle?.next = Handle()
    let before = ObjectContents(of: state)
    state.handle?.names = ["x"]
    state.handle?.next?.n = 1
    state.boxes["a"]?.n = 1
    state.list[0].title = "b"
    #expect(
      ObjectContents(of: state).paths(changedSince: before)
        == ["boxes[\"a\"].n", "handle.names", "handle.next.n", "list[0].title"])
  }
}
