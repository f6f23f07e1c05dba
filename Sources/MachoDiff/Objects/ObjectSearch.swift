import CustomDump
import MachoMetadata

/// A search for the objects that a value refers to. It does not recurse, because lists of objects can be
/// long.
struct ObjectSearch {
  private struct Step {
    let value: Any
    let path: String
    /// The object that contains the value. `nil` outside of all objects.
    let owner: ObjectIdentifier?
  }

  private(set) var instances: [ObjectIdentifier: ObjectContents.Instance] = [:]
  private var steps: [Step] = []

  mutating func run(from value: Any) {
    steps = [Step(value: value, path: "", owner: nil)]
    while let step = steps.popLast() { visit(step) }
  }

  private mutating func visit(_ step: Step) {
    let type = Swift.type(of: step.value)
    guard ObjectTypes.mayOccur(in: type) else { return }
    if let object = step.value as? any _CustomDiffObject {
      return add(snapshotValue(object) ?? object._customDiffValues.1, to: step)
    }
    if TypeKind(of: type) == .classType { return visit(step.value as AnyObject, step) }
    if let represented = step.value as? any CustomDumpRepresentable {
      return add(represented.customDumpValue, to: step)
    }
    visitParts(of: step, type)
  }

  private mutating func add(_ value: Any, to step: Step) {
    steps.append(Step(value: value, path: step.path, owner: step.owner))
  }

  private mutating func visit(_ object: AnyObject, _ step: Step) {
    let id = ObjectIdentifier(object)
    if instances[id] == nil {
      var description: String?
      var properties: [ObjectContents.Property] = []
      if let described = object as? any CustomDumpStringConvertible {
        description = described.customDumpDescription
      } else {
        properties = Self.properties(of: object)
      }
      instances[id] = ObjectContents.Instance(
        object: object, path: step.path, owner: step.owner, properties: properties,
        description: description)
      for property in properties.reversed() where !property.isUnretained {
        let child = property.child
        steps.append(
          Step(value: child.value, path: Self.path("", to: child.label ?? "?"), owner: id))
      }
    }
    if let owner = step.owner { instances[id]?.referrers.insert(owner) }
  }

  private static func properties(of object: AnyObject) -> [ObjectContents.Property] {
    var mirror: Mirror? =
      (object as? any CustomDumpReflectable)?.customDumpMirror ?? Mirror(reflecting: object)
    var properties: [ObjectContents.Property] = []
    while let current = mirror, !ObjectTypes.isLibraryType(current.subjectType) {
      let unretained = ObjectTypes.unretainedProperties(of: current.subjectType)
      let own = current.children.filter { $0.label?.hasPrefix("_$") != true }
      properties.insert(
        contentsOf: own.map {
          ObjectContents.Property($0, isUnretained: $0.label.map(unretained.contains) ?? false)
        }, at: 0)
      mirror = current.superclassMirror
    }
    return properties
  }

  /// Visits the fields, the payload or the elements of a value.
  private mutating func visitParts(of step: Step, _ type: Any.Type) {
    let mirror = Reflection(step.value).mirror
    let unretained = ObjectTypes.unretainedProperties(of: type)
    let parts = mirror.children.enumerated().filter {
      !($0.element.label.map(unretained.contains) ?? false)
    }
    for (index, child) in parts.reversed() {
      let path: String
      switch mirror.displayStyle {
      case .optional?: path = step.path
      case .collection?, .set?: path = "\(step.path)[\(index)]"
      case .dictionary?:
        guard let pair = UnorderedChildren.pair(child) else { continue }
        steps.append(
          Step(value: pair.value, path: "\(step.path)[\(Self.text(pair.key))]", owner: step.owner))
        continue
      default:
        let label = child.label.map { $0.first == "." ? String($0.dropFirst()) : $0 }
        path = Self.path(step.path, to: label ?? "\(index)")
      }
      steps.append(Step(value: child.value, path: path, owner: step.owner))
    }
  }

  private static func text(_ key: Any) -> String {
    var printer = Printer(labelStyle: .source)
    return UnorderedChildren.label(of: key, using: &printer).text
  }

  private static func path(_ owner: String, to label: String) -> String {
    let name = SourceNames.restored(label: label)
    return owner.isEmpty ? name : "\(owner).\(name)"
  }
}
