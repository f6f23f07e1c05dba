/// Enumerates all orders with a limited number of preemptions, depth first.
///
/// A preemption is a choice other than the oldest ready job. Each order is enumerated once, because
/// the choices after a list are those of a first-in, first-out queue, which preempt nothing.
package struct DepthFirstSchedules {
  /// The largest number of preemptions of an order.
  package let bound: Int
  /// Whether all orders were enumerated.
  package private(set) var isExhausted = false

  /// Creates an enumeration. The first order is `.fifo`.
  package init(bound: Int) { self.bound = bound }

  /// Returns the choices of the next order, or `nil` if there is none.
  ///
  /// - Parameters:
  ///   - indices: The choices of the previous order, counted from 1.
  ///   - counts: The number of ready jobs at each of its choice points.
  package mutating func next(after indices: [Int], counts: [Int]) -> [Int]? {
    var preemptions = indices.count { $0 != 1 }
    for position in indices.indices.reversed() {
      if indices[position] != 1 { preemptions -= 1 }
      if indices[position] < counts[position], preemptions < bound {
        return indices[..<position] + [indices[position] + 1]
      }
    }
    isExhausted = true
    return nil
  }
}
