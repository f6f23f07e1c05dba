import MachoMetadata

/// A type of alerts and dialogs: values that present buttons.
package protocol ButtonPresenting {
  /// The actions of the buttons, in their order. `nil` for a button without an action.
  var presentedActions: [Any?] { get }
}

/// A part of a state that has no named parts of its own, or that can be absent.
package struct StateLeaf {
  /// The path of the part, as `expect` writes it.
  package let path: String
  /// The paths of the parts that contain it, outermost first.
  private let owners: [String]
  /// The value with its declared type.
  package let value: TypedValue
  /// The value without the Optionals around it. `nil` if it is absent.
  package let content: Any?

  /// Whether the declared type allows the value to be absent.
  package let isOptional: Bool

  fileprivate init(
    path: String, owners: [String], value: TypedValue, content: Any?, isOptional: Bool
  ) {
    self.path = path
    self.owners = owners
    self.value = value
    self.content = content
    self.isOptional = isOptional
  }

  /// Whether the part is contained in another one.
  package func isInside(_ other: StateLeaf) -> Bool { owners.contains(other.path) }

  /// The value, if it is a Bool.
  package var flag: Bool? { content as? Bool }

  /// The name of the case, if the value is an enum.
  package var caseName: String? {
    guard let content, case .enumeration(let schema) = CompositeValue(content) else { return nil }
    return (try? schema.currentCase(of: content))?.name
  }

  /// Whether the value is an alert or a dialog.
  package var isAlert: Bool { content is any ButtonPresenting }
}

extension ValueSyntax {
  /// Returns the leaves of a state, in the order of the declarations: properties of structs at any
  /// depth, also of those in Optionals, enums and stacks of screens. An optional struct, a screen and a
  /// stack are themselves leaves too.
  package func leaves(of state: TypedValue) -> [StateLeaf] {
    var collector = LeafCollector(syntax: self)
    collector.collect(state, at: "", in: [])
    return collector.leaves
  }
}

private struct LeafCollector {
  let syntax: ValueSyntax
  var leaves: [StateLeaf] = []

  private static let limit = 400
  private static let maximumDepth = 5

  init(syntax: ValueSyntax) { self.syntax = syntax }

  /// - Parameter isElement: Whether it is an element of a stack, which may be removed.
  mutating func collect(
    _ value: TypedValue, at path: String, in owners: [String], isElement: Bool = false
  ) {
    guard leaves.count < Self.limit else { return }
    var declared = value.type
    var content = flattened(value.value)
    while let present = content, let transparent = present as? any PathTransparent,
      !(present is any Collection)
    {
      declared = transparent.pathContent.type
      content = flattened(transparent.pathContent.value)
    }
    let isOptional = isElement || withoutOptional(declared) != declared
    let leaf = StateLeaf(
      path: path, owners: owners, value: value, content: content, isOptional: isOptional)
    let inner = owners + (path.isEmpty ? [] : [path])
    if let stack = content as? any OrdinalIndexed, owners.count < Self.maximumDepth {
      for number in stack.ordinals {
        guard let element = stack.element(ordinal: number) else { continue }
        collect(element, at: "\(path)[#\(number)]", in: inner, isElement: true)
      }
      if !path.isEmpty { leaves.append(leaf) }
      return
    }
    guard let content, owners.count < Self.maximumDepth, !leaf.isAlert,
      syntax.leaves.leaf(type(of: content)) == nil, !(content is any TextConvertible)
    else {
      if !path.isEmpty { leaves.append(leaf) }
      return
    }
    switch CompositeValue(content) {
    case .structure(let schema):
      if isOptional, !path.isEmpty { leaves.append(leaf) }
      for property in schema.visible {
        guard let part = try? schema.metadata.value(at: property.index, in: content) else {
          continue
        }
        collect(
          TypedValue(part, as: property.field.type),
          at: path.isEmpty ? property.name : "\(path).\(property.name)", in: inner)
      }
    case .enumeration(let schema):
      if !path.isEmpty { leaves.append(leaf) }
      guard let current = try? schema.currentCase(of: content), current.elements.count == 1,
        let payload = try? schema.payload(of: content).first
      else { return }
      collect(
        TypedValue(payload, as: current.elements[0].type),
        at: path.isEmpty ? current.name : "\(path).\(current.name)", in: inner)
    default:
      if !path.isEmpty { leaves.append(leaf) }
    }
  }
}
