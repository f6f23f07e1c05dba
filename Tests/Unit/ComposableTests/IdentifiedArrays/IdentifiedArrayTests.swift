import Foundation
import MachoDiff
import Testing

@testable import Composable

private struct Row: Equatable, Identifiable, Codable, Hashable, Comparable {
  let id: Int
  var text = ""
  static func < (lhs: Self, rhs: Self) -> Bool { lhs.id < rhs.id }
}

private struct Named: Equatable {
  var name: String
  var age = 0
}

private func rows(_ ids: Int...) -> IdentifiedArrayOf<Row> {
  IdentifiedArray(uniqueElements: ids.map { Row(id: $0) })
}

@Suite struct IdentifiedArrayTests {
  @Test func `An element is found, changed, inserted and removed by its identity`() {
    var array: IdentifiedArrayOf<Row> = [Row(id: 1), Row(id: 2)]
    array[id: 2]?.text = "two"
    #expect(array[id: 2] == Row(id: 2, text: "two"))
    #expect(array[id: 3] == nil)
    array[id: 3] = Row(id: 3)
    array[id: 1] = nil
    #expect(array.ids == [2, 3])
    #expect(array.index(id: 3) == 1)
    #expect(array.contains(Row(id: 3, text: "other")))
    #expect(array.remove(id: 2)?.text == "two")
    #expect(array.remove(id: 2) == nil)
    #expect(array.remove(Row(id: 3)) == Row(id: 3))
    #expect(array.isEmpty)
  }

  @Test func `An identity may be any property`() {
    var array = IdentifiedArray<String, Named>(id: \.name)
    array.append(Named(name: "a"))
    array[id: "a"]?.age = 3
    #expect(array.elements == [Named(name: "a", age: 3)])
    #expect(array.id == \Named.name)
    #expect(Row(id: 4)[keyPath: rows(1).id] == 4)
    #expect(IdentifiedArray(uniqueElements: array, id: \.age).ids == [3])
  }

  @Test func `A closure chooses between two elements with the same identity`() {
    let array = IdentifiedArray([Row(id: 1, text: "a"), Row(id: 1, text: "b")]) { first, _ in first
    }
    #expect(array.elements == [Row(id: 1, text: "a")])
    let other = IdentifiedArray(
      [Named(name: "x", age: 1), Named(name: "x", age: 2)], id: \.name, uniquingIDsWith: { $1 })
    #expect(other[id: "x"]?.age == 2)
  }

  @Test func `Append and insert do not change an existing element`() {
    var array = rows(1, 2)
    #expect(array.append(Row(id: 3)) == (true, 2))
    #expect(array.append(Row(id: 1, text: "new")) == (false, 0))
    #expect(array.insert(Row(id: 0), at: 0) == (true, 0))
    #expect(array.insert(Row(id: 3, text: "new"), at: 0) == (false, 3))
    array.append(contentsOf: [Row(id: 3), Row(id: 4)])
    array += [Row(id: 5)]
    #expect((array + [Row(id: 6)]).ids == [0, 1, 2, 3, 4, 5, 6])
    #expect(array.allSatisfy { $0.text.isEmpty })
  }

  @Test func `An element with another identity may replace the one at a position`() {
    var array = rows(1, 2, 3)
    array[1] = Row(id: 9, text: "new")
    #expect(array.elements == [Row(id: 1), Row(id: 9, text: "new"), Row(id: 3)])
    #expect(array[id: 2] == nil)
    #expect(array[id: 9]?.text == "new")
    #expect(array.update(Row(id: 4), at: 0) == Row(id: 1))
    #expect(array.ids == [4, 9, 3])
  }

  @Test func `An identity of another position is exchanged with it`() {
    var array = rows(1, 2, 3)
    array[0] = Row(id: 3, text: "c")
    #expect(array.elements == [Row(id: 3, text: "c"), Row(id: 2), Row(id: 1)])
    #expect(array.index(id: 1) == 2)
  }

  @Test func `Algorithms that assign elements in a new order work`() {
    var array = rows(3, 1, 2)
    array.sort(using: KeyPathComparator(\.id))
    #expect(array.ids == [1, 2, 3])
    array.sort(using: [KeyPathComparator(\Row.text), KeyPathComparator(\Row.id, order: .reverse)])
    #expect(array.ids == [3, 2, 1])
    for (position, row) in zip(array.indices, [Row(id: 2), Row(id: 3), Row(id: 1)]) {
      array[position] = row
    }
    #expect(array.ids == [2, 3, 1])
    array[0..<2].reverse()
    #expect(array.ids == [3, 2, 1])
    #expect(array.index(id: 2) == 1)
  }

