import MachoSessions
import Testing

@testable import MachoExploration

struct SearchTests {
  private func search(
    _ goal: String?, recordsEdges: Bool = false
  ) throws -> (search: StateSearch, end: StateSearch.End, explorer: Explorer) {
    let explorer = try Explorer(ExplorationTarget(Jugs.feature), ExplorationSettings())
    var search = try explorer.search(until: goal, recordsEdges: recordsEdges)
    let end = try search.run()
    return (search, end, explorer)
  }

  @Test func `the shortest way to four gallons has six steps`() throws {
    let (_, end, explorer) = try search("big == 4")
    guard case .reached(let sequence) = end else {
      Issue.record("\(end)")
      return
    }
    let run = try explorer.replay(sequence, describing: true)
    #expect(
      run.description.lines.map(\.text) == [
        "send fillBig", "send pourIntoSmall", "send emptySmall", "send pourIntoSmall",
        "send fillBig", "send pourIntoSmall",
      ])
  }

  @Test func `a search says that no state satisfies the goal`() throws {
    let (search, end, _) = try search("big == 6")
    #expect(end == .exhausted)
    #expect(search.states.count == 16)
  }

  @Test func `a search ends at its limit of steps, also between the steps from one state`() throws {
    let explorer = try Explorer(ExplorationTarget(Jugs.feature), ExplorationSettings())
    var limits = StateSearch.Limits()
    limits.steps = 2
    var search = try explorer.search(limits: limits)
    #expect(try search.run() == .limited)
    #expect(search.stepCount == 2)
  }

  @Test func `a goal that names no property is an error`() throws {
    #expect(throws: Diagnostic.self) { try search("gallons == 4") }
  }

  @Test func `a graph has each step between states`() throws {
    let (states, _, explorer) = try search(nil, recordsEdges: true)
    let graph = try StateGraph(states, projecting: "small", of: explorer.target)
    #expect(graph.states == ["0", "3", "1", "2"])
    #expect(graph.text(as: .mermaid).hasPrefix("stateDiagram-v2\n  state \"0\" as s0\n"))
    #expect(graph.edges.first?.labels == ["fillSmall", "pourIntoSmall"])
  }

  @Test func `a property that one of the steps from a state evaluates is evaluated`() throws {
    for action in ["increment", "decrement", "reset"] {
      var settings = ExplorationSettings()
      settings.properties = ["after \(action) count < 100"]
      let explorer = try Explorer(ExplorationTarget(FlatCounter.feature), settings)
      var limits = StateSearch.Limits()
      limits.states = 5
      var search = try explorer.search(limits: limits)
      _ = try search.run()
      #expect(explorer.engine.propertyChecks.map(\.reason) == [nil], "\(action)")
    }
  }
}
