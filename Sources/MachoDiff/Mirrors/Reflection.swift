import CustomDump
import Foundation
import MachoLocks

/// The mirror of a value, customized by `CustomDumpReflectable`.
struct Reflection {
  let mirror: Mirror
  let children: [Mirror.Child]

  /// Reflects a value; an object with its content on one side of a diff. Default: the new side.
  init(_ value: Any, _ side: Side = .new) {
    let captured = ComparedObjects.instance(of: value, side)?.mirror
    self.init(
      captured ?? (value as? any CustomDumpReflectable)?.customDumpMirror
        ?? (value as? DateComponents)?.typedMirror ?? Mirror(reflecting: value))
  }

  init(_ mirror: Mirror) {
    self.mirror = mirror
    children = Array(mirror.children)
  }

  func typeName(_ style: LabelStyle) -> String {
    DumpTypeNameCache.name(of: mirror.subjectType, style)
  }

  /// Whether there is a single child, written on the same line as its parent.
  var isOneLine: Bool {
    switch mirror.displayStyle {
    case .collection?, .dictionary?, .set?: false
    default: Self.isOneLine(children)
    }
  }

  static func isOneLine(_ children: [Mirror.Child]) -> Bool {
    children.count == 1 && MirrorPrinter.isInline(children[0].value)
  }

  /// Removes the children that a macro added.
  static func visibleChildren(_ children: [Mirror.Child], of value: Any) -> [Mirror.Child] {
    if value is any CustomDumpReflectable { return children }
    return children.filter { $0.label?.hasPrefix("_$") != true }
  }

  /// The children of an enum's payload; `nil` without payload.
  var payload: (name: String?, reflection: Reflection)? {
    guard let child = children.first else { return nil }
    let inner = Reflection(child.value)
    if inner.mirror.displayStyle == .tuple { return (child.label, inner) }
    return (
      child.label,
      Reflection(Mirror(child.value, unlabeledChildren: [child.value], displayStyle: .tuple))
    )
  }

  /// Removes the positional labels (`.0`, `.1`) of tuple elements.
  static func removingPositionalLabels(_ children: [Mirror.Child]) -> [Mirror.Child] {
    children.map { $0.label?.first == "." ? (nil, $0.value) : $0 }
  }
}

extension DateComponents {
  /// The mirror with the calendar and the time zone themselves, instead of their descriptions.
  fileprivate var typedMirror: Mirror {
    let children = Mirror(reflecting: self).children.map { child -> Mirror.Child in
      switch child.label {
      case "calendar": (child.label, calendar ?? child.value)
      case "timeZone": (child.label, timeZone ?? child.value)
      default: child
      }
    }
    return Mirror(self, children: children, displayStyle: .struct)
  }
}

/// A cache of type names in dumps.
enum DumpTypeNameCache {
  private static let cache = Lock<[ObjectIdentifier: DumpTypeName]>([:])

  static func name(of type: Any.Type, _ style: LabelStyle) -> String {
    let name = name(of: type)
    return style == .source ? name.source : name.stored
  }

  private static func name(of type: Any.Type) -> DumpTypeName {
    let key = ObjectIdentifier(type)
    if let name = cache.withLock({ $0[key] }) { return name }
    let name = DumpTypeName(type)
    cache.withLock { $0[key] = name }
    return name
  }
}
