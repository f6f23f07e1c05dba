import CMachoMetadata

/// A function of the running executable, found in its symbol table.
package struct NamedFunction: Sendable {
  /// The name in the symbol table: `$s3App7CounterV5countSivpfi`.
  package let mangledName: String
  /// The readable name.
  package let name: String
  /// The address.
  package let address: UInt

  /// Returns the functions whose mangled names have a prefix. Empty if the executable is stripped, or the
  /// platform has no reader of symbols.
  ///
  /// - Parameter isWanted: Whether a function of this mangled name is returned.
  package static func all(
    startingWith prefix: String, where isWanted: @escaping (_ mangledName: String) -> Bool
  ) -> [NamedFunction] {
    let found = FoundFunctions(isWanted)
    _ = macho_find_functions(prefix, Unmanaged.passUnretained(found).toOpaque()) {
      name, _, address, context in
      guard let name, let context else { return }
      // SAFETY: `context` is the object above, which lives until the call returns.
      Unmanaged<FoundFunctions>.fromOpaque(context).takeUnretainedValue().add(name, address)
    }
    return found.functions
  }
}

private final class FoundFunctions {
  private let isWanted: (String) -> Bool
  private(set) var functions: [NamedFunction] = []

  init(_ isWanted: @escaping (String) -> Bool) { self.isWanted = isWanted }

  func add(_ name: UnsafePointer<CChar>, _ address: UInt) {
    let mangledName = String(cString: name)
    guard isWanted(mangledName), let text = macho_demangle(name) else { return }
    defer { macho_buffer_free(text) }
    functions.append(
      NamedFunction(mangledName: mangledName, name: String(cString: text), address: address))
  }
}
