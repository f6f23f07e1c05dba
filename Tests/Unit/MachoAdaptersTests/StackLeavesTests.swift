import Composable
import MachoValues
import Testing

private enum Screen: Equatable {
  case list
  case detail(Detail)
}

private struct Detail: Equatable { var isSaving = false }

private struct Root: Equatable {
  var count = 0
  var path = StackState<Screen>()
}

@Suite struct StackLeavesTests {
  private func leaves(_ root: Root) -> [StateLeaf] {
    ValueSyntax().leaves(of: TypedValue(root))
  }

  @Test func `The screens on a stack are leaves, and so are their parts`() throws {
    var root = Root()
    root.path.append(.list)
    root.path.append(.detail(Detail()))
    let leaves = leaves(root)
    #expect(
      leaves.map(\.path) == [
        "count", "path[#0]", "path[#1]", "path[#1].detail.isSaving", "path",
      ])
    let screen = try #require(leaves.first { $0.path == "path[#1]" })
    #expect(screen.isOptional)
    #expect(screen.caseName == "detail")
    #expect(leaves.first { $0.path == "path[#1].detail.isSaving" }?.isInside(screen) == true)
  }

  @Test func `The path of such a leaf leads to its value`() throws {
    var root = Root()
    root.path.append(.detail(Detail(isSaving: true)))
    for leaf in leaves(root) {
      let value = try ValuePath(reading: leaf.path[...]).evaluate(in: TypedValue(root))
      #expect(valuesEqual(value.value, leaf.value.value))
    }
  }

  @Test func `An empty stack is one leaf`() {
    #expect(leaves(Root()).map(\.path) == ["count", "path"])
  }
}
