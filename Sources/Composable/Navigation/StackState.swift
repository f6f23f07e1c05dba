import IssueReporting
import OrderedCollections

/// The states of the features that were pushed one on the other, each with an ID.
///
/// ```swift
/// struct State: Equatable {
///   var path = StackState<Path.State>()
/// }
/// ```
///
/// As upstream's: a collection of states that can be changed, whose elements keep their IDs.
public struct StackState<Element> {
  package internal(set) var elements: OrderedDictionary<StackElementID, Element> = [:]
  /// The elements that may have effects in flight; it is nothing of the value.
  var mountedIDs: OrderedSet<StackElementID> = []

  /// An empty stack.
  public init() {}

  /// A stack of elements with the IDs that they had when they were printed.
  package init(elements: OrderedDictionary<StackElementID, Element>) {
    self.elements = elements
  }

  /// The IDs, from the root to the top.
  public var ids: OrderedSet<StackElementID> { elements.keys }

  /// The element with an ID; setting `nil` removes it.
  ///
  /// A state can be set to an ID that is not on the stack in tests only, which expect it on top.
  public subscript(id id: StackElementID) -> Element? {
    get { elements[id] }
    _modify {
      let isThere = elements.index(forKey: id) != nil
      yield &elements[id]
      if !isThere, elements[id] != nil, DependencyValues.current.context != .test {
        elements[id] = nil
        reportIssue("A stack was given a state for the ID \(id), which is not on it.")
      }
    }
  }

  /// Adds an element on top.
  public mutating func append(_ element: Element) {
    elements[newID()] = element
  }

  /// The next ID that is not on the stack already, as it may be in a stack that was put back.
  private func newID() -> StackElementID {
    let generator = DependencyValues.current.stackElementID
    var id = generator.next()
    while elements.index(forKey: id) != nil, !generator.isReusing { id = generator.next() }
    return id
  }

  /// Removes an element and all above it.
  public mutating func pop(from id: StackElementID) {
    guard let index = elements.index(forKey: id) else { return }
    elements.removeSubrange(index...)
  }

  /// Removes all above an element.
  public mutating func pop(to id: StackElementID) {
    guard let index = elements.index(forKey: id) else { return }
    elements.removeSubrange((index + 1)...)
  }

  /// Removes the element with an ID, and says what it was.
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

  /// Replaces elements by others, which get new IDs.
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
