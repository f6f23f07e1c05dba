/// Elements of one type that lie one behind the other.
@usableFromInline
package struct ElementBuffer {
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
  package func suffix(_ index: Int) -> ElementBuffer {
    ElementBuffer(base: base + index * stride, stride: stride, count: count - index)
  }

  /// Whether both are the same elements in the same place.
  package func isSame(as other: ElementBuffer) -> Bool {
    base == other.base && count == other.count
  }
}

/// A value that is a row of elements and nothing else, as its mirror says too.
package protocol ArrayBacked {
  associatedtype Element
  /// The elements in their order, without work.
  var backingArray: [Element] { get }
}

extension Array: ArrayBacked {
  package var backingArray: [Element] { self }
}

/// Lends the elements of values of one type.
package protocol ElementReader: Sendable {
  /// The type of the elements.
  var element: Any.Type { get }
  /// Lends the elements of the value at `address`.
  func withElements(at address: ValueAddress, _ body: (ElementBuffer) -> Void)
}

/// The reader for a type of rows; nil for any other type.
package func makeElementReader(for type: Any.Type) -> (any ElementReader)? {
  func open<Row: ArrayBacked>(_: Row.Type) -> any ElementReader {
    Row.self == [Row.Element].self
      ? ArrayReader<Row.Element>() : ArrayBackedReader<Row>()
  }
  return (type as? any ArrayBacked.Type).map { open($0) }
}

private struct ArrayBackedReader<Row: ArrayBacked>: ElementReader {
  private let elements = ArrayReader<Row.Element>()
  var element: Any.Type { Row.Element.self }

  func withElements(at address: ValueAddress, _ body: (ElementBuffer) -> Void) {
    // A reader is made for the type of the values that it is given addresses of.
    withAddress(of: address.value(as: Row.self).backingArray) {
      elements.withElements(at: $0, body)
    }
  }
}

private struct ArrayReader<Element>: ElementReader {
  let element: Any.Type = Element.self
  private let stride = MemoryLayout<Element>.stride
  /// Where the elements begin in an array's storage, behind an object's header and two words.
  private let offset =
    (32 + MemoryLayout<Element>.alignment - 1) & ~(MemoryLayout<Element>.alignment - 1)

  func withElements(at address: ValueAddress, _ body: (ElementBuffer) -> Void) {
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
      body(ElementBuffer(base: storage + offset, stride: stride, count: count))
    #endif
  }
}
