import CMachoMetadata

/// Memory for a value that is still to be made, of a type that the holder of the room knows.
///
/// It is lent for the length of a call, as a `ValueAddress` is. Whoever is given one makes a value
/// of that type in it and says so, or leaves it without any; nobody else knows what is in there.
@usableFromInline
package struct UninitializedValue {
  @usableFromInline let pointer: UnsafeMutableRawPointer

  @usableFromInline
  init(pointer: UnsafeMutableRawPointer) { self.pointer = pointer }

  /// The room for a part of the value that is to be made here.
  @inlinable
  package func field(_ place: FieldOffset) -> UninitializedValue {
    // The holder asks for parts of the type that there is room for, so this is inside of it.
    UninitializedValue(pointer: pointer + place.offset)
  }

  /// Puts a value here, of the type that there is room for.
  @inlinable
  package func initialize<Value>(_ value: Value) {
    // The holder's knowledge is the proof; whoever makes values is made for exactly one type.
    pointer.initializeMemory(as: Value.self, to: value)
  }

  /// Puts a value here if it is one of `type`, for which there is room, or converts to it.
  package func initialize(_ value: Any, as type: Any.Type) -> Bool {
    initializeMemory(pointer, as: type, with: value)
  }

  /// Moves out the value that was made here, of the type that there was room for.
  @inlinable
  package func move<Value>(as type: Value.Type) -> Value {
    pointer.assumingMemoryBound(to: Value.self).move()
  }

  /// Ends the value of `type` that was made here.
  package func destroy(_ type: Any.Type) {
    macho_destroy(pointer, Metadata(type).pointer)
  }
}

/// Lends room for a value of a type.
@inlinable
@inline(__always)
package func withUninitializedValue<Value, Result, Failure: Error>(
  for type: Value.Type, _ body: (UninitializedValue) throws(Failure) -> Result
) throws(Failure) -> Result {
  // In bytes: to ask for elements of a type that is known at run time costs more than to read one.
  try withUnsafeTemporaryAllocation(
    byteCount: max(MemoryLayout<Value>.size, 1), alignment: MemoryLayout<Value>.alignment
  ) { buffer throws(Failure) in
    // A byte at least was asked for, so there is a base address.
    let storage = buffer.baseAddress.unsafelyUnwrapped
    // Padding and the spare bits of cases are zero, as the compiler leaves them.
    storage.initializeMemory(as: UInt8.self, repeating: 0, count: MemoryLayout<Value>.size)
    return try body(UninitializedValue(pointer: storage))
  }
}

/// How a case's payload and the case itself are put into the room for an enum.
package struct CaseInitializer: Sendable {
  private let owner: Any.Type
  private let tag: UInt32
  /// The type of a payload that lies in a box of its own.
  private let boxed: Any.Type?

  /// That of a case of `owner`.
  package init(_ choice: EnumCase, of owner: Any.Type) {
    self.owner = owner
    tag = UInt32(choice.tag)
    boxed = choice.isIndirect ? choice.payload : nil
  }

  /// Lends room for the payload; false, and nothing in the room for the enum, if none is made there.
  package func withUninitializedPayload(
    in room: UninitializedValue, _ make: (UninitializedValue) -> Bool
  ) -> Bool {
    // A payload that is not in a box lies where the enum begins.
    guard let boxed else { return make(room) }
    let metadata = Metadata(boxed)
    let box = macho_box_allocate(metadata.pointer)
    box.buffer.initializeMemory(as: UInt8.self, repeating: 0, count: metadata.size)
    guard make(UninitializedValue(pointer: box.buffer)) else {
      // The box is nobody's yet, and nothing is in it.
      macho_box_deallocate(box.object)
      return false
    }
    room.pointer.storeBytes(of: box.object, as: UnsafeMutableRawPointer?.self)
    return true
  }

  /// Makes a value of the payload, which was made in the room for it; of a case without payload
  /// there is nothing before.
  package func inject(in room: UninitializedValue) {
    macho_enum_inject(room.pointer, tag, Metadata(owner).pointer)
  }
}

extension OptionalReader {
  /// Makes nil where there is room for an Optional.
  package func initializeNil(in room: UninitializedValue) {
    // The cases are numbered with the one that has a payload first.
    macho_enum_inject(room.pointer, 1, Metadata(type).pointer)
  }

  /// Makes the value that was made in the room for an Optional the Optional's.
  package func wrap(in room: UninitializedValue) {
    macho_enum_inject(room.pointer, 0, Metadata(type).pointer)
  }
}

/// Makes arrays of one type, element by element.
package protocol ArrayInitializer: Sendable {
  /// The type of the elements.
  var element: Any.Type { get }
  /// Asks for elements until there are no more, and puts their array in a room for one; false, and
  /// nothing there, if an element cannot be made.
  func initializeArray(
    in room: UninitializedValue, _ next: (UninitializedValue) -> ElementInitialization
  ) -> Bool
}

/// What came of asking for an array's next element.
package enum ElementInitialization {
  case initialized, end, failure
}

/// The maker of arrays of a type; nil for any other type.
package func makeArrayInitializer(of type: Any.Type) -> (any ArrayInitializer)? {
  func open<Row: ArrayBacked>(_: Row.Type) -> (any ArrayInitializer)? {
    Row.self == [Row.Element].self ? GenericArrayInitializer<Row.Element>() : nil
  }
  return (type as? any ArrayBacked.Type).flatMap { open($0) }
}

private struct GenericArrayInitializer<Element>: ArrayInitializer {
  var element: Any.Type { Element.self }

  func initializeArray(
    in room: UninitializedValue, _ next: (UninitializedValue) -> ElementInitialization
  ) -> Bool {
    var capacity = 8
    // `count` elements are initialized there, from its beginning on; nobody else knows of it.
    var base = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
    var count = 0
    defer { base.deallocate() }
    while true {
      if count == capacity {
        let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity * 2)
        larger.moveInitialize(from: base, count: count)
        base.deallocate()
        base = larger
        capacity *= 2
      }
      let storage = UnsafeMutableRawPointer(base + count)
      storage.initializeMemory(as: UInt8.self, repeating: 0, count: MemoryLayout<Element>.size)
      switch next(UninitializedValue(pointer: storage)) {
      case .initialized: count += 1
      case .end:
        let elements = [Element](unsafeUninitializedCapacity: count) { buffer, made in
          // Of none there may be no address, and nothing to move.
          if count > 0 { buffer.baseAddress!.moveInitialize(from: base, count: count) }
          made = count
        }
        room.initialize(elements)
        return true
      case .failure:
        base.deinitialize(count: count)
        return false
      }
    }
  }
}
