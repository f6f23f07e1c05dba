/// The contents of the objects that a state refers to, at one time.
///
/// A state retains its objects, but not what they contain: code that changes an object in place changes
/// it in all states. A diff of two states compares these contents instead.
///
/// Only what reflection shows is captured. A property that is `weak` or `unowned` is not retained.
///
/// SAFETY: `@unchecked Sendable` because it is immutable. Its values are only read, on the thread that
/// owns the state.
package final class ObjectContents: @unchecked Sendable {
  /// The content of one object.
  struct Instance {
    /// The object. It is retained, so that its identifier stays unique.
    let object: AnyObject
    /// The path of the first property that refers to it, in the state or in `owner`: `handle`.
    let path: String
    /// The object with that property. `nil` for the state.
    let owner: ObjectIdentifier?
    /// The properties, those of superclasses first.
    let properties: [Property]
    /// The text that a `CustomDumpStringConvertible` object is written as.
    let description: String?
    /// The objects that refer to it.
    var referrers: Set<ObjectIdentifier> = []

    /// The captured content as a mirror.
    var mirror: Mirror {
      func open<Object: AnyObject>(_ object: Object) -> Mirror {
        Mirror(
          object, children: properties.map(\.child), displayStyle: .class,
          ancestorRepresentation: .suppressed)
      }
      return _openExistential(object, do: open)
    }
  }

  /// The value of a property.
  struct Property {
    let label: String?
    private let value: Any
    /// Whether it is `weak` or `unowned`.
    let isUnretained: Bool

    init(_ child: Mirror.Child, isUnretained: Bool) {
      label = child.label
      value = isUnretained ? UnretainedReference(child.value) : child.value
      self.isUnretained = isUnretained
    }

    var child: Mirror.Child {
      guard isUnretained, let reference = value as? UnretainedReference else {
        return (label, value)
      }
      return (label, reference.object as Any)
    }
  }

  let instances: [ObjectIdentifier: Instance]

  /// Captures the objects that a value refers to, directly or through other objects.
  package init(of value: some Any) {
    var search = ObjectSearch()
    search.run(from: value)
    instances = search.instances
  }

  /// Whether the value refers to zero objects.
  package var isEmpty: Bool { instances.isEmpty }

  /// Returns the paths of the objects' properties that differ from those of the same objects in
  /// `other`, sorted: `["handle.count"]`.
  package func paths(changedSince other: ObjectContents) -> [String] {
    changed(since: other).flatMap { id -> [String] in
      guard let new = instances[id], let old = other.instances[id] else { return [] }
      let path = path(of: new)
      let labels = Self.changedLabels(old, new)
      return labels.isEmpty ? [path] : labels.map { path.isEmpty ? $0 : "\(path).\($0)" }
    }.sorted()
  }

  /// Returns the path of an object from the state. The middle of a long one is elided.
  private func path(of instance: Instance) -> String {
    var parts = [instance.path]
    var owner = instance.owner
    while let id = owner, let next = instances[id] {
      parts.append(next.path)
      owner = next.owner
    }
    parts = parts.filter { !$0.isEmpty }.reversed()
    guard parts.count > 6 else { return parts.joined(separator: ".") }
    return parts.prefix(3).joined(separator: ".") + "…" + parts.suffix(2).joined(separator: ".")
  }

  /// Returns the objects whose own content differs from the one in `other`.
  func changed(since other: ObjectContents) -> [ObjectIdentifier] {
    guard self !== other else { return [] }
    return instances.compactMap { id, new in
      guard let old = other.instances[id] else { return nil }
      return Self.areEqual(old, new) ? nil : id
    }
  }

  private static func areEqual(_ old: Instance, _ new: Instance) -> Bool {
    old.description == new.description
      && old.properties.count == new.properties.count && changedLabels(old, new).isEmpty
  }

  private static func changedLabels(_ old: Instance, _ new: Instance) -> [String] {
    zip(old.properties, new.properties).compactMap { old, new in
      MirrorEquality.areEqual([old.child], [new.child])
        ? nil : new.label.map { SourceNames.restored(label: $0) } ?? "?"
    }
  }
}

/// A reference that a `weak` or `unowned` property holds.
private struct UnretainedReference {
  weak var object: AnyObject?

  init(_ value: Any) {
    let contents = Mirror(reflecting: value)
    let inner: Any? =
      contents.displayStyle == .optional ? contents.children.first?.value : value
    guard let inner, type(of: inner) is AnyClass else { return }
    object = inner as AnyObject
  }
}
