import Testing

@testable import MachoDiff

/// Values that nest more deeply than macho's functions may recurse.
@Suite struct `A state that nests deeply` {
  private struct Tree {
    var value: Int
    var children: [Tree] = []

    init(depth: Int, value: Int) {
      self.value = value
      for _ in 0..<depth { self = Tree(value: 0, children: [self]) }
    }

    init(value: Int, children: [Tree]) { (self.value, self.children) = (value, children) }
  }

  private indirect enum List {
    case end(Int)
    case next(List)

    init(depth: Int, value: Int) {
      self = .end(value)
      for _ in 0..<depth { self = .next(self) }
    }
  }

  private final class Node {
    let value: Int
    let next: Node?

    init(_ value: Int, _ next: Node?) { (self.value, self.next) = (value, next) }

    convenience init(depth: Int, value: Int) {
      var node = Node(value, nil)
      for _ in 0..<depth { node = Node(0, node) }
      self.init(0, node)
    }
  }

  private struct Boxed {
    var any: Any

    init(depth: Int, value: Int) {
      var any: Any = value
      for _ in 0..<depth { any = [any] }
      self.any = any
    }
  }

  @Test(arguments: [100, 450, 10_000])
  func `is compared, printed and shown as changed without an overflow`(depth: Int) {
    func check<State>(_ make: (Int, Int) -> State) {
      let text = stateText(make(depth, 1))
      #expect(text.contains("…"))
      let difference = stateDiff(make(depth, 1), make(depth, 2))
      #expect(difference != nil && difference?.contains("…") == true)
      // What is deeper than the limit counts as different, and is never silently equal.
      #expect((stateDiff(make(depth, 1), make(depth, 1)) == nil) == (depth <= 450))
    }
    check { Tree(depth: $0, value: $1) }
    check { List(depth: $0, value: $1) }
    check { Boxed(depth: $0, value: $1) }
    #expect(stateText(Node(depth: depth, value: 1)).contains("…"))
    #expect(stateDiff(Node(depth: depth, value: 1), Node(depth: depth, value: 2)) != nil)
  }

  @Test func `is shown as a whole up to the limit of what can be typed`() {
    #expect(stateText(List(depth: 60, value: 7)).contains(".end(7)"))
    #expect(!stateText(List(depth: 60, value: 7)).contains("…"))
    let difference = stateDiff(List(depth: 60, value: 1), List(depth: 60, value: 2))
    #expect(difference?.contains("- ") == true && difference?.contains(".end(1)") == true)
  }
}
