import Testing

@testable import MachoValues

@Suite struct LabelledPayloadTests {
  private struct Item: Equatable {
    var id: Int
    var tags: [String]
  }

  private enum Inner {
    case loaded(Item)
    case moved(Int, to: Int)
    case done
  }

  private enum Action {
    case inner(Inner)
    case reset
  }

  @Test func `The payload of a label is that of its last case`() {
    #expect(caseLabel(of: Action.inner(.moved(1, to: 2))) == "inner.moved")
    let moved = labelledPayloads(of: Action.inner(.moved(1, to: 2)))
    #expect(moved.map(\.label) == ["inner", "inner.moved"])
    #expect(moved.first?.payload.count == 1 && moved.first?.payload.first is Inner)
    #expect(moved.last?.payload as? [Int] == [1, 2])
    let loaded = labelledPayloads(of: Action.inner(.loaded(Item(id: 1, tags: []))))
    #expect(loaded.last?.payload as? [Item] == [Item(id: 1, tags: [])])
    #expect(labelledPayloads(of: Action.inner(.done)).last?.payload.isEmpty == true)
    let reset = labelledPayloads(of: Action.reset)
    #expect(reset.map(\.label) == ["reset"] && reset.first?.payload.isEmpty == true)
    #expect(labelledPayloads(of: 1).isEmpty)
  }

  @Test func `The parts of a value determine it`() {
    let parts = valueParts(of: Item(id: 1, tags: ["a", "b"]))
    #expect(parts.count == 2 && parts[0] as? Int == 1 && parts[1] as? [String] == ["a", "b"])
    #expect(valueParts(of: ["a", "b"]) as? [String] == ["a", "b"])
    #expect(valueParts(of: Optional(3) as Any) as? [Int] == [3])
    // The payload alone does not tell the case.
    #expect(valueParts(of: Inner.moved(1, to: 2)).isEmpty)
    #expect(valueParts(of: "text").isEmpty && valueParts(of: 1).isEmpty)
  }
}
