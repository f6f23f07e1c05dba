import OrderedCollections
import Synchronization

/// The elements of a `forEach` in one feature.
@usableFromInline
struct ElementGroup: Hashable, @unchecked Sendable {
  // SAFETY: key paths are immutable values, and are only compared and hashed here.
  let property: AnyKeyPath
  let path: NavigationIDPath
}

/// An element of a `forEach`.
@usableFromInline
struct ElementKey: @unchecked Sendable {
  let group: ElementGroup
  // SAFETY: the initializer accepts only `Sendable` identifiers; erasing their type shares nothing
  // more.
  let id: AnyHashable

  init(_ id: some Hashable & Sendable, in group: ElementGroup) {
    self.id = AnyHashable(id)
    self.group = group
  }
}

/// The elements that a `forEach` found after an action. Abstract base class.
@usableFromInline
class PresentElements: @unchecked Sendable {
  /// Whether an element is present.
  func contains(_ id: AnyHashable) -> Bool {
    preconditionFailure("Subclasses override contains(_:).")
  }

  /// Whether both have the same elements, as far as that is known in constant time.
  func isSame(as other: PresentElements) -> Bool {
    preconditionFailure("Subclasses override isSame(as:).")
  }
}

/// SAFETY: all stored properties are constants and `Sendable`.
private final class PresentIDs<ID: Hashable & Sendable>: PresentElements, @unchecked Sendable {
  private let ids: OrderedSet<ID>

  init(_ ids: OrderedSet<ID>) {
    self.ids = ids
  }

  override func contains(_ id: AnyHashable) -> Bool {
    (id.base as? ID).map(ids.contains) ?? false
  }

  override func isSame(as other: PresentElements) -> Bool {
    (other as? Self).map { ids.sharesStorage(with: $0.ids) } ?? false
  }
}

/// The in-flight effects of an element.
final class ElementScope: CancelScope {
  /// The number of scopes in the process. PERFORMANCE: while it is 0, a `forEach` looks for nothing.
  static let count = Atomic(0)

  let element: ElementKey
  /// Whether it was removed from the core's effects. A cancelled scope is unregistered twice.
  var isUnregistered = false

  init(
    id: CancelID, parent: CancelScope?, number: Int, element: ElementKey
  ) {
    self.element = element
    super.init(id: id, parent: parent, number: number)
    Self.count.add(1, ordering: .relaxed)
  }

  deinit {
    Self.count.subtract(1, ordering: .relaxed)
  }
}

/// The elements of each `forEach` that have effects in flight.
struct ElementEffects {
  private struct Elements {
    var scopes: [AnyHashable: (id: CancelID, count: Int)] = [:]
    /// The elements that were present at the last check.
    var checked: PresentElements?
  }

  private var groups: [ElementGroup: Elements] = [:]

  mutating func insert(_ scope: ElementScope) {
    let element = scope.element
    groups[element.group, default: Elements()].scopes[element.id, default: (scope.id, 0)]
      .count += 1
  }

  mutating func remove(_ scope: ElementScope) {
    let (group, id) = (scope.element.group, scope.element.id)
    guard var entry = groups[group]?.scopes[id] else { return }
    entry.count -= 1
    groups[group]?.scopes[id] = entry.count > 0 ? entry : nil
    if groups[group]?.scopes.isEmpty == true { groups[group] = nil }
  }

  /// Returns the identifiers that cancel the effects of the elements that are absent.
  mutating func missing(from present: PresentElements, of group: ElementGroup) -> [CancelID] {
    guard let elements = groups[group], elements.checked?.isSame(as: present) != true
    else { return [] }
    groups[group]?.checked = present
    return elements.scopes.filter { !present.contains($0.key) }.map(\.value.id)
  }
}

extension Effect {
  /// Returns an effect that cancels the effects of the elements that another reducer removed since
  /// they started, outside of the `forEach`.
  @usableFromInline
  static func cancelMissingElements<ID: Hashable & Sendable>(
    of property: AnyKeyPath, present ids: OrderedSet<ID>
  ) -> Self {
    guard ElementScope.count.load(ordering: .relaxed) > 0 else { return .none }
    let group = ElementGroup(
      property: property, path: DependencyValues.current.navigationIDPath)
    return Self(.cancelMissing(group, PresentIDs(ids)))
  }
}
