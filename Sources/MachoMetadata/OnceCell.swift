import CMachoMetadata

/// A thread-safe, lazily created instance.
///
/// SAFETY: `@unchecked Sendable`, because the word behind `cell` is accessed atomically. It is null
/// until it is set once to an instance that the cell retains until `deinit`.
@usableFromInline
package final class OnceCell<Instance: AnyObject & Sendable>: @unchecked Sendable {
  @usableFromInline let cell = UnsafeMutableRawPointer.allocate(byteCount: 8, alignment: 8)

  package init() { cell.initializeMemory(as: UInt.self, to: 0) }

  deinit {
    if let word = macho_cell_load(cell) { Unmanaged<Instance>.fromOpaque(word).release() }
    cell.deallocate()
  }

  /// Returns the instance. Calls `make` if there is none.
  @inlinable
  @inline(__always)
  package func instance(_ make: () -> Instance) -> Instance {
    if let word = macho_cell_load(cell) {
      return Unmanaged<Instance>.fromOpaque(word).takeUnretainedValue()
    }
    return fill(with: make())
  }

  /// Calls `body` with the instance, without retaining it. Calls `make` if there is none.
  @inlinable
  @inline(__always)
  package func withInstance<Result>(
    _ make: () -> Instance, _ body: (Instance) -> Result
  ) -> Result {
    guard let word = macho_cell_load(cell) else { return body(fill(with: make())) }
    // SAFETY: the cell retains the instance until `deinit`, and the caller keeps the cell alive
    // during the call.
    return Unmanaged<Instance>.fromOpaque(word)._withUnsafeGuaranteedRef(body)
  }

  @usableFromInline
  @inline(never)
  func fill(with instance: Instance) -> Instance {
    let candidate = Unmanaged.passRetained(instance)
    // A filled cell is never null.
    let word = macho_cell_fill(cell, candidate.toOpaque())!
    if word != candidate.toOpaque() { candidate.release() }
    return Unmanaged<Instance>.fromOpaque(word).takeUnretainedValue()
  }
}
