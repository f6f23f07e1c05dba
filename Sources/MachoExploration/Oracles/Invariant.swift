import MachoSessions
import MachoValues

/// A condition that must hold after each step, as `expect` writes it.
package struct Invariant: Sendable {
  /// The text after `expect`.
  package let text: String
  private let comparison: Comparison
  private let computed: ComputedProperties
  private let syntax: ValueSyntax

  /// Parses a condition and evaluates it in the start state of a feature. Throws if it does not parse
  /// or names a property that the state does not have.
  package init(_ text: String, of feature: any DrivenFeature, in state: Any) throws(Diagnostic) {
    self.text = text
    computed = feature.computed
    syntax = feature.syntax
    do throws(ValueError) {
      comparison = try Comparison(reading: text[...])
      let root = TypedValue(state, as: feature.stateType)
      guard try value(in: root) != nil else { return }
      _ = try comparison.evaluate(in: root, computed: computed, syntax: syntax)
    } catch { throw Diagnostic(error, offset: 0) }
  }

  /// Returns the value at the path. `nil` if the path leads to no value at present, for example into
  /// another case of an enum.
  private func value(in state: TypedValue) throws(ValueError) -> TypedValue? {
    do throws(ValueError) {
      return try comparison.path.evaluate(in: state, computed: computed, syntax: syntax)
    } catch  where error.isAboutPresentState {
      return nil
    }
  }

  /// Returns whether the condition holds. `nil` if its path leads to no value at present.
  package func holds(in state: TypedValue) -> Bool? {
    guard let value = try? value(in: state) else { return nil }
    return try? Comparison.evaluate(
      value, comparison.comparison, comparison.operand[...], syntax: syntax)
  }

  /// Returns the finding if the condition does not hold.
  func finding(in state: TypedValue) -> Finding? {
    guard holds(in: state) == false else { return nil }
    let value = (try? self.value(in: state)).map { syntax.print($0) } ?? "?"
    return Finding(
      .invariant, identity: text,
      message: "\(comparison.path.text) is \(value), expected "
        + "\(comparison.comparison.rawValue) \(comparison.operand)")
  }
}

extension ValueError {
  /// Whether another state may have a value at the path.
  fileprivate var isAboutPresentState: Bool {
    code == Code.noSuchElement.rawValue || code == Code.noSuchCase.rawValue
  }
}
