/// Names to be found by their bytes, however many they are.
///
/// An open table of at least twice as many places as names: the search ends at the name or at an
/// empty place.
struct NameTable: Sendable {
  static let seed: UInt64 = 0xcbf2_9ce4_8422_2325

  /// The number of a name's bytes so far, and of one more.
  @inline(__always)
  static func combine(_ hash: UInt64, _ byte: UInt8) -> UInt64 {
    (hash ^ UInt64(byte)) &* 0x100_0000_01b3
  }

  private let names: [[UInt8]]
  /// The index of a name, or -1.
  private var slots: [Int32]

  /// The index of a name is that of its last occurrence here.
  init(_ names: [[UInt8]]) {
    self.names = names
    var size = 4
    while size < names.count * 2 { size *= 2 }
    slots = [Int32](repeating: -1, count: size)
    for (index, name) in names.enumerated() {
      let hash = name.reduce(Self.seed, Self.combine)
      let free = name.withUnsafeBufferPointer { slot(of: $0, hash) }
      slots[free] = Int32(index)
    }
  }

  func index(of name: ByteCursor.Name) -> Int? {
    let index = slots[slot(of: name.bytes, name.hash)]
    return index < 0 ? nil : Int(index)
  }

  /// Where the name is, or would be.
  @inline(__always)
  private func slot(of name: UnsafeBufferPointer<UInt8>, _ hash: UInt64) -> Int {
    // The lower bits of such a number tell less than the upper.
    var place = Int(truncatingIfNeeded: hash ^ hash >> 32) & (slots.count - 1)
    while case let index = slots[place], index >= 0, !ByteSearch.areSame(names[Int(index)], name) {
      place = (place + 1) & (slots.count - 1)
    }
    return place
  }
}
