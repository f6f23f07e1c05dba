/// A pointer or an identifier of an object. Its address differs from run to run, so a dump with source
/// names numbers the pointers of a type in the order in which they appear: `UnsafeRawPointer(…)`, then
/// `#1 UnsafeRawPointer(…)`.
struct PointerDump {
  private let type: Any.Type
  private let address: UInt

  /// Returns `nil` for other values.
  init?(_ value: Any) {
    // SAFETY: nothing is read through a pointer.
    if let pointer = value as? any _Pointer {
      (type, address) = Self.contents(of: pointer)
    } else if let pointer = value as? OpaquePointer {
      (type, address) = (OpaquePointer.self, UInt(bitPattern: pointer))
    } else if let identifier = value as? ObjectIdentifier {
      (type, address) = (ObjectIdentifier.self, UInt(bitPattern: identifier))
    } else {
      return nil
    }
  }

  private static func contents<Pointer: _Pointer>(of pointer: Pointer) -> (Any.Type, UInt) {
    (Pointer.self, UInt(bitPattern: pointer))
  }

  /// Whether the values of a type are pointers or identifiers of objects.
  static func isPointer(_ type: Any.Type) -> Bool {
    type is any _Pointer.Type || type == OpaquePointer.self || type == ObjectIdentifier.self
  }

  func write(to printer: inout Printer) {
    let name = DumpTypeNameCache.name(of: type, .source)
    let mark = printer.visitedObjects.label(ofPointer: address, type: name)
    printer.write(plain: (mark.isEmpty ? "" : mark + " ") + name + "(…)")
  }
}
