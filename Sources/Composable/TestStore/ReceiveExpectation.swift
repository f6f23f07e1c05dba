import MachoDiff

/// Which action a test expects to receive.
struct ReceiveExpectation<Action> {
  /// What it is called where none came.
  let name: String
  let matches: (Action) -> Bool
  /// Says how another action differs.
  let describeMismatch: (Action) -> String

  /// One action.
  static func action(_ expected: Action) -> Self where Action: Equatable {
    Self(
      name: "an action", matches: { $0 == expected },
      describeMismatch: { other in
        expectationDiff(expected: expected, actual: other, actualName: "Received")?
          .indented(by: 4)
            ?? """
            Expected:
            \(stateText(expected).indented(by: 2))

            Received:
            \(stateText(other).indented(by: 2))
            """
      })
  }

  /// Any action of which something is true.
  static func predicate(_ isMatching: @escaping (Action) -> Bool) -> Self {
    Self(name: "a matching action", matches: isMatching, describeMismatch: dump)
  }

  /// Any action of a case.
  static func `case`<Value>(_ path: AnyCasePath<Action, Value>) -> Self {
    predicate { path.extract(from: $0) != nil }
  }

  /// The action of a case with this payload.
  static func `case`<Value: Equatable>(
    _ path: AnyCasePath<Action, Value>, _ value: Value
  ) -> Self {
    Self(
      name: "a matching action",
      matches: { path.extract(from: $0) == value },
      describeMismatch: { other in
        guard let received = path.extract(from: other) else { return dump(other) }
        return expectationDiff(expected: value, actual: received, actualName: "Received")?
          .indented(by: 4) ?? dump(other)
      })
  }

  private static func dump(_ action: Action) -> String { stateText(action).indented(by: 4) }
}

extension TestStoreCore {
  /// Takes the action that was received next, and compares it with what the test expects.
  func receive(
    _ reception: ReceiveExpectation<Action>, within timeout: Duration, at place: CallSite,
    _ update: ((inout State) throws -> Void)?
  ) async {
    beginCall(at: place)
    let hasCome = await settle(within: timeout) {
      switch exhaustivity {
      case .on: !received.isEmpty
      case .off: received.contains { reception.matches($0.action) }
      }
    }
    beginCall(at: place)
    guard hasCome else {
      reportNothingReceived(reception, timeout)
      return
    }
    if exhaustivity != .on { skipReceived { reception.matches($0) } }
    let next = received.removeFirst()
    let before = state
    if reception.matches(next.action) {
      expect(next.state, from: before, nextElement: next.nextElementNumber, update)
    } else {
      let comesLater = received.contains { reception.matches($0.action) }
      report(
        """
        Received unexpected action\(comesLater ? " before this one" : ""): …

        \(reception.describeMismatch(next.action))
        """)
    }
    state = next.state
  }

  private func reportNothingReceived(_ reception: ReceiveExpectation<Action>, _ timeout: Duration) {
    let suggestion =
      storeCore.hasNoEffects
      ? """
      There are no in-flight effects that could deliver this action. Could the effect you expected \
      to deliver this action have been cancelled?
      """
      : "These effects are in flight:\n\n\(EffectDescription.list(storeCore.effects).indented(by: 2))"
    report(
      """
      Expected to receive \(reception.name), but received none\
      \(timeout > .zero ? " after \(timeout)" : "").

      \(suggestion)
      """, .on)
  }
}
