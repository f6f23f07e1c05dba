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
    #expect(labelledPayload(of: Action.inner(.moved(1, to: 2))) as? [Int] == [1, 2])
    #expect(
      labelledPayload(of: Action.inner(.loaded(Item(id: 1, tags: [])))) as? [Item]
        == [Item(id: 1, tags: [])])
    #expect(labelledPayload(of: Action.inner(.done))?.isEmpty == true)
    #expect(labelledPayload(of: Action.reset)?.isEmpty == true)
    #expect(labelledPayload(of: 1) == nil)
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
