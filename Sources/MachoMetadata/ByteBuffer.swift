import CMachoMetadata

/// Bytes of text that grow at their end.
///
/// `base` points to `capacity` bytes that only this value owns, of which `used` are initialized;
/// every write makes room first, every read stays below `count`.
package struct ByteBuffer: ~Copyable {
  @usableFromInline var base: UnsafeMutablePointer<UInt8>
  @usableFromInline var capacity: Int
  @usableFromInline var used = 0

  /// How many there are.
  @inlinable package var count: Int { used }

  package init() {
    capacity = 256
    base = Self.resized(nil, to: capacity)
  }

  deinit { macho_buffer_free(base) }

  private static func resized(
    _ base: UnsafeMutablePointer<UInt8>?, to size: Int
  ) -> UnsafeMutablePointer<UInt8> {
    // It does not return without memory. Bytes need no initialization to be written.
    macho_buffer_resize(base, size)!.assumingMemoryBound(to: UInt8.self)
  }

  @usableFromInline
  @inline(__always)
  mutating func reserve(_ more: Int) {
    if used + more > capacity { grow(more) }
  }

  @usableFromInline
  @inline(never)
  mutating func grow(_ more: Int) {
    capacity = max(capacity * 2, used + more)
    base = Self.resized(base, to: capacity)
  }

  @inlinable
  @inline(__always)
  package mutating func append(_ byte: UInt8) {
    reserve(1)
    base[used] = byte
    used += 1
  }

  /// Appends a byte so many times.
  @inlinable
  package mutating func append(_ byte: UInt8, times: Int) {
    guard times > 0 else { return }
    reserve(times)
    (base + used).initialize(repeating: byte, count: times)
    used += times
  }

  @inlinable
  package mutating func append(_ bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { append($0) }
  }

  @inlinable
  package mutating func append(_ bytes: ConstantBytes) {
    append(UnsafeBufferPointer(start: bytes.base, count: bytes.count))
  }

  /// Appends a line's end, behind a comma if there is one, and what the next line begins with.
  package mutating func appendLineBreak(comma: Bool, sign: UInt8?, spaces: Int) {
    reserve(2)
    if comma {
      base[used] = 0x2c
      used += 1
    }
    base[used] = 0x0a
    used += 1
    appendLineStart(sign: sign, spaces: spaces)
  }

  /// Appends what a line begins with.
  package mutating func appendLineStart(sign: UInt8?, spaces: Int) {
    reserve(2 + spaces)
    if let sign {
      base[used] = sign
      base[used + 1] = 0x20
      used += 2
    }
    (base + used).initialize(repeating: 0x20, count: spaces)
    used += spaces
  }

  /// Appends a text in quotes; false, and nothing appended, if the text is not of
  /// printable ASCII without quotes and backslashes, which is what `debugDescription` shows as it is.
  package mutating func appendQuoted(ifPlain text: String) -> Bool {
    // A text that another language lent is as rare as one that is not plain.
    text.utf8.withContiguousStorageIfAvailable { bytes in
      guard Self.isPlain(bytes) else { return false }
      reserve(bytes.count + 2)
      base[used] = 0x22
      used += 1
      append(bytes)
      base[used] = 0x22
      used += 1
      return true
    } ?? false
  }

  private static func isPlain(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var index = 0
    // Eight at once, the last few for themselves.
    while index + 8 <= bytes.count {
      // In bounds, as there are eight from the index on.
      let eight = UnsafeRawPointer(bytes.baseAddress.unsafelyUnwrapped + index)
        .loadUnaligned(as: UInt64.self)
      if !isPlain(eight) { return false }
      index += 8
    }
    var rest: UInt64 = 0x2020_2020_2020_2020
    while index < bytes.count {
      rest = rest << 8 | UInt64(bytes[index])
      index += 1
    }
    return isPlain(rest)
  }

  /// The same of eight bytes in a word.
  @inline(__always)
  private static func isPlain(_ eight: UInt64) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    // What is left in the upper bit of a byte says that it, or one below it, is less than `limit`;
    // if none is, nothing is left in any.
    func hasLess(than limit: UInt64, _ word: UInt64) -> UInt64 {
      (word &- ones &* limit) & ~word
    }
    func has(_ byte: UInt64) -> UInt64 { hasLess(than: 1, eight ^ ones &* byte) }
    let odd =
      eight | hasLess(than: 0x20, eight) | has(0x22) | has(0x27) | has(0x5c) | has(0x7f)
    return odd & (ones &* 0x80) == 0
  }

  /// Appends the bytes of a text.
  @inlinable
  package mutating func append(_ text: String) {
    if text.utf8.withContiguousStorageIfAvailable({ append($0) }) != nil { return }
    // One that another language lent.
    var text = text
    text.withUTF8 { append($0) }
  }

  @inlinable
  @inline(__always)
  package mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    // Nothing to append may have no address.
    guard let start = bytes.baseAddress else { return }
    reserve(bytes.count)
    (base + used).initialize(from: start, count: bytes.count)
    used += bytes.count
  }

  /// Appends what another holds.
  package mutating func append(_ other: borrowing ByteBuffer) {
    append(UnsafeBufferPointer(start: other.base, count: other.used))
  }

  /// Appends a number in decimal.
  package mutating func append(decimal number: Int) {
    reserve(20)
    if number < 0 { append(UInt8(ascii: "-")) }
    var rest = number.magnitude
    var digits = 1
    var limit: UInt = 10
    while rest >= limit {
      digits += 1
      // No Int has so many digits that this overflows, nor more than there is room for.
      limit *= 10
    }
    var index = used + digits
    used = index
    repeat {
      index -= 1
      base[index] = UInt8(truncatingIfNeeded: rest % 10) + UInt8(ascii: "0")
      rest /= 10
    } while rest > 0
  }

  /// The byte at an index below `count`.
  package subscript(index: Int) -> UInt8 {
    precondition(index >= 0 && index < used)
    return base[index]
  }

  /// The first index from `start` on of a byte; nil for none.
  package func firstIndex(of byte: UInt8, from start: Int) -> Int? {
    UnsafeBufferPointer(start: base + start, count: used - start).firstIndex(of: byte)
      .map { start + $0 }
  }

  /// Drops the bytes from `start` on.
  package mutating func truncate(to start: Int) {
    precondition(start >= 0 && start <= used)
    used = start
  }

  /// The bytes from `start` on.
  package func bytes(from start: Int) -> [UInt8] {
    precondition(start >= 0 && start <= used)
    return Array(UnsafeBufferPointer(start: base + start, count: used - start))
  }

  /// The text from `start` on.
  package func text(from start: Int = 0) -> String {
    precondition(start >= 0 && start <= used)
    let bytes = UnsafeBufferPointer(start: base + start, count: used - start)
    #if compiler(>=6.2)
      if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
        // All that is appended is ASCII or whole strings, and cut only between two such: it is
        // UTF-8, which looking at each byte again would find.
        let isASCII = macho_is_ascii(bytes.baseAddress, bytes.count)
        return String(copying: UTF8Span(unchecked: bytes.span, isKnownASCII: isASCII))
      }
    #endif
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// Bytes that never change, to be read without counting references to what holds them.
@usableFromInline
package final class ConstantBytes: @unchecked Sendable {
  // `@unchecked Sendable`: `base` points to `count` bytes that only this instance owns, which are
  // written before anybody else knows it and freed when nobody knows it any more.
  @usableFromInline let base: UnsafeMutablePointer<UInt8>
  @usableFromInline let count: Int

  package init(_ bytes: [UInt8]) {
    count = bytes.count
    base = .allocate(capacity: max(count, 1))
    _ = UnsafeMutableBufferPointer(start: base, count: count).initialize(from: bytes)
  }

  deinit { base.deallocate() }
}
