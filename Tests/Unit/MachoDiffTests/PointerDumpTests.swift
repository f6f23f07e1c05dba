import Testing

@testable import MachoDiff

private struct Handle {
  var raw: UnsafeRawPointer?
  var other: UnsafeRawPointer?
  var opaque: OpaquePointer?
  var id: ObjectIdentifier?

  init(_ raw: Int, other: Int = 0, opaque: Int = 0, id: AnyObject? = nil) {
    self.raw = UnsafeRawPointer(bitPattern: raw)
    self.other = UnsafeRawPointer(bitPattern: other)
    self.opaque = OpaquePointer(bitPattern: opaque)
    self.id = id.map { ObjectIdentifier($0) }
  }
}

private final class Part {}

/// Addresses differ from run to run, so they are not printed.
@Suite struct PointerDumpTests {
  @Test func `A pointer is its type, and the number of its first appearance`() {
    #expect(
      stateText(Handle(16, other: 32, opaque: 16, id: Part())) == """
        Handle(
          raw: UnsafeRawPointer(…),
          other: #1 UnsafeRawPointer(…),
          opaque: OpaquePointer(…),
          id: ObjectIdentifier(…)
        )
        """)
    #expect(
      stateText(Handle(16, other: 16)) == """
        Handle(
          raw: UnsafeRawPointer(…),
          other: UnsafeRawPointer(…),
          opaque: nil,
          id: nil
        )
        """)
  }

  @Test func `A change of a pointer is shown`() {
    #expect(stateDiff(Handle(16), Handle(16)) == nil)
    #expect(
      stateDiff(Handle(16), Handle(32)) == """
          Handle(
        -   raw: UnsafeRawPointer(…),
        +   raw: #1 UnsafeRawPointer(…),
            other: nil,
            opaque: nil,
            id: nil
          )
        """)
    #expect(stateDiff(Handle(16), Handle(0))?.contains("-   raw: UnsafeRawPointer(…),") == true)
    let (one, other) = (Part(), Part())
    #expect(
      stateDiff(ObjectIdentifier(one), ObjectIdentifier(other))
        == "- ObjectIdentifier(…)\n+ #1 ObjectIdentifier(…)")
  }

  @Test func `No address is printed, wherever the pointer is`() {
    let values: [Any] = [
      UnsafeMutablePointer<Int>(bitPattern: 0x7fff_1234) as Any,
      UnsafeBufferPointer(start: UnsafePointer<Int>(bitPattern: 0x7fff_1234), count: 1),
      [UnsafeRawPointer(bitPattern: 0x7fff_1234)], ["a": OpaquePointer(bitPattern: 0x7fff_1234)],
      Set([ObjectIdentifier(Part.self), ObjectIdentifier(Int.self)]),
    ]
    for value in values {
      let text = stateText(value)
      #expect(text.contains("(…)"), "\(text)")
      #expect(!text.contains("7fff") && !text.contains("\(0x7fff_1234)"), "\(text)")
    }
  }
}
