import CMachoMetadata
import MachoLocks

/// The cases of an enum whose payload is a `Value`, read at their static types: nothing is boxed.
public final class CasePayloads<Root, Value>: Sendable {
  /// How the payload of each tag lies there; nil where it is no `Value`.
  private let layouts: [Layout?]

  private enum Layout { case inline, boxed }

  /// What is known of the two types, read once and kept.
  public static func shared() throws(MetadataError) -> CasePayloads {
    let key = ObjectIdentifier(CasePayloads.self)
    if let known = cachedPayloads.withLock({ $0[key] }) {
      // An entry is only ever written below, under the type that it is of.
      return unsafeDowncast(known, to: CasePayloads.self)
    }
    let made = CasePayloads(forms: try makeLayouts())
    cachedPayloads.withLock { $0[key] = made }
    return made
  }

  private init(forms: [Layout?]) {
    self.layouts = forms
  }

  private static func makeLayouts() throws(MetadataError) -> [Layout?] {
    try EnumSchema.of(Root.self).casesByTag.map { choice in
      guard let payload = choice.payload, hasValueLayout(payload),
        choice.refusal == nil, choice.elements.allSatisfy({ $0.refusal == nil })
      else { return nil }
      return choice.isIndirect ? .boxed : .inline
    }
  }

  /// Labels are no part of how a tuple lies in memory; one labelled value is a tuple of one.
  private static func hasValueLayout(_ payload: Any.Type) -> Bool {
    if payload == Value.self { return true }
    guard let elements = tupleElements(of: payload) else { return false }
    if elements.count == 1 { return elements[0].type == Value.self }
    guard let others = tupleElements(of: Value.self) else { return false }
    return elements.map { ObjectIdentifier($0.type) } == others.map { ObjectIdentifier($0.type) }
  }

  /// Whether no case of `Root` has such a payload.
  public var isEmpty: Bool { layouts.allSatisfy { $0 == nil } }

  /// The tag of the value's case.
  public func tag(of root: Root) -> Int { enumTag(of: root) }

  /// The payload of `root`, whose case has this tag; nil if it is not a `Value`.
  public func payload(of root: Root, tag: Int) -> Value? {
    guard layouts.indices.contains(tag), let form = layouts[tag] else { return nil }
    return withUnsafeTemporaryAllocation(of: Root.self, capacity: 1) { buffer in
      // One element was asked for, so there is a base address.
      let copy = buffer.baseAddress!
      copy.initialize(to: root)
      let storage = UnsafeMutableRawPointer(copy)
      // From here on the memory is not a `Root` but what the case holds.
      macho_enum_project(storage, Metadata(Root.self).pointer)
      switch form {
      case .inline:
        // The payload is laid out as a `Value` (see `isValue`), and moving it out ends the copy.
        return storage.assumingMemoryBound(to: Value.self).move()
      case .boxed:
        let box = storage.load(as: UnsafeMutableRawPointer?.self)
        defer { macho_box_release(box) }
        // An empty payload has no storage: any address serves for reading no bytes.
        return (macho_box_project(box) ?? storage).assumingMemoryBound(to: Value.self).pointee
      }
    }
  }
}

/// The tag of the case that an enum's value is in: it tells the cases apart, and nothing else.
///
/// The caller knows that `Root` is an enum.
public func enumTag<Root>(of root: Root) -> Int {
  withUnsafePointer(to: root) { Int(macho_enum_tag($0, Metadata(Root.self).pointer)) }
}

private let cachedPayloads = Lock<[ObjectIdentifier: any AnyObject & Sendable]>([:])
