import CMachoMetadata

/// An instance that is made when it is asked for first, by whichever thread comes first.
///
/// `@unchecked Sendable`: the word behind `cell` is read and written atomically; it is null, or
/// from then on for ever the one reference to an instance that the cell owns.
@usableFromInline
package final class OnceCell<Instance: AnyObject & Sendable>: @unchecked Sendable {
  @usableFromInline let cell = UnsafeMutableRawPointer.allocate(byteCount: 8, alignment: 8)

  package init() { cell.initializeMemory(as: UInt.self, to: 0) }

  deinit {
    if let word = macho_cell_load(cell) { Unmanaged<Instance>.fromOpaque(word).release() }
    cell.deallocate()
  }

  /// The instance, made by `make` if there is none.
  @inlinable
  @inline(__always)
  package func instance(_ make: () -> Instance) -> Instance {
    if let word = macho_cell_load(cell) {
      return Unmanaged<Instance>.fromOpaque(word).takeUnretainedValue()
    }
    return fill(with: make())
  }

  /// Lends the instance, made by `make` if there is none, without counting the reference to it.
  @inlinable
  @inline(__always)
  package func withInstance<Result>(
    _ make: () -> Instance, _ body: (Instance) -> Result
  ) -> Result {
    guard let word = macho_cell_load(cell) else { return body(fill(with: make())) }
    // The cell owns a reference until its own end; whoever calls it keeps it during the call.
    return Unmanaged<Instance>.fromOpaque(word)._withUnsafeGuaranteedRef(body)
  }

  @usableFromInline
  @inline(never)
  func fill(with instance: Instance) -> Instance {
    let made = Unmanaged.passRetained(instance)
    // A cell that is filled is not null.
    let word = macho_cell_fill(cell, made.toOpaque())!
    if word != made.toOpaque() { made.release() }
    return Unmanaged<Instance>.fromOpaque(word).takeUnretainedValue()
  }
}
