/// The contiguous elements of an array.
///
/// SAFETY: valid only during the call that provides it, as a `ValueAddress` is.
@usableFromInline
package struct ElementBuffer {
  @usableFromInline let base: UnsafeRawPointer
  @usableFromInline let stride: Int
  /// The number of elements.
  package let count: Int

  /// The address of the element at `index`.
  @inlinable
  package subscript(index: Int) -> ValueAddress {
    ValueAddress(pointer: base + index * stride)
  }

  /// Returns the elements from `index` on.
  package func suffix(from index: Int) -> ElementBuffer {
    ElementBuffer(base: base + index * stride, stride: stride, count: count - index)
  }

  /// Whether the elements in a range have the same bytes in both, padding included.
  package func hasSameBytes(as other: ElementBuffer, in range: Range<Int>) -> Bool {
    ValueAddress(pointer: base + range.lowerBound * stride).hasSameBytes(
      as: ValueAddress(pointer: other.base + range.lowerBound * stride),
      count: range.count * stride)
  }

  /// Whether both refer to the same memory.
  package func isSame(as other: ElementBuffer) -> Bool {
    base == other.base && count == other.count
  }
}

/// A collection that stores an array and nothing else. Its mirror shows only the elements.
package protocol ArrayBacked {
  associatedtype Element
  /// The stored array, returned in constant time.
  var backingArray: [Element] { get }
}

extension Array: ArrayBacked {
  package var backingArray: [Element] { self }
}

/// Reads the elements of collections of one type in place.
package protocol ElementReader: Sendable {
  /// The type of the elements.
  var element: Any.Type { get }
  /// Calls `body` with the elements of the collection at `address`, valid during the call only.
  func withElements(at address: ValueAddress, _ body: (ElementBuffer) -> Void)
}

/// Returns a reader for an array-backed type, or `nil` for any other type.
package func makeElementReader(for type: Any.Type) -> (any ElementReader)? {
  func open<Elements: ArrayBacked>(_: Elements.Type) -> any ElementReader {
    Elements.self == [Elements.Element].self
      ? ArrayReader<Elements.Element>() : ArrayBackedReader<Elements>()
  }
  return (type as? any ArrayBacked.Type).map { open($0) }
}

private struct ArrayBackedReader<Elements: ArrayBacked>: ElementReader {
  private let elements = ArrayReader<Elements.Element>()
  var element: Any.Type { Elements.Element.self }

  func withElements(at address: ValueAddress, _ body: (ElementBuffer) -> Void) {
    // SAFETY: a reader is only given addresses of values of the type that it was made for.
    withAddress(of: address.value(as: Elements.self).backingArray) {
      elements.withElements(at: $0, body)
    }
  }
}

private struct ArrayReader<Element>: ElementReader {
  let element: Any.Type = Element.self
  private let stride = MemoryLayout<Element>.stride

  func withElements(at address: ValueAddress, _ body: (ElementBuffer) -> Void) {
    address.value(as: [Element].self).withUnsafeBufferPointer { buffer in
      // SAFETY: the elements stay where they are during the call. Without elements no memory is read.
      let base = buffer.baseAddress.map { UnsafeRawPointer($0) } ?? address.pointer
      body(ElementBuffer(base: base, stride: stride, count: buffer.count))
    }
  }
}