  @Test func `Two elements with one identity trap, and the message names it`() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = rows(1, 2, 1)
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("Row> have the identity 1."))
  }

  @Test func `Update replaces an existing element`() {
    var array = rows(1, 2)
    #expect(array.updateOrAppend(Row(id: 2, text: "b")) == Row(id: 2))
    #expect(array.updateOrAppend(Row(id: 3)) == nil)
    #expect(array.updateOrInsert(Row(id: 0), at: 0) == (nil, 0))
    #expect(array.updateOrInsert(Row(id: 3, text: "c"), at: 0) == (Row(id: 3), 3))
    #expect(array.update(Row(id: 1, text: "a"), at: 1) == Row(id: 1))
    #expect(array.map(\.text) == ["", "a", "b", "c"])
    #expect(array.ids == [0, 1, 2, 3])
  }

  @Test func `Elements are removed by position, range, offsets and condition`() {
    var array = rows(0, 1, 2, 3, 4, 5, 6, 7, 8, 9)
    #expect(array.remove(at: 0).id == 0)
    array.removeSubrange(0..<2)
    array.removeSubrange(5...)
    #expect(array.ids == [3, 4, 5, 6, 7])
    array.remove(atOffsets: [0, 2, 4])
    #expect(array.ids == [4, 6])
    array.removeAll { $0.id == 4 }
    #expect(array.ids == [6])
    array.append(contentsOf: rows(7, 8, 9))
    #expect(array.removeFirst().id == 6)
    #expect(array.removeLast().id == 9)
    #expect(array.popLast()?.id == 8)
    array.removeAll()
    #expect(array.popLast() == nil)
  }

  @Test func `A filtered array is an identified array`() {
    let even: IdentifiedArrayOf<Row> = rows(1, 2, 3, 4).filter { $0.id % 2 == 0 }
    #expect(even.ids == [2, 4])
    #expect(even[id: 4] != nil)
  }

  @Test(arguments: [
    ([0], 4, [1, 2, 3, 0]), ([3], 0, [3, 0, 1, 2]), ([0, 2], 4, [1, 3, 0, 2]),
    ([1, 3], 2, [0, 1, 3, 2]), ([], 2, [0, 1, 2, 3]), ([1], 2, [0, 1, 2, 3]),
  ])
  func `Elements move by offsets in front of the one at the destination`(
    source: [Int], destination: Int, expected: [Int]
  ) {
    var array = rows(0, 1, 2, 3)
    array.move(fromOffsets: IndexSet(source), toOffset: destination)
    #expect(Array(array.ids) == expected)
    for id in expected { #expect(array[id: id]?.id == id) }
  }

  @Test func `After a change of the order each element is found by its identity`() {
    var array = rows(3, 1, 2)
    array.sort()
    #expect(array.ids == [1, 2, 3])
    array.reverse()
    #expect(array.ids == [3, 2, 1])
    array.swapAt(0, 1)
    #expect(array.ids == [2, 3, 1])
    array.sort { $0.id > $1.id }
    #expect(array.ids == [3, 2, 1])
    let pivot = array.partition { $0.id == 3 }
    #expect(pivot == 2)
    #expect(array.last?.id == 3)
    array.shuffle()
    for id in 1...3 { #expect(array[array.index(id: id)!].id == id) }
  }

  @Test func `It is a collection whose elements can be changed by position`() {
    var array = rows(1, 2, 3)
    array[1].text = "b"
    for index in array.indices { array[index].text += "!" }
    #expect(array.map(\.text) == ["!", "b!", "!"])
    #expect(array[1...].map(\.id) == [2, 3])
    #expect(array.first?.id == 1)
    #expect(array.dropLast().count == 2)
  }

  @Test func `Arrays are equal if their elements and their order are equal`() {
    #expect(rows(1, 2) == rows(1, 2))
    #expect(rows(1, 2) != rows(2, 1))
    #expect(rows(1) != [Row(id: 1, text: "x")])
    #expect(Set([rows(1, 2), rows(1, 2), rows(2, 1)]).count == 2)
  }

  @Test func `It is encoded as an array, and decoding duplicate identities is an error`() throws {
    let data = try JSONEncoder().encode(rows(1, 2))
    #expect(try JSONDecoder().decode([Row].self, from: data) == rows(1, 2).elements)
    #expect(try JSONDecoder().decode(IdentifiedArrayOf<Row>.self, from: data) == rows(1, 2))
    let twice = try JSONEncoder().encode([Row(id: 1), Row(id: 1)])
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(IdentifiedArrayOf<Row>.self, from: twice)
    }
  }

  @Test func `It prints as a collection and its diff matches by identity`() {
    #expect(stateText(rows(1)) == "[\n  [0]: Row(\n    id: 1,\n    text: \"\"\n  )\n]")
    #expect(
      stateDiff(rows(1, 2), rows(2)) == """
          [
        -   [0]: Row(
        -     id: 1,
        -     text: ""
        -   ),
            [0]: Row(…)
          ]
        """)
    #expect("\(IdentifiedArray(uniqueElements: ["a"], id: \.self))" == #"["a"]"#)
  }

  @Test func `Changing an element copies neither that nor other elements`() {
    final class Token {}
    struct Box: Identifiable {
      let id: Int
      var token = Token()
      var isUnique: Bool { mutating get { isKnownUniquelyReferenced(&token) } }
      var numbers = [1, 2, 3]
    }
    var array = IdentifiedArray(uniqueElements: (0..<1_000).map { Box(id: $0) })
    func address(_ id: Int) -> UnsafePointer<Int>? {
      array[id: id]?.numbers.withUnsafeBufferPointer { $0.baseAddress }
    }
    func base() -> UnsafePointer<Box>? { array.elements.withUnsafeBufferPointer { $0.baseAddress } }
    let before = (base(), address(500))
    let isUniqueByID = array[id: 500]!.isUnique
    let isUniqueByPosition = array[500].isUnique
    #expect(isUniqueByID && isUniqueByPosition)
    array[id: 500]?.numbers[0] = 7
    array[500].numbers[1] = 8
    #expect(before.1 == address(500))
    #expect(before.0 == base())
    #expect(array[id: 500]?.numbers == [7, 8, 3])
  }
}
