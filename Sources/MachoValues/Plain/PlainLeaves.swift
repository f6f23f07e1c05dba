import MachoMetadata

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The reader of a type whose text has no parts.
class PlainLeafReader: PlainReader, @unchecked Sendable {
  final override var isPlain: Bool { true }
}

/// `3`, `-1`
final class PlainIntegerReader<Value: FixedWidthInteger>: PlainLeafReader, @unchecked Sendable {
  init() { super.init(Value.self) }

  override func readPlain(
    _ text: inout PlainText, into room: ValueRoom, _ syntax: ValueSyntax
  ) -> Bool {
    guard let number = text.takeInteger(), let value = Value(exactly: number) else { return false }
    room.make(value)
    return true
  }
}

/// `1`, `-1.5`
final class PlainFloatReader<Value: BinaryFloatingPoint & LosslessStringConvertible>:
  PlainLeafReader, @unchecked Sendable
{
  init() { super.init(Value.self) }

  override func readPlain(
    _ text: inout PlainText, into room: ValueRoom, _ syntax: ValueSyntax
  ) -> Bool {
    // Made of the text as elsewhere. One that does not fit is an error, to be told there.
    guard let number = text.takeNumber(), let value = Value(number), value.isFinite else {
      return false
    }
    room.make(value)
    return true
  }
}

/// `true`, `false`
final class PlainBoolReader: PlainLeafReader, @unchecked Sendable {
  override func readPlain(
    _ text: inout PlainText, into room: ValueRoom, _ syntax: ValueSyntax
  ) -> Bool {
    if text.takeWord("true") {
      room.make(true)
    } else if text.takeWord("false") {
      room.make(false)
    } else {
      return false
    }
    return true
  }
}

/// `"Blob"`
final class PlainStringReader: PlainLeafReader, @unchecked Sendable {
  override func readPlain(
    _ text: inout PlainText, into room: ValueRoom, _ syntax: ValueSyntax
  ) -> Bool {
    guard let string = text.takeString() else { return false }
    room.make(string)
    return true
  }
}

/// `UUID(1)`, `UUID("…")`
final class PlainUUIDReader: PlainLeafReader, @unchecked Sendable {
  private static let opening = Array("UUID(".utf8)

  override func readPlain(
    _ text: inout PlainText, into room: ValueRoom, _ syntax: ValueSyntax
  ) -> Bool {
    guard text.take(Self.opening) else { return false }
    if text.byte == UInt8(ascii: "\"") {
      guard let string = text.takeString(), let uuid = UUID(uuidString: string),
        text.take(UInt8(ascii: ")"))
      else { return false }
      room.make(uuid)
    } else {
      guard isDigit(text.byte), let number = text.takeInteger(), number < 1 << 48,
        text.take(UInt8(ascii: ")"))
      else { return false }
      room.make(UUID(short: UInt64(number)))
    }
    return true
  }
}
