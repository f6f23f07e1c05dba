/// What `explore` searches for.
package enum ExplorationGoal: Sendable {
  /// A failure, with some orders of ready jobs. A condition must hold after each step, or a property is
  /// checked too.
  case failure(invariant: String?, property: String?, OrderStrategy)
  /// A final state that depends on the order of ready jobs.
  case race(OrderStrategy)
  /// A state that satisfies a condition.
  case state(String)
}

extension Command {
  package static let explore: Command = .init(
    "explore",
    usage: ["[by STRATEGY] [CONDITION|PROPERTY]", "races [by STRATEGY]", "until CONDITION"],
    withoutArguments: "without a condition",
    summary: "search for actions that break the feature",
    details: """
      Sends random actions to copies of the store, beginning with the present state. Prints a short
      script of the first failure: a reported issue, an uncaught error of an effect, or a step after
      which CONDITION or a declared property does not hold. With 'races', a final state that depends on the order of ready
      jobs is a failure too. With 'until', prints the shortest script that leads to a state in which
      CONDITION holds. The session does not change. CONDITION is written as for 'expect'. STRATEGY
      chooses the orders of ready jobs: fifo, random, pct:D, dfs:N or portfolio (default). To find
      crashes and hangs too, use 'macho explore'.

        explore count >= 0
        explore races by dfs:2
        explore until count == 3
      """,
    argument: .comparison, helpGroup: .inspect, traits: .readsState, transcript: .omitted
  ) { context, arguments throws(Diagnostic) in
    var rest = arguments
    let goal = try rest.consumeGoal()
    _ = try context.opened()
    do throws(Diagnostic) { context.report(.value(try context.explore(goal))) } catch {
      var error = error
      error.range = error.range.map {
        $0.lowerBound + rest.offset..<$0.upperBound + rest.offset
      }
      throw error
    }
  }
}

extension Arguments {
  /// Reads what `explore` searches for. Leaves the condition or property, if there is one.
  mutating func consumeGoal() throws(Diagnostic) -> ExplorationGoal {
    if consume("until") {
      guard !isEmpty else { throw Command.explore.usageError("a condition is missing") }
      return .state(String(text))
    }
    if isRaces {
      _ = consume("races")
      let orders = try consumeOrders()
      try requireEnd(of: .explore)
      return .race(orders)
    }
    let orders = try consumeOrders()
    let condition = isEmpty ? nil : String(text)
    let isProperty = Property.isBegun(by: self)
    return .failure(
      invariant: isProperty ? nil : condition, property: isProperty ? condition : nil, orders)
  }

  /// Whether the arguments are `races` or `races by STRATEGY`, and not a condition about a property
  /// with this name.
  fileprivate var isRaces: Bool {
    var rest = self
    guard rest.consume("races") else { return false }
    return rest.isEmpty || rest.consume("by")
  }

  /// Reads `by STRATEGY`. Default: a portfolio.
  fileprivate mutating func consumeOrders() throws(Diagnostic) -> OrderStrategy {
    guard consume("by") else { return .portfolio }
    guard let (text, range) = consumeWord() else {
      throw Command.explore.usageError("a strategy is missing after 'by'")
    }
    guard let orders = OrderStrategy(text) else {
      throw Command.explore.usageError(
        "'\(text)' is not a strategy: \(OrderStrategy.usage)", at: range)
    }
    return orders
  }
}
