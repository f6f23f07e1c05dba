import MachoMetadata

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The reader of a type whose text has no parts.
class DirectLeafReader: DirectReader, @unchecked Sendable {
  final override var isDirect: Bool { true }
}

/// `3`, `-1`
final class DirectIntegerReader<Value: FixedWidthInteger>: DirectLeafReader, @unchecked Sendable {
  init() { super.init(Value.self) }

  override func readDirectly(
    _ text: inout ByteCursor, into room: UninitializedValue, _ syntax: ValueSyntax
  ) -> Bool {
    guard let number = text.parseInteger(), let value = Value(exactly: number) else { return false }
    room.initialize(value)
    return true
  }
}

/// `1`, `-1.5`
final class DirectFloatReader<Value: BinaryFloatingPoint & LosslessStringConvertible>:
  DirectLeafReader, @unchecked Sendable
{
  init() { super.init(Value.self) }

  override func readDirectly(
    _ text: inout ByteCursor, into room: UninitializedValue, _ syntax: ValueSyntax
  ) -> Bool {
    // Made of the text as elsewhere. One that does not fit is an error, to be told there.
    guard let number = text.parseNumber(), let value = Value(number), value.isFinite else {
      return false
    }
    room.initialize(value)
    return true
  }
}

/// `true`, `false`
final class DirectBoolReader: DirectLeafReader, @unchecked Sendable {
  override func readDirectly(
    _ text: inout ByteCursor, into room: UninitializedValue, _ syntax: ValueSyntax
  ) -> Bool {
    if text.consumeWord("true") {
      room.initialize(true)
    } else if text.consumeWord("false") {
      room.initialize(false)
    } else {
      return false
    }
    return true
  }
}

/// `"Blob"`
final class DirectStringReader: DirectLeafReader, @unchecked Sendable {
  override func readDirectly(
    _ text: inout ByteCursor, into room: UninitializedValue, _ syntax: ValueSyntax
  ) -> Bool {
    guard let string = text.parseString() else { return false }
    room.initialize(string)
    return true
  }
}

/// `UUID(1)`, `UUID("…")`
final class DirectUUIDReader: DirectLeafReader, @unchecked Sendable {
  private static let opening = Array("UUID(".utf8)

  override func readDirectly(
    _ text: inout ByteCursor, into room: UninitializedValue, _ syntax: ValueSyntax
  ) -> Bool {
    guard text.consume(Self.opening) else { return false }
    if text.byte == UInt8(ascii: "\"") {
      guard let string = text.parseString(), let uuid = UUID(uuidString: string),
        text.consume(UInt8(ascii: ")"))
      else { return false }
      room.initialize(uuid)
    } else {
      guard isDigit(text.byte), let number = text.parseInteger(), number < 1 << 48,
        text.consume(UInt8(ascii: ")"))
      else { return false }
      room.initialize(UUID(short: UInt64(number)))
    }
    return true
  }
}
