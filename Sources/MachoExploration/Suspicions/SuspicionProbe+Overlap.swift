import MachoSessions
import MachoValues

// Equal work in flight at once, and what an effect replaces without an input.

extension SuspicionProbe {
  /// Two equal calls or timers of an action that was sent twice, or two equal submissions by whatever input.
  func overlap(at index: Int) -> Suspicion? {
    let step = steps[index].step
    let earlier = steps[..<index].map(\.step).filter { isRepeated($0.input, by: step.input) }
    for call in step.after.calls(since: step.before) {
      let pending = step.before.calls.filter { other in
        other.endpoint == call.endpoint && other.text == call.text
          && step.after.calls.contains { $0.id == other.id }
      }
      let isRepeated = earlier.contains { earlier in
        earlier.after.calls(since: earlier.before).contains { other in
          pending.contains { $0.id == other.id }
        }
      }
      let isSubmission = NameHint.submits(call.endpoint) && !call.arguments.isEmpty
      guard isRepeated || isSubmission && !pending.isEmpty else { continue }
      let name = name(of: step.input)
      return suspicion(
        .overlap, [name, call.endpoint],
        "\(name) calls \(call.endpoint) again while an equal call is pending", at: index,
        expecting: ["calls of \(call.endpoint)\(arguments(call)) <= 1"])
    }
    for effect in step.after.effects(since: step.before) where effect.isAsleep {
      let isRepeated = earlier.contains { earlier in
        earlier.after.effects(since: earlier.before).contains { other in
          other.name == effect.name && other.origin == effect.origin
            && other.location == effect.location
            && step.after.effects.contains { $0.id == other.id && $0.isAsleep }
        }
      }
      guard isRepeated else { continue }
      let label = name(of: step.input)
      return suspicion(
        .overlap, [label, "timer"],
        "\(label) starts a timer again while an equal timer runs", at: index,
        expecting: ["effects of \(effect.origin) <= 1"])
    }
    return nil
  }

  /// Whether an input sends the action of an earlier one again, and not because a screen appears.
  private func isRepeated(_ earlier: StepInput, by input: StepInput) -> Bool {
    guard case .send(let label, let text) = input, case .send(label, let other) = earlier else {
      return false
    }
    // The button of another row or screen is another button.
    guard text == other || !ActionLabel(label).isOfElement else { return false }
    return !NameHint.isAppearance(label)
  }

  /// Returns the arguments of a call if their text parses back.
  private func arguments(_ call: OpenCall) -> String {
    guard let endpoint = engine.endpoint(call.endpoint) else { return "" }
    let text = ResponsePrinter(syntax: engine.space.generator.syntax)
      .call(endpoint, call.arguments)
    return text == endpoint.name + call.text ? call.text : ""
  }

  /// An alert, or the case of a presented screen, that an effect replaces by another one.
  func replacement(at index: Int) -> Suspicion? {
    let step = steps[index].step
    let feature = engine.target.feature
    for transition in step.transitions where transition.cause != .sent {
      let after = Leaves(transition.after, of: feature)
      let before = Leaves(transition.before, of: feature)
      let origin =
        transition.cause.isModification ? "an effect" : templateLabel(of: transition.action)
      for leaf in before.all where leaf.content != nil {
        guard let next = after[leaf.path], next.content != nil,
          !StateLeaf.areEqual(leaf, next)
        else { continue }
        let isReplaced =
          leaf.isAlert && next.isAlert
          || leaf.isOptional && leaf.caseName != next.caseName && leaf.caseName != nil
        // A screen may replace itself.
        guard isReplaced, !ActionLabel(origin).isInside(ActionLabel(leaf.path)) else { continue }
        return suspicion(
          .replaced, [leaf.path, origin],
          "\(origin) replaces \(leaf.path), which the user has not closed: \(excerpt(leaf))",
          at: index,
          expecting: [assertion(leaf, next)])
      }
    }
    return nil
  }

  /// Returns the line that asserts what was presented.
  private func assertion(_ leaf: StateLeaf, _ next: StateLeaf) -> String {
    for part in ["title", "message"] where leaf.isAlert {
      guard let path = try? ValuePath(reading: "self.\(part)"[...]),
        let content = leaf.content, let other = next.content,
        let value = try? path.evaluate(in: TypedValue(content)),
        let replacing = try? path.evaluate(in: TypedValue(other)),
        !areSame(value.value, replacing.value)
      else { continue }
      return "\(leaf.path).\(part) == \(engine.space.generator.syntax.print(value))"
    }
    return condition(leaf)
  }
}

extension RunningEffect {
  var isAsleep: Bool { if case .asleep = status { true } else { false } }
}
