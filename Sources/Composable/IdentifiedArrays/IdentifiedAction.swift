/// The actions of the elements of an identified array.
///
/// ```swift
/// enum Action {
///   case todos(IdentifiedActionOf<Todo>)
/// }
/// ```
public indirect enum IdentifiedAction<ID: Hashable & Sendable, Action>: CasePathable {
  /// An action of one element.
  case element(id: ID, action: Action)

  /// The case path of the case, and those of each element's actions: `\.todos[id: 3].toggled`.
  public struct AllCasePaths: CasePathReflectable, Sendable {
    /// An element's identity and its action.
    public var element: AnyCasePath<IdentifiedAction, (id: ID, action: Action)> {
      AnyCasePath(
        embed: { .element(id: $0.id, action: $0.action) },
        extract: {
          switch $0 {
          case .element(let id, let action): (id, action)
          }
        })
    }

    /// The action of the element with this identity.
    public subscript(id id: ID) -> AnyCasePath<IdentifiedAction, Action> {
      AnyCasePath(
        embed: { .element(id: id, action: $0) },
        extract: {
          switch $0 {
          case .element(id, let action): action
          default: nil
          }
        })
    }

    public subscript(root: IdentifiedAction) -> PartialCaseKeyPath<IdentifiedAction> {
      \.element
    }
  }

  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}

/// The actions of features in an identified array.
public typealias IdentifiedActionOf<R: _ReducerTypes> = IdentifiedAction<R.State.ID, R.Action>
where R.State: Identifiable, R.State.ID: Sendable

extension IdentifiedAction: Equatable where Action: Equatable {}
extension IdentifiedAction: Hashable where Action: Hashable {}
extension IdentifiedAction: Sendable where Action: Sendable {}
extension IdentifiedAction: Encodable where ID: Encodable, Action: Encodable {}
extension IdentifiedAction: Decodable where ID: Decodable, Action: Decodable {}
