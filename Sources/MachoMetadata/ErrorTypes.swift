import CMachoMetadata

/// A type that conforms to `Error`, found in the conformance records of this image.
package struct ErrorType: Sendable {
  /// The module that declares the type.
  package let module: String
  /// The names of the enclosing types, and the type's own name.
  package let path: [String]
  /// The type.
  package let type: Any.Type

  /// The error types of a module that are structs or enums, sorted by name. Generic types are left
  /// out: a name does not determine one.
  package static func all(in module: String) -> [ErrorType] {
    records.filter { $0.module == module }.compactMap { record in
      record.type.map { ErrorType(module: module, path: record.path, type: $0) }
    }
  }

  /// The error types of all modules whose whole name the names begin with: `["Shop", "Failure", "offline"]`
  /// begins with `Shop.Failure` and with `Shop`. The module may precede it. Longer names are first.
  package static func all(named names: [String]) -> [ErrorType] {
    let fitting = records.filter { record in
      names.starts(with: record.path) || names.starts(with: [record.module] + record.path)
    }
    return fitting.sorted { $0.path.count > $1.path.count }.compactMap { record in
      record.type.map { ErrorType(module: record.module, path: record.path, type: $0) }
    }
  }

  /// The error types of all modules whose own name this is, sorted by module.
  package static func all(ending name: String) -> [ErrorType] {
    records.filter { $0.path.last == name }.compactMap { record in
      record.type.map { ErrorType(module: record.module, path: record.path, type: $0) }
    }
  }

  /// PERFORMANCE: read once, on the first use of an error's name.
  private static let records = makeRecords()

  private static func makeRecords() -> [Record] {
    guard MemoryLayout<Int>.size == 8 else { return [] }
    let section = macho_protocol_conformances()
    guard let start = section.start else { return [] }
    var found: [String: Record] = [:]
    for offset in stride(from: 0, to: section.size, by: 4) {
      guard let conformance = resolveRelativePointer(start + offset),
        let record = Record(conformance: conformance)
      else { continue }
      found[record.module + "." + record.path.joined(separator: ".")] = record
    }
    return found.sorted { $0.key < $1.key }.map(\.value)
  }
}

/// A struct or enum that conforms to `Error`, as its descriptors describe it.
private struct Record: Sendable {
  var module: String
  var path: [String]
  /// The address of the nominal type descriptor, which is never freed.
  private var descriptor: UInt

  var type: Any.Type? {
    guard let pointer = UnsafeRawPointer(bitPattern: descriptor),
      let metadata = macho_type_of_descriptor(pointer)
    else { return nil }
    // SAFETY: `Any.Type` is represented by one word, the address of the metadata.
    return unsafeBitCast(metadata, to: Any.Type.self)
  }

  /// Reads a conformance: relative pointers to the protocol, the type and the witness table, then
  /// the flags. Bits 3 to 5 are the kind of the type reference: 0 and 1 refer to a descriptor,
  /// directly and through a pointer.
  init?(conformance: UnsafeRawPointer) {
    guard resolveIndirectablePointer(conformance) == macho_error_protocol() else { return nil }
    let reference = (conformance.load(fromByteOffset: 12, as: UInt32.self) >> 3) & 7
    guard reference <= 1, let target = resolveRelativePointer(conformance + 4),
      let descriptor = reference == 0 ? target : target.load(as: UnsafeRawPointer?.self),
      ContextKind(of: descriptor).isValueType, !ContextKind.isGeneric(descriptor)
    else { return nil }
    self.descriptor = UInt(bitPattern: descriptor)
    path = []
    module = ""
    var context: UnsafeRawPointer? = descriptor
    while let current = context {
      let kind = ContextKind(of: current)
      if kind.isNamed, let name = resolveRelativePointer(current + 8) {
        let text = String(cString: name.assumingMemoryBound(to: CChar.self))
        if kind == .module { module = text } else { path.insert(text, at: 0) }
      }
      context = resolveIndirectablePointer(current + 4)
    }
    guard !module.isEmpty else { return nil }
  }
}

/// The kind of a context descriptor: the lowest five bits of its flags.
private enum ContextKind: UInt32 {
  case module = 0
  case `extension`, anonymous, `protocol`, opaqueType
  case `class` = 16
  case structure, enumeration

  init(of descriptor: UnsafeRawPointer) {
    self = ContextKind(rawValue: descriptor.load(as: UInt32.self) & 0x1f) ?? .opaqueType
  }

  var isValueType: Bool { self == .structure || self == .enumeration }
  var isNamed: Bool { self == .module || self == .class || isValueType }

  static func isGeneric(_ descriptor: UnsafeRawPointer) -> Bool {
    descriptor.load(as: UInt32.self) & 0x80 != 0
  }
}
