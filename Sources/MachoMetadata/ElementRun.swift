/// Elements of one type that lie one behind the other.
@usableFromInline
package struct ElementRun {
  @usableFromInline let base: UnsafeRawPointer
  @usableFromInline let stride: Int
  /// How many there are.
  package let count: Int

  /// Where an element lies.
  @inlinable
  package subscript(index: Int) -> ValueAddress {
    ValueAddress(pointer: base + index * stride)
  }

  /// The elements from `index` on.
  package func from(_ index: Int) -> ElementRun {
    ElementRun(base: base + index * stride, stride: stride, count: count - index)
  }

  /// Whether both are the same elements in the same place.
  package func isSame(as other: ElementRun) -> Bool { base == other.base && count == other.count }
}

/// A value that is a row of elements and nothing else, as its mirror says too.
package protocol ElementHolding {
  associatedtype Element
  /// The elements in their order, without work.
  var heldElements: [Element] { get }
}

extension Array: ElementHolding {
  package var heldElements: [Element] { self }
}

/// Lends the elements of values of one type.
package protocol ElementReading: Sendable {
  /// The type of the elements.
  var element: Any.Type { get }
  /// Lends the elements of the value at `address`.
  func withElements(at address: ValueAddress, _ body: (ElementRun) -> Void)
}

/// The reader for a type of rows; nil for any other type.
package func elementReader(for type: Any.Type) -> (any ElementReading)? {
  func open<Row: ElementHolding>(_: Row.Type) -> any ElementReading {
    Row.self == [Row.Element].self
      ? ArrayReader<Row.Element>() : HolderReader<Row>()
  }
  return (type as? any ElementHolding.Type).map { open($0) }
}

private struct HolderReader<Row: ElementHolding>: ElementReading {
  private let elements = ArrayReader<Row.Element>()
  var element: Any.Type { Row.Element.self }

  func withElements(at address: ValueAddress, _ body: (ElementRun) -> Void) {
    // A reader is made for the type of the values that it is given addresses of.
    withAddress(of: address.value(as: Row.self).heldElements) {
      elements.withElements(at: $0, body)
    }
  }
}

private struct ArrayReader<Element>: ElementReading {
  let element: Any.Type = Element.self
  private let stride = MemoryLayout<Element>.stride
  /// Where the elements begin in an array's storage, behind an object's header and two words.
  private let offset =
    (32 + MemoryLayout<Element>.alignment - 1) & ~(MemoryLayout<Element>.alignment - 1)

  func withElements(at address: ValueAddress, _ body: (ElementRun) -> Void) {
    #if canImport(ObjectiveC)
      // Here an array may be one of Objective-C's.
      address.value(as: [Element].self).withUnsafeBufferPointer { buffer in
        // The array lies at `address`, which keeps the elements. Without elements nothing is read.
        let base = buffer.baseAddress.map { UnsafeRawPointer($0) } ?? address.pointer
        body(ElementRun(base: base, stride: stride, count: buffer.count))
      }
    #else
      // An array is a reference to its storage, whose layout is frozen: the count is the third
      // word. The array lies at `address`, which keeps the storage.
      let storage = address.pointer.load(as: UnsafeRawPointer.self)
      let count = storage.load(fromByteOffset: 16, as: Int.self)
      body(ElementRun(base: storage + offset, stride: stride, count: count))
    #endif
  }
}
