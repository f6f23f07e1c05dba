import CMachoMetadata
import MachoLocks

/// The enum cases whose payload is a `Value`, read at their static types without boxing.
package final class CasePayloads<Root, Value>: Sendable {
  /// The memory layout of the payload by tag; `nil` if the payload is not a `Value`.
  private let layouts: [Layout?]

  private enum Layout { case inline, boxed }

  /// Returns the payload layouts of the two types, computed once and cached.
  package static func shared() throws(MetadataError) -> CasePayloads {
    let key = ObjectIdentifier(CasePayloads.self)
    if let cached = cachedPayloads.withLock({ $0[key] }) {
      // SAFETY: an entry is written only below, with a key made from the same generic type.
      return unsafeDowncast(cached, to: CasePayloads.self)
    }
    let payloads = CasePayloads(layouts: try makeLayouts())
    cachedPayloads.withLock { $0[key] = payloads }
    return payloads
  }

  private init(layouts: [Layout?]) {
    self.layouts = layouts
  }

  private static func makeLayouts() throws(MetadataError) -> [Layout?] {
    try EnumSchema.of(Root.self).casesByTag.map { enumCase in
      guard let payload = enumCase.payload, hasValueLayout(payload),
        enumCase.unsupportedReason == nil,
        enumCase.elements.allSatisfy({ $0.unsupportedReason == nil })
      else { return nil }
      return enumCase.isIndirect ? .boxed : .inline
    }
  }

  /// Tuple labels do not affect the layout. A single labelled value is a one-element tuple.
  private static func hasValueLayout(_ payload: Any.Type) -> Bool {
    if payload == Value.self { return true }
    guard let elements = tupleElements(of: payload) else { return false }
    if elements.count == 1 { return elements[0].type == Value.self }
    guard let others = tupleElements(of: Value.self) else { return false }
    return elements.map { ObjectIdentifier($0.type) } == others.map { ObjectIdentifier($0.type) }
  }

  /// Whether no case of `Root` has a `Value` payload.
  package var isEmpty: Bool { layouts.allSatisfy { $0 == nil } }

  /// Returns the tag of `root`'s case.
  package func tag(of root: Root) -> Int { enumTag(of: root) }

  /// Returns the payload of `root`, whose case has this tag, or `nil` if it is not a `Value`.
  package func payload(of root: Root, tag: Int) -> Value? {
    guard layouts.indices.contains(tag), let layout = layouts[tag] else { return nil }
    return withUnsafeTemporaryAllocation(of: Root.self, capacity: 1) { buffer in
      // One element was requested, so there is a base address.
      let copy = buffer.baseAddress!
      copy.initialize(to: root)
      let storage = UnsafeMutableRawPointer(copy)
      // Projecting turns the memory from a `Root` into the payload of its case.
      macho_enum_project(storage, Metadata(Root.self).pointer)
      switch layout {
      case .inline:
        // SAFETY: the payload has the layout of a `Value` (see `hasValueLayout`). Moving it out
        // ends the copy's lifetime.
        return storage.assumingMemoryBound(to: Value.self).move()
      case .boxed:
        let box = storage.load(as: UnsafeMutableRawPointer?.self)
        defer { macho_box_release(box) }
        // An empty payload has no storage. Any address works, because no bytes are read.
        return (macho_box_project(box) ?? storage).assumingMemoryBound(to: Value.self).pointee
      }
    }
  }
}

/// Returns the tag of an enum value's case. A tag only distinguishes cases; it is not an index in
/// the source.
///
/// `Root` must be an enum.
package func enumTag<Root>(of root: Root) -> Int {
  withUnsafePointer(to: root) { Int(macho_enum_tag($0, Metadata(Root.self).pointer)) }
}

private let cachedPayloads = Lock<[ObjectIdentifier: any AnyObject & Sendable]>([:])
