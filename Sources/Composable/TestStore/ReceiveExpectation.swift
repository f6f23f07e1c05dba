import MachoDiff

/// The action that a test expects to receive.
struct ReceiveExpectation<Action> {
  /// Describes the expected action in the message that none was received.
  let name: String
  let matches: (Action) -> Bool
  /// Describes how another action differs from the expected one.
  let describeMismatch: (Action) -> String

  /// Expects an action that equals `expected`.
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

  /// Expects an action that satisfies a predicate.
  static func predicate(_ isMatching: @escaping (Action) -> Bool) -> Self {
    Self(name: "a matching action", matches: isMatching, describeMismatch: dump)
  }

  /// Expects any action of a case.
  static func `case`<Value>(_ path: AnyCasePath<Action, Value>) -> Self {
    predicate { path.extract(from: $0) != nil }
  }

  /// Expects an action of a case with this payload.
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
  /// Removes the next received action and compares it with the expected one.
  func receive(
    _ expectation: ReceiveExpectation<Action>, within timeout: Duration, at callSite: CallSite,
    _ update: ((inout State) throws -> Void)?
  ) async {
    beginCall(at: callSite)
    let isReceived = await settle(within: timeout) {
      switch exhaustivity {
      case .on: !received.isEmpty
      case .off: received.contains { expectation.matches($0.action) }
      }
    }
    beginCall(at: callSite)
    guard isReceived else {
      reportNothingReceived(expectation, timeout)
      return
    }
    if exhaustivity != .on { skipReceived { expectation.matches($0) } }
    let next = received.removeFirst()
    let before = state
    if expectation.matches(next.action) {
      expect(next.state, from: before, nextElementNumber: next.nextElementNumber, update)
    } else {
      let isReceivedLater = received.contains { expectation.matches($0.action) }
      report(
        """
        Received unexpected action\(isReceivedLater ? " before this one" : ""): …

        \(expectation.describeMismatch(next.action))
        """)
      sharedChanges.reset()
    }
    state = next.state
  }

  private func reportNothingReceived(_ expectation: ReceiveExpectation<Action>, _ timeout: Duration)
  {
    let suggestion =
      storeCore.hasNoEffects
      ? """
      There are no in-flight effects that could deliver this action. Could the effect you expected \
      to deliver this action have been cancelled?
      """
      : "These effects are in flight:\n\n\(EffectDescription.list(storeCore.effects).indented(by: 2))"
    report(
      """
      Expected to receive \(expectation.name), but received none\
      \(timeout > .zero ? " after \(timeout)" : "").

      \(suggestion)
      """, .on)
  }
}
