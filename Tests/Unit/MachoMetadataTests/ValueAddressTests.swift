import Testing

@testable import MachoMetadata

/// Values are read and compared in place, without retaining or releasing them.
@Suite struct ValueAddressTests {
  private final class Tracked: Sendable {}

  private enum Packed: Equatable {
    case number(Int)
    case texts(String, [String])
    indirect case boxed(String)
    case flag(Bool)
    case none
    static func == (left: Packed, right: Packed) -> Bool { true }
  }

  private enum Holding {
    case tracked(Tracked)
    indirect case boxed(Tracked, Int)
    case none
  }

  private struct Row: Equatable, Identifiable {
    var id: SIMD8<Double>
    var name: String
  }

  private func payload(_ value: Packed) throws -> [String] {
    let schema = try EnumSchema.of(Packed.self)
    #expect(schema.supportsBorrowedPayloads)
    return withAddress(of: value) { address in
      let current = schema.casesByTag[schema.tag(at: address)]
      guard current.payload != nil else { return [current.name] }
      var texts = [current.name]
      schema.withPayload(of: current, at: address) { payload in
        texts += current.elements.map {
          "\(payload.field(at: $0.fieldOffset).anyValue(as: $0.type))"
        }
      }
      return texts
    }
  }

  @Test("the payload of each case can be read in place")
  func payloads() throws {
    #expect(try payload(.number(7)) == ["number", "7"])
    #expect(try payload(.texts("a", ["b"])) == ["texts", "a", "[\"b\"]"])
    #expect(try payload(.boxed("in a box")) == ["boxed", "in a box"])
    #expect(try payload(.flag(true)) == ["flag", "true"])
    #expect(try payload(.none) == ["none"])
  }

  @Test("reading a payload in place neither leaks nor releases it")
  func references() throws {
    let schema = try EnumSchema.of(Holding.self)
    weak var watched: Tracked?
    do {
      let tracked = Tracked()
      watched = tracked
      for value in [Holding.tracked(tracked), .boxed(tracked, 1)] {
        for _ in 0..<100 {
          withAddress(of: value) { address in
            let current = schema.casesByTag[schema.tag(at: address)]
            schema.withPayload(of: current, at: address) { payload in
              let field = current.elements[0]
              #expect(
                payload.field(at: field.fieldOffset).anyValue(as: field.type) as? Tracked
                  === tracked)
            }
          }
        }
      }
      #expect(watched != nil)
    }
    #expect(watched == nil)
  }

  @Test("an Optional's wrapped value is at the Optional's address")
  func optionals() throws {
    let reader = try #require(OptionalReader(String?.self))
    withAddress(of: String?.some("a longer text than fits a word or two")) {
      #expect(reader.wrappedAddress(at: $0)?.value(as: String.self).count == 37)
    }
    withAddress(of: String?.none) { #expect(reader.wrappedAddress(at: $0) == nil) }
    #expect(OptionalReader(Int.self) == nil)
  }

  @Test("arrays are compared element by element")
  func arrays() throws {
    let reader = try #require(makeElementReader(for: [String].self))
    let equality = try #require(EqualityWitness(of: String.self))
    let (left, right) = (["a", "b", "c"], ["a", "b", "d", "b"])
    withAddress(of: left) { left in
      withAddress(of: right) { right in
        reader.withElements(at: left) { left in
          reader.withElements(at: right) { right in
            #expect(left.count == 3)
            #expect(equality.firstDifference(left, right, in: 0..<3) == 2)
            #expect(equality.firstDifference(left, right, in: 0..<2) == 2)
            #expect(equality.lastIndex(of: left[1], in: right, 0..<4) == 3)
            #expect(equality.lastIndex(of: left[1], in: right, 0..<3) == 1)
            #expect(equality.lastIndex(of: left[2], in: right, 0..<4) == nil)
            #expect(left.isSame(as: left) && !left.isSame(as: right))
          }
        }
      }
    }
    withAddress(of: [String]()) { reader.withElements(at: $0) { #expect($0.count == 0) } }
    #expect(EqualityWitness(of: (() -> Void).self) == nil)
    #expect(makeElementReader(for: Int.self) == nil)
  }

  @Test("identities of any size and alignment are compared")
  func identities() throws {
    let identity = try #require(IdentityWitness(of: Row.self))
    let first = Row(id: SIMD8(repeating: 1), name: "a")
    let same = Row(id: SIMD8(repeating: 1), name: "b")
    let other = Row(id: SIMD8(repeating: 2), name: "a")
    withAddress(of: first) { first in
      withAddress(of: same) { #expect(identity.areIdentical(first, $0)) }
      withAddress(of: other) { #expect(!identity.areIdentical(first, $0)) }
    }
    #expect(IdentityWitness(of: Int.self) == nil)
  }

  @Test("nested existentials are unwrapped")
  func nested() {
    func wrapped<Value>(_ value: Value) -> Any { value }
    let nested = wrapped(wrapped(5 as Any))
    let found = withContents(of: nested) { type, address in
      type == Int.self ? address.value(as: Int.self) : nil
    }
    #expect(found == 5)
  }
}

@Suite struct ByteBufferTests {
  @Test(
    "integers of any length are written in decimal",
    arguments: [0, 9, 10, -1, 99, 100, 12345, .max, .min])
  func numbers(_ number: Int) {
    var buffer = ByteBuffer()
    buffer.append(decimal: number)
    #expect(buffer.text() == String(number))
  }

  @Test("text can be appended, searched and truncated")
  func text() {
    var buffer = ByteBuffer()
    for _ in 0..<300 { buffer.append("größe") }
    buffer.append(UInt8(ascii: "\n"))
    for _ in 0..<3 { buffer.append(0x20) }
    buffer.append([0x61, 0x62])
    #expect(buffer.count == 300 * 7 + 6)
    #expect(buffer.firstIndex(of: UInt8(ascii: "\n"), from: 5) == 2100)
    #expect(buffer.text(from: 2101) == "   ab")
    buffer.truncate(to: 7)
    #expect(buffer.text() == "größe")
    #expect(buffer.firstIndex(of: UInt8(ascii: "\n"), from: 0) == nil)
  }
}

extension ByteBufferTests {
  @Test("only text without escapes is put in quotes")
  func quoted() {
    var buffer = ByteBuffer()
    let long = String(repeating: "plain ~ ", count: 40)
    for text in ["", "a", long] {
      let isQuoted = buffer.appendQuoted(ifPlain: text)
      #expect(isQuoted)
    }
    #expect(buffer.text() == "\"\"\"a\"\"\(long)\"")
    for odd in ["\"", "'", "\\", "\u{7f}", "\u{1f}", "\n", "é"] {
      // At each offset, because eight bytes are tested at a time.
      for length in 0..<20 {
        let plain = String(repeating: "~", count: length)
        for text in [plain + odd, odd + plain, plain + odd + " ~ ! # [ ] ~ & ( "] {
          let isQuoted = buffer.appendQuoted(ifPlain: text)
          #expect(!isQuoted, "\(text)")
        }
      }
    }
    #expect(buffer.count == 2 + 3 + 2 + long.utf8.count)
  }

  @Test("lines start with their margin sign and indentation")
  func lines() {
    var buffer = ByteBuffer()
    buffer.appendLineStart(sign: 0x2d, spaces: 1)
    buffer.appendLineBreak(comma: true, sign: 0x2b, spaces: 300)
    buffer.appendLineBreak(comma: false, sign: nil, spaces: 0)
    buffer.append(ConstantBytes([0x61]))
    #expect(buffer.text() == "-  ,\n+ \(String(repeating: " ", count: 300))\na")
  }
}
