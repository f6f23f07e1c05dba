/// The effects that one `cancellable` covers.
class CancelScope {
  let id: CancelID
  let parent: CancelScope?
  /// 1, 2, ... in the order of birth within the store.
  let number: Int
  var isCancelled = false
  /// The numbers of the effects alive in it, and in the scopes in it; they grow.
  private(set) var effects: [Int] = []

  init(id: CancelID, parent: CancelScope?, number: Int) {
    self.id = id
    self.parent = parent
    self.number = number
  }

  /// Whether this scope or one around it was cancelled.
  var isStopped: Bool { isCancelled || parent?.isStopped == true }

  /// The name of the nearest identifier that a feature gave.
  var label: String? { id.label ?? parent?.label }

  /// Takes note of an effect that is born in it, later than all that were before.
  func insert(_ effect: Int) {
    effects.append(effect)
    parent?.insert(effect)
  }

  /// Takes note that an effect has ended.
  func remove(_ effect: Int) {
    if let index = effects.binarySearch(of: effect, by: { $0 }) { effects.remove(at: index) }
    parent?.remove(effect)
  }
}

extension RandomAccessCollection where Index == Int {
  /// Where the element with a number stands, if the elements' numbers grow.
  func binarySearch(of number: Int, by numberOf: (Element) -> Int) -> Int? {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if numberOf(self[middle]) < number { low = middle + 1 } else { high = middle }
    }
    return low < endIndex && numberOf(self[low]) == number ? low : nil
  }
}
