import IssueReporting
import OrderedCollections

/// A reducer that runs a feature and the elements of an identified array in its state.
public struct _ForEachReducer<Base: Reducer, ID: Hashable & Sendable, Element: Reducer>: Reducer {
  @usableFromInline let base: Base
  @usableFromInline let toElements: WritableKeyPath<Base.State, IdentifiedArray<ID, Element.State>>
  @usableFromInline let toElementAction: ElementActionPath<Base.Action, ID, Element.Action>
  @usableFromInline let element: Element
  @usableFromInline let callSite: CallSite

  @inlinable
  init(
    base: Base,
    toElements: WritableKeyPath<Base.State, IdentifiedArray<ID, Element.State>>,
    toElementAction: ElementActionPath<Base.Action, ID, Element.Action>,
    element: Element,
    callSite: CallSite
  ) {
    self.base = base
    self.toElements = toElements
    self.toElementAction = toElementAction
    self.element = element
    self.callSite = callSite
  }

  @inlinable
  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    let elementEffect = reduceElement(into: &state, action: action)
    let before = state[keyPath: toElements].ids
    let effect = elementEffect.merge(with: base.reduce(into: &state, action: action))
    let after = state[keyPath: toElements].ids
    // PERFORMANCE: while `before` holds the ids' storage, a change of the ids needs other storage.
    // This check therefore detects unchanged ids in constant time.
    let cancelled = effect.merge(with: .cancelMissingElements(of: toElements, present: after))
    guard !before.sharesStorage(with: after) else { return cancelled }
    return before.reduce(cancelled) { effect, id in
      guard !after.contains(id) else { return effect }
      return effect.merge(with: .cancelChild(NavigationID(toElements, id: id)))
    }
  }

  @inlinable
  func reduceElement(
    into state: inout Base.State, action: Base.Action
  ) -> Effect<Base.Action> {
    guard let (id, elementAction) = toElementAction.extract(from: action) else { return .none }
    guard let index = state[keyPath: toElements].index(id: id) else {
      reportMissingElement(id, action)
      return .none
    }
    return reduceActiveElement(id, of: toElements) {
      element.reduce(into: &state[keyPath: toElements][index], action: elementAction)
    } embed: { [toElementAction] in
      toElementAction.embed(id, $0)
    }
  }

  @usableFromInline
  func reportMissingElement(_ id: ID, _ action: Base.Action) {
    reportIssue(
      """
      A "forEach" at "\(callSite)" received an action for a missing element.

        Action: \(actionLabel(action))
        ID: \(id)

      A parent removed the element before this reducer ran, an effect of the element outlived it, \
      or the action was sent to a store without such an element. Put the "forEach" where it runs \
      first, and let the element's effects be cancelled with it.
      """,
      fileID: callSite.fileID, filePath: callSite.filePath, line: callSite.line,
      column: callSite.column)
  }
}

/// The path from a feature's action to that of an element.
@usableFromInline
enum ElementActionPath<Action, ID: Hashable & Sendable, ElementAction>: Sendable {
  case identified(AnyCasePath<Action, IdentifiedAction<ID, ElementAction>>)
  case pair(AnyCasePath<Action, (ID, ElementAction)>)

  @inlinable
  func extract(from action: Action) -> (ID, ElementAction)? {
    switch self {
    case .pair(let path): return path.extract(from: action)
    case .identified(let path):
      guard case .element(let id, let action)? = path.extract(from: action) else { return nil }
      return (id, action)
    }
  }

  @inlinable
  func embed(_ id: ID, _ action: ElementAction) -> Action {
    switch self {
    case .pair(let path): path.embed((id, action))
    case .identified(let path): path.embed(.element(id: id, action: action))
    }
  }
}

extension OrderedSet {
  /// Whether both share one storage, and thus are equal.
  @inlinable
  func sharesStorage(with other: Self) -> Bool {
    count == other.count
      && elements.withUnsafeBufferPointer { buffer in
        other.elements.withUnsafeBufferPointer { buffer.baseAddress == $0.baseAddress }
      }
  }
}
