import MachoValues

// What a session shows as data, to those who do not read lines.

extension Session {
  /// What the effects of the store in use wait for, taken together.
  package enum StoreStatus: String, Sendable {
    /// No feature is open.
    case none
    /// No effect runs.
    case idle
    /// All that run sleep on the store's clock.
    case asleep
    /// Some wait for an answer, or for another action.
    case waiting
    /// Some wait for the world outside.
    case external
  }

  /// The feature in use.
  package var feature: (any DrivenFeature)? { open?.feature }

  /// The context of the store in use.
  package var openContext: RunContext? { open?.context }

  /// How many actions of the history are in force.
  package var position: Int { open?.history.position ?? 0 }

  /// The script's state: the one after the last action that was sent or named.
  package var scriptState: TypedValue? { open?.root }

  /// How the values of the store in use are read and written.
  package var syntax: ValueSyntax { open?.syntax ?? ValueSyntax() }

  /// What the store in use waits for.
  package var storeStatus: StoreStatus {
    guard let open else { return .none }
    let effects = open.store.effects
    if effects.isEmpty { return .idle }
    var result = StoreStatus.asleep
    for effect in effects {
      switch effect.status {
      case .external: return .external
      case .waiting: result = .waiting
      case .asleep: break
      }
    }
    return result
  }

  /// What stands in the script's state at a path, as `state` takes it: all of it without one.
  package func value(atPath path: String) throws(Diagnostic) -> TypedValue {
    path.isEmpty ? try opened().root : try value(at: Arguments(text: path[...], offset: 0))
  }

  /// Whether an action of the feature in use is what a `receive` would name so.
  package func receivePattern(_ text: String) throws(Diagnostic) -> ActionPattern {
    let open = try opened()
    do throws(ValueError) { return try open.syntax.readPattern(text[...], of: open.feature) } catch
    {
      throw Diagnostic(error, offset: 0)
    }
  }
}
