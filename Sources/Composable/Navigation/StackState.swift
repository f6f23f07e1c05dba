import IssueReporting
import OrderedCollections

/// The states of the features on a navigation stack, each with an ID.
///
/// ```swift
/// struct State: Equatable {
///   var path = StackState<Path.State>()
/// }
/// ```
///
/// As upstream, a mutable collection of states whose elements keep their IDs.
public struct StackState<Element> {
  package internal(set) var elements: OrderedDictionary<StackElementID, Element> = [:]
  /// The elements that may have in-flight effects. Not part of the value.
  var mountedIDs: OrderedSet<StackElementID> = []

  /// Creates an empty stack.
  public init() {}

  /// Creates a stack of elements with the IDs of its printed form.
  package init(elements: OrderedDictionary<StackElementID, Element>) {
    self.elements = elements
  }

  /// The IDs, from the root to the top.
  public var ids: OrderedSet<StackElementID> { elements.keys }

  /// The element with an ID. Setting `nil` removes it.
  ///
  /// Setting a state for an ID that is not on the stack is an issue, except in tests, which use it
  /// to assert a push.
  public subscript(id id: StackElementID) -> Element? {
    get { elements[id] }
    _modify {
      let isPresent = elements.index(forKey: id) != nil
      yield &elements[id]
      if !isPresent, elements[id] != nil, DependencyValues.current.context != .test {
        elements[id] = nil
        reportIssue("A state was set for the ID \(id), which is not on the stack.")
      }
    }
  }

  /// Pushes an element.
  public mutating func append(_ element: Element) {
    elements[newID()] = element
  }

  /// Returns the next ID that is not on the stack. A restored stack may contain later IDs.
  private func newID() -> StackElementID {
    let generator = DependencyValues.current.stackElementID
    var id = generator.next()
    while elements.index(forKey: id) != nil, !generator.isReusing { id = generator.next() }
    return id
  }

  /// Removes an element and all elements above it.
  public mutating func pop(from id: StackElementID) {
    guard let index = elements.index(forKey: id) else { return }
    elements.removeSubrange(index...)
  }

  /// Removes all elements above an element.
  public mutating func pop(to id: StackElementID) {
    guard let index = elements.index(forKey: id) else { return }
    elements.removeSubrange((index + 1)...)
  }

  /// Removes the element with an ID and returns it.
  @discardableResult
  public mutating func remove(id: StackElementID) -> Element? {
    elements.removeValue(forKey: id)
  }
}

extension StackState: Sendable where Element: Sendable {}

extension StackState: RandomAccessCollection, MutableCollection, RangeReplaceableCollection {
  public var startIndex: Int { elements.values.startIndex }

  public var endIndex: Int { elements.values.endIndex }

  public func index(after i: Int) -> Int { i + 1 }

  public func index(before i: Int) -> Int { i - 1 }

  public subscript(position: Int) -> Element {
    get { elements.values[position] }
    _modify { yield &elements.values[position] }
    set { elements.values[position] = newValue }
  }

  // The inherited method replaces the stack by a new one, which has no mounted elements whose effects
  // could be cancelled.
  public mutating func removeAll(keepingCapacity keepsCapacity: Bool = false) {
    elements.removeAll(keepingCapacity: keepsCapacity)
  }

  /// Replaces elements by new ones, which get new IDs.
  public mutating func replaceSubrange(
    _ subrange: Range<Int>, with newElements: some Collection<Element>
  ) {
    elements.removeSubrange(subrange)
    for (offset, element) in newElements.enumerated() {
      elements.updateValue(
        element, forKey: newID(), insertingAt: subrange.lowerBound + offset)
    }
  }
}
