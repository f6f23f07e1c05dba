/// What `explore` searches for.
package enum ExplorationGoal: Sendable {
  /// A failure. An additional condition must hold after each step.
  case failure(invariant: String?)
  /// A state that satisfies a condition.
  case state(String)
}

extension Command {
  package static let explore: Command = .init(
    "explore", usage: ["[CONDITION]", "until CONDITION"],
    withoutArguments: "without a condition",
    summary: "search for actions that break the feature",
    details: """
      Sends random actions to copies of the store, beginning with the present state. Prints a short
      script of the first failure: a reported issue, an uncaught error of an effect, or a step after
      which CONDITION does not hold. With 'until', prints the shortest script that leads to a state in
      which CONDITION holds. The session does not change. CONDITION is written as for 'expect'. To
      find crashes and hangs too, use 'macho explore'.

        explore count >= 0
        explore until count == 3
      """,
    argument: .comparison, helpGroup: .inspect, traits: .readsState, transcript: .omitted
  ) { context, arguments throws(Diagnostic) in
    _ = try context.opened()
    var rest = arguments
    let goal: ExplorationGoal
    if rest.consume("until") {
      guard !rest.isEmpty else { throw explore.usageError("a condition is missing") }
      goal = .state(String(rest.text))
    } else {
      goal = .failure(invariant: rest.isEmpty ? nil : String(rest.text))
    }
    do throws(Diagnostic) { context.report(.value(try context.explore(goal))) } catch {
      var error = error
      error.range = error.range.map {
        $0.lowerBound + rest.offset..<$0.upperBound + rest.offset
      }
      throw error
    }
  }
}
