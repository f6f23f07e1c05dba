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
class SharedCopier: SharedRebinder {
  /// The last copies, by the identity of their originals.
  fileprivate let last: [ObjectIdentifier: AnySharedSource]
  private let willCopy: ((AnySharedSource) -> Void)?

  /// - Parameter last: The copies that are used again, if their values are current.
  /// - Parameter willCopy: Called before a source is copied.
  init(
    last: [ObjectIdentifier: AnySharedSource] = [:], willCopy: ((AnySharedSource) -> Void)? = nil
  ) {
    self.last = last
    self.willCopy = willCopy
  }

  override func replacement<Value>(of source: SharedSource<Value>) -> SharedSource<Value> {
    willCopy?(source)
    return source.copy(last: last[ObjectIdentifier(source)])
  }
}

/// Refers to the last copies, except for the sources that one change changed. Other changes may have
/// followed.
final class SharedChangeCopier: SharedCopier {
  /// The copies of the changed sources, by the identity of the sources.
  private let changed: [ObjectIdentifier: AnySharedSource]
  private let omitsStoredValues: Bool
  /// The copies of stored values that were omitted.
  private(set) var omitted: [ObjectIdentifier: AnySharedSource] = [:]

  /// - Parameter omitsStoredValues: Whether sources that are new have the initial values of their
  ///   keys.
  init(
    last: [ObjectIdentifier: AnySharedSource], changed: [ObjectIdentifier: AnySharedSource],
    omitsStoredValues: Bool, willCopy: @escaping (AnySharedSource) -> Void
  ) {
    self.changed = changed
    self.omitsStoredValues = omitsStoredValues
    super.init(last: last, willCopy: willCopy)
  }

  override func replacement<Value>(of source: SharedSource<Value>) -> SharedSource<Value> {
    let id = ObjectIdentifier(source)
    guard var copy = last[id] ?? changed[id] else {
      let copy = super.replacement(of: source)
      guard omitsStoredValues, let initial = source.copyOfInitialValue() else { return copy }
      omitted[id] = copy
      return initial
    }
    if let changed = changed[id], changed.originalVersion > copy.originalVersion { copy = changed }
    // SAFETY: a copy has the type of its original.
    return copy as! SharedSource<Value>
  }
}

/// Refers to other copies of the same originals.
final class SharedCopyExchanger: SharedRebinder {
  private let copies: [ObjectIdentifier: AnySharedSource]

  /// - Parameter copies: The copies by the identity of their originals. Others stay.
  init(copies: [ObjectIdentifier: AnySharedSource]) { self.copies = copies }

  override func replacement<Value>(of source: SharedSource<Value>) -> SharedSource<Value> {
    guard let original = source.originalSource else { return source }
    return copies[ObjectIdentifier(original)] as? SharedSource<Value> ?? source
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
