import MachoValues

// A session's state as data, for clients that do not parse lines.

extension Session {
  /// The status of all effects of the store in use.
  package enum StoreStatus: String, Sendable {
    /// No feature is open.
    case none
    /// No effect is in flight.
    case idle
    /// All effects sleep on the store's clock.
    case asleep
    /// Some effects wait for a response or another action.
    case waiting
    /// Some effects wait for external work.
    case external
  }

  /// The feature in use.
  package var feature: (any DrivenFeature)? { open?.feature }

  /// The context of the store in use.
  package var openContext: RunContext? { open?.context }

  /// The number of actions of the history that are in force.
  package var position: Int { open?.history.position ?? 0 }

  /// The state after the last sent or asserted action.
  package var scriptState: TypedValue? { open?.root }

  /// The value syntax of the store in use.
  package var syntax: ValueSyntax { open?.syntax ?? ValueSyntax() }

  /// The status of the store in use.
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

  /// Returns the script state's value at a path, as `state` does. An empty path returns all of it.
  package func value(atPath path: String) throws(Diagnostic) -> TypedValue {
    path.isEmpty ? try opened().root : try value(at: Arguments(text: path[...], offset: 0))
  }

  /// Parses a pattern for received actions, as `receive` does.
  package func receivePattern(_ text: String) throws(Diagnostic) -> ActionPattern {
    let open = try opened()
    do throws(ValueError) { return try open.syntax.readPattern(text[...], of: open.feature) } catch
    {
      throw Diagnostic(error, offset: 0)
    }
  }
}
