import Composable
import Testing

@Suite struct UnrelatedCaseTests {
  enum Page: Equatable {
    case text(Text)
    case number(Int)
  }
  struct Text: Equatable { var value = "" }

  @Test func `Modifying another case of a stack's element is an issue`() {
    var stack = StackState<Page>([.number(1)])
    let id = stack.ids[0]
    let issues = issues { stack[id: id, case: /Page.text]?.value = "x" }
    #expect(issues.map(\.message) == [#"Can't modify unrelated case "number""#])
    stack[id: id, case: /Page.number]? += 1
    #expect(stack[id: id] == .number(2))
  }

  @Test func `Modifying another case of a presented child is an issue`() {
    var child = PresentationState<Page>(wrappedValue: .number(1))
    let issues = issues { child[case: /Page.text]?.value = "x" }
    #expect(issues.map(\.message) == [#"Can't modify unrelated case "number""#])
    child[case: /Page.number] = 5
    #expect(child.wrappedValue == .number(5))
    child[case: /Page.number] = nil
    #expect(child.wrappedValue == nil)
  }
}
