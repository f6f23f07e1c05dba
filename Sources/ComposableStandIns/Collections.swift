#if !canImport(SwiftUI)
  public import Foundation

  extension MutableCollection where Index == Int {
    /// Moves the elements at several positions before the one at `destination`, as SwiftUI's lists do.
    public mutating func move(fromOffsets source: IndexSet, toOffset destination: Int) {
      let moved = source.map { self[$0] }
      let kept = indices.filter { !source.contains($0) }
      let before = kept.filter { $0 < destination }.map { self[$0] }
      let after = kept.filter { $0 >= destination }.map { self[$0] }
      for (position, element) in zip(indices, before + moved + after) { self[position] = element }
    }
  }

  extension RangeReplaceableCollection where Index == Int {
    /// Removes the elements at several positions.
    public mutating func remove(atOffsets offsets: IndexSet) {
      for range in offsets.rangeView.reversed() { removeSubrange(range) }
    }
  }
#endif
