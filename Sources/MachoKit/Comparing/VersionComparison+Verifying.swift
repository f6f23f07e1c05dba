import MachoExploration

// What is done with the runs after they were made.

extension VersionComparison {
  // MARK: Orders of jobs

  /// How many orders are tried on the side where a race is found, and on the other one.
  private static let orders = (8, 500)

  /// Compares whether the end of a few runs depends on the order of ready jobs.
  func compareOrders(of runs: [RunLines]) throws {
    for lines in runs.prefix(3) where !groups.contains(where: { $0.schedule != nil }) {
      for (side, other) in [(head, base), (base, head)] {
        guard
          case .order(let line?, let path, let fifo, let value) = try orders(
            lines, side, Self.orders.0),
          case .order(nil, _, _, _) = try orders(lines, other, Self.orders.1),
          case .equal = try verdict(on: lines)
        else { continue }
        let race = "\(fifo) or \(value), by the order of ready jobs"
        let difference = Difference(
          kind: .state, step: ComparedDriver.label(lines.steps.last ?? ""), path: path,
          base: side === head ? fifo : race, head: side === head ? race : fifo,
          index: lines.steps.count)
        add(Group(difference: difference, runs: 1, lines: lines, schedule: line))
      }
    }
  }

  private func orders(
    _ lines: RunLines, _ side: ComparedDriver, _ limit: Int
  ) throws -> ComparisonAnswer? {
    do { return try side.perform(.orders(lines, limit: limit)) } catch ComparedDriver.Failure.ended
    {
      return nil
    }
  }

  // MARK: Simplification

  /// Simplifies the run of each cause, and removes differences that new processes do not repeat.
  func simplify() throws {
    var simplified: [Group] = []
    for group in groups.sorted(by: { $0.runs > $1.runs }) {
      onProgress(numbers, groups.count)
      guard group.script == nil, group.schedule == nil else {
        simplified.append(group)
        continue
      }
      let shrinker = DifferenceShrinker(comparison: self, best: group)
      var found = [try shrinker.shrink()]
      if let call = try shrinker.hiddenCall(),
        !(groups + simplified).contains(where: { $0.hasSameCause(call) })
      {
        found.append(call)
      }
      base.stop()
      head.stop()
      for found in found {
        if let again = try repeated(found) {
          simplified.append(again)
        } else {
          numbers.unstable += found.runs
          numbers.runs -= found.runs
        }
      }
    }
    groups = simplified
  }

  /// Returns a difference as the present processes show it. `nil` if they do not.
  private func repeated(_ found: Group) throws -> Group? {
    guard let again = try difference(of: found.lines), again.hasSameCause(found) else { return nil }
    var found = found
    (found.base, found.head) = (again.base, again.head)
    return found
  }
}

extension VersionComparison.Group {
  fileprivate func hasSameCause(_ other: Self) -> Bool {
    difference.cause == other.difference.cause
  }
}
