/// The in-flight effects that one `cancellable` operator covers.
class CancelScope {
  let id: CancelID
  let parent: CancelScope?
  /// The scope's number within the store: 1, 2, ... in creation order.
  let number: Int
  var isCancelled = false
  /// The numbers of the in-flight effects in this scope and its child scopes, in ascending order.
  private(set) var effects: [Int] = []

  init(id: CancelID, parent: CancelScope?, number: Int) {
    self.id = id
    self.parent = parent
    self.number = number
  }

  /// Whether this scope or one of its ancestors was cancelled.
  var isStopped: Bool { isCancelled || parent?.isStopped == true }

  /// The label of the nearest cancellation ID that the feature supplied.
  var label: String? { id.label ?? parent?.label }

  /// Adds an effect. Its number must be greater than all numbers added before.
  func insert(_ effect: Int) {
    effects.append(effect)
    parent?.insert(effect)
  }

  /// Removes a finished effect.
  func remove(_ effect: Int) {
    if let index = effects.binarySearch(for: effect, by: { $0 }) { effects.remove(at: index) }
    parent?.remove(effect)
  }
}

extension RandomAccessCollection where Index == Int {
  /// Returns the index of the element with the given number, or `nil`. The elements must be sorted
  /// by number.
  func binarySearch(for number: Int, by numberOf: (Element) -> Int) -> Int? {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if numberOf(self[middle]) < number { low = middle + 1 } else { high = middle }
    }
    return low < endIndex && numberOf(self[low]) == number ? low : nil
  }
}
