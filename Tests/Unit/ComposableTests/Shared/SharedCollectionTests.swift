import Composable
import Testing

/// Its identity is not declared `Sendable`.
private struct ConstantKey: SharedReaderKey {
  let value: Int

  var id: some Hashable { value }

  func load(context: LoadContext<Int>, continuation: LoadContinuation<Int>) {
    continuation.resume(returning: value)
  }

  func subscribe(
    context: LoadContext<Int>, subscriber: SharedSubscriber<Int>
  ) -> SharedSubscription {
    SharedSubscription {}
  }
}

@Suite struct SharedCollectionTests {
  @Test func `A shared collection converts to an array of shared elements`() {
    @Shared(value: ["a", "b"]) var names
    for name in Array($names) { name.withLock { $0 += "!" } }
    #expect(names == ["a!", "b!"])
    #expect(Array(SharedReader($names)).map(\.wrappedValue) == names)
  }

  @Test func `A shared identified array converts to an array of elements by identity`() {
    @Shared(value: [Identified("a", id: 1), Identified("b", id: 2)])
    var rows: IdentifiedArrayOf<Identified<Int, String>>
    let shared = Array($rows)
    $rows.withLock { $0.swapAt(0, 1) }
    shared[0].withLock { $0.value = "c" }
    #expect(rows.map(\.value) == ["b", "c"])
    #expect(ContiguousArray(SharedReader($rows)).map(\.wrappedValue.id) == [2, 1])
  }

  @Test func `An element of an array that became shorter keeps a value of its own`() {
    @Shared(value: [1, 2, 3]) var numbers
    let elements = Array($numbers)
    $numbers.withLock { $0.removeLast(2) }
    #expect(elements.map(\.wrappedValue) == [1, 2, 3])
    elements[2].withLock { $0 = 9 }
    #expect(elements[2].wrappedValue == 9)
    #expect(numbers == [1])
    elements[0].withLock { $0 = 7 }
    #expect(numbers == [7])
  }

  @Test func `The identity of a key need not be Sendable`() {
    @SharedReader(ConstantKey(value: 3)) var three = 0
    @SharedReader(ConstantKey(value: 4)) var four = 0
    #expect(three == 3)
    #expect(four == 4)
  }
}
