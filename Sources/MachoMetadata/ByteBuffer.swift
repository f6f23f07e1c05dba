import CMachoMetadata

/// A growable buffer of UTF-8 text.
///
/// SAFETY: `base` points to `capacity` bytes that only this value owns; the first `used` are
/// initialized. Every write reserves capacity first, and every read stays below `count`.
package struct ByteBuffer: ~Copyable {
  @usableFromInline var base: UnsafeMutablePointer<UInt8>
  @usableFromInline var capacity: Int
  @usableFromInline var used = 0

  /// The number of bytes written.
  package var count: Int { used }

  package init() {
    capacity = 256
    base = Self.resized(nil, to: capacity)
  }

  deinit { macho_buffer_free(base) }

  private static func resized(
    _ base: UnsafeMutablePointer<UInt8>?, to size: Int
  ) -> UnsafeMutablePointer<UInt8> {
    // It never returns null. Bytes need no initialization before they are written.
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

  @inlinable
  package mutating func append(_ bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { append($0) }
  }

  @inlinable
  package mutating func append(_ bytes: ConstantBytes) {
    append(UnsafeBufferPointer(start: bytes.base, count: bytes.count))
  }

  /// Appends an optional comma, a newline, and the start of the next line.
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

  /// Appends the margin sign and the indentation of a line.
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

  /// Appends `text` in quotes. Returns `false`, and appends nothing, unless `text` is printable
  /// ASCII without quotes and backslashes. `debugDescription` leaves exactly such text unchanged.
  package mutating func appendQuoted(ifPlain text: String) -> Bool {
    // Bridged strings have no contiguous storage; they are as rare as text that needs escapes.
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
    // PERFORMANCE: tests eight bytes at a time, then the remaining ones.
    while index + 8 <= bytes.count {
      // SAFETY: in bounds, because at least eight bytes follow `index`.
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

  /// Whether all eight bytes in a word are printable ASCII without quotes and backslashes.
  @inlinable
  @inline(__always)
  package static func isPlain(_ eight: UInt64) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    // The high bit of a byte in the result means that this byte, or a lower one, is less than
    // `limit`. The result has no high bit if no byte is less.
    func hasLess(than limit: UInt64, _ word: UInt64) -> UInt64 {
      (word &- ones &* limit) & ~word
    }
    func has(_ byte: UInt64) -> UInt64 { hasLess(than: 1, eight ^ ones &* byte) }
    let odd =
      eight | hasLess(than: 0x20, eight) | has(0x22) | has(0x27) | has(0x5c) | has(0x7f)
    return odd & (ones &* 0x80) == 0
  }

  /// Appends the UTF-8 bytes of a string.
  @inlinable
  package mutating func append(_ text: String) {
    if text.utf8.withContiguousStorageIfAvailable({ append($0) }) != nil { return }
    // A bridged string, without contiguous UTF-8 storage.
    var text = text
    text.withUTF8 { append($0) }
  }

  @inlinable
  @inline(__always)
  package mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    // An empty buffer may have no base address.
    guard let start = bytes.baseAddress else { return }
    reserve(bytes.count)
    (base + used).initialize(from: start, count: bytes.count)
    used += bytes.count
  }

  /// Appends the contents of another buffer.
  package mutating func append(_ other: borrowing ByteBuffer) {
    append(UnsafeBufferPointer(start: other.base, count: other.used))
  }

  /// Appends an integer in decimal.
  package mutating func append(decimal number: Int) {
    reserve(20)
    if number < 0 { append(UInt8(ascii: "-")) }
    var rest = number.magnitude
    var digits = 1
    var limit: UInt = 10
    while rest >= limit {
      digits += 1
      // Neither overflows nor exceeds the reserved 20 bytes, because an `Int` has at most 19
      // digits.
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

  /// The byte at `index`, which must be below `count`.
  package subscript(index: Int) -> UInt8 {
    precondition(index >= 0 && index < used)
    return base[index]
  }

  /// Returns the first index of `byte` at or after `start`, or `nil` if there is none.
  package func firstIndex(of byte: UInt8, from start: Int) -> Int? {
    UnsafeBufferPointer(start: base + start, count: used - start).firstIndex(of: byte)
      .map { start + $0 }
  }

  /// Removes the bytes from `start` on.
  package mutating func truncate(to start: Int) {
    precondition(start >= 0 && start <= used)
    used = start
  }

  /// Returns the bytes from `start` on.
  package func bytes(from start: Int) -> [UInt8] {
    precondition(start >= 0 && start <= used)
    return Array(UnsafeBufferPointer(start: base + start, count: used - start))
  }

  /// Returns the text from `start` on.
  package func text(from start: Int = 0) -> String {
    precondition(start >= 0 && start <= used)
    let bytes = UnsafeBufferPointer(start: base + start, count: used - start)
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      // SAFETY: the bytes are UTF-8. Everything appended is ASCII or a whole string, and the
      // buffer is only truncated between two of them. PERFORMANCE: validating UTF-8 again is not
      // needed.
      let isASCII = macho_is_ascii(bytes.baseAddress, bytes.count)
      return String(copying: UTF8Span(unchecked: bytes.span, isKnownASCII: isASCII))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// Immutable bytes that are read without reference counting.
@usableFromInline
package final class ConstantBytes: @unchecked Sendable {
  // SAFETY: `base` points to `count` bytes that only this instance owns. They are written before
  // `init` returns and freed in `deinit`.
  @usableFromInline let base: UnsafeMutablePointer<UInt8>
  @usableFromInline let count: Int

  package init(_ bytes: [UInt8]) {
    count = bytes.count
    base = .allocate(capacity: max(count, 1))
    _ = UnsafeMutableBufferPointer(start: base, count: count).initialize(from: bytes)
  }

  deinit { base.deallocate() }
}
