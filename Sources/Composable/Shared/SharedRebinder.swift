/// Replaces the sources that the shared values of a state refer to.
///
/// Abstract base class; use a subclass.
class SharedRebinder {
  /// The replaced sources and their replacements. Values with one source keep sharing one.
  private(set) var replacements: [ObjectIdentifier: AnySharedSource] = [:]

  final func source<Value>(for source: SharedSource<Value>) -> SharedSource<Value> {
    // SAFETY: only this method adds replacements, with the type of the replaced source.
    if let known = replacements[ObjectIdentifier(source)] { return known as! SharedSource<Value> }
    let replacement = replacement(of: source)
    replacements[ObjectIdentifier(source)] = replacement
    return replacement
  }

  func replacement<Value>(of source: SharedSource<Value>) -> SharedSource<Value> {
    preconditionFailure("Subclasses override replacement(of:).")
  }
}

/// Refers to copies with the current values.
final class SharedCopier: SharedRebinder {
  /// The last copies, by the identity of their originals.
  private let last: [ObjectIdentifier: AnySharedSource]

  init(last: [ObjectIdentifier: AnySharedSource] = [:]) { self.last = last }

  override func replacement<Value>(of source: SharedSource<Value>) -> SharedSource<Value> {
    source.copy(last: last[ObjectIdentifier(source)])
  }
}

/// Refers to sources in the storage of the current dependencies. A copy sets its source to its
/// value; other sources have the stored value, or else the default value.
class SharedOpener: SharedRebinder {
  override func replacement<Value>(of source: SharedSource<Value>) -> SharedSource<Value> {
    guard let original = source.originalSource as? SharedSource<Value> else {
      return source.sourceInCurrentStorage ?? SharedSource(source.currentValue)
    }
    let opened = self.source(for: original)
    opened.restore(from: source)
    return opened
  }
}

/// Refers to the originals of a store's own copies, and sets them to the values of the copies. Opens
/// other sources.
final class SharedRestorer: SharedOpener {
  private let ownSources: Set<ObjectIdentifier>

  init(ownSources: Set<ObjectIdentifier>) { self.ownSources = ownSources }

  override func replacement<Value>(of source: SharedSource<Value>) -> SharedSource<Value> {
    guard let original = source.originalSource as? SharedSource<Value>,
      ownSources.contains(ObjectIdentifier(original))
    else { return super.replacement(of: source) }
    original.restore(from: source)
    return original
  }
}
