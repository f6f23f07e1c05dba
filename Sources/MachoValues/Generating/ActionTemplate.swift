import MachoMetadata

/// An action without its values: a case, with the cases of the actions in it.
///
/// `rows[id: 2].deleteButtonTapped` and `rows[id: 3].deleteButtonTapped` have one template.
package struct ActionTemplate {
  /// A part of the action's text.
  package enum Piece {
    case text(String)
    case value(Any.Type)
    /// The ID of an element in the state.
    case identity(Any.Type)
    /// The position of an element in a collection of the state, an `Int`.
    case position
    /// The ID of an element that is pushed on a stack.
    case newOrdinal
    /// The state of a screen that a view pushes.
    case screen(Any.Type)
  }

  /// The case names, outermost first: `rows.element.deleteButtonTapped`.
  package let label: String
  /// The case names up to the first one whose values are not actions. Effects that send one action of a
  /// group may send the others: `response` for `response.success`.
  package let group: String
  /// Whether the action dismisses a screen, which a user can always do although effects do it too.
  package fileprivate(set) var isDismissal = false
  /// The property that the action sets. Default: `nil` (the action is not a binding).
  package fileprivate(set) var boundProperty: String?
  /// The parts of the text, in order.
  package fileprivate(set) var pieces: [Piece]

  /// The type of the state that the action pushes on a stack. `nil` for another action.
  package var screen: Any.Type? {
    for case .screen(let type) in pieces { return type }
    return nil
  }

  /// Whether all actions of the template are equal.
  package var isConstant: Bool {
    pieces.allSatisfy { if case .text = $0 { true } else { false } }
  }
}

/// The maximum number of cases in a row that a template describes.
private let maximumDepth = 6

/// The maximum number of templates of a feature.
private let maximumCount = 1_000

extension ValueSyntax {
  /// Returns the templates of the actions of some types, in the order of their declarations. Omits
  /// cases that may not be sent, and bindings of properties that no view can bind.
  ///
  /// - Parameter bindings: The names of further properties that bindings set. Default: none.
  package func actionTemplates(
    of types: [Any.Type], bindings: Set<String> = []
  ) -> [ActionTemplate] {
    types.flatMap { type -> [ActionTemplate] in
      switch TextSchema.of(type).shape {
      case .structure(let schema):
        let name = TypeName.base(type)
        let fields = schema.visible.map { (label: $0.name, type: $0.field.type) }
        var pieces: [ActionTemplate.Piece] = [.text(name + "(")]
        append(fields.map { ($0.label, $0.type) }, of: name, to: &pieces)
        return [ActionTemplate(label: name, group: name, pieces: joined(pieces + [.text(")")]))]
      case .enumeration: return templates(of: type, bindings, depth: 0)
      default:
        return [
          ActionTemplate(
            label: TypeName.base(type), group: TypeName.base(type), pieces: [.value(type)])
        ]
      }
    }
  }

  private func templates(
    of type: Any.Type, _ bindings: Set<String>, depth: Int
  ) -> [ActionTemplate] {
    if let setting = type as? any PropertySetting.Type {
      let bound = Set(setting.boundProperties.map(\.name)).union(bindings)
      return setting.settableProperties.filter { bound.contains($0.name) }.map { property in
        ActionTemplate(
          label: property.name, group: property.name, boundProperty: property.name,
          pieces: [.text(".set(\\.\(property.name), "), .value(property.type), .text(")")])
      }
    }
    guard case .enumeration(let schema) = TextSchema.of(type).shape else { return [] }
    let forbidden = caseOverrides[type]?.forbidden ?? [:]
    var found: [ActionTemplate] = []
    for enumCase in schema.metadata.cases where forbidden[enumCase.name] == nil {
      guard found.count < maximumCount else { break }
      if type is any ElementAddressed.Type, isPush(enumCase) {
        // The store chooses the identity of another new element.
        found += pushTemplate(of: enumCase).map { [$0] } ?? []
        continue
      }
      let isDismissal =
        enumCase.name == "dismiss" && isPresentation(schema.metadata)
        || enumCase.name == "popFrom" && type is any ElementAddressed.Type
      found += templates(of: enumCase, bindings, depth: depth).map { template in
        var template = template
        if isDismissal { template.isDismissal = true }
        return template
      }
    }
    return found
  }

  private func templates(
    of enumCase: EnumCase, _ bindings: Set<String>, depth: Int
  ) -> [ActionTemplate] {
    let elements = enumCase.elements.map { (label: $0.label, type: $0.type) }
    guard !elements.isEmpty else {
      return [
        ActionTemplate(
          label: enumCase.name, group: enumCase.name, pieces: [.text(enumCase.name)])
      ]
    }
    var pieces: [ActionTemplate.Piece] = [.text(enumCase.name + "(")]
    // Text cannot build a binding as a value, only the setting of a property, which is not nested.
    guard let nested = nestedAction(in: enumCase),
      depth < maximumDepth || elements[nested].type is any PropertySetting.Type
    else {
      append(elements, of: enumCase.name, to: &pieces)
      return [
        ActionTemplate(
          label: enumCase.name, group: enumCase.name, pieces: joined(pieces + [.text(")")]))
      ]
    }
    append(Array(elements[..<nested]), of: enumCase.name, to: &pieces)
    if nested > 0 { pieces.append(.text(", ")) }
    if let label = elements[nested].label { pieces.append(.text(label + ": ")) }
    return templates(of: elements[nested].type, bindings, depth: depth + 1).map { template in
      var outer = ActionTemplate(
        label: enumCase.name + "." + template.label,
        group: isActionType(elements[nested].type)
          ? enumCase.name + "." + template.group : enumCase.name,
        pieces: joined(pieces + template.pieces + [.text(")")]))
      outer.isDismissal = template.isDismissal
      outer.boundProperty = template.boundProperty
      return outer
    }
  }

  /// Returns the template of `push(id: #0, state: State(…))`. `nil` if the ID is not an ordinal.
  private func pushTemplate(of enumCase: EnumCase) -> ActionTemplate? {
    let (id, state) = (enumCase.elements[0], enumCase.elements[1])
    guard id.type is any OrdinalIdentity.Type else { return nil }
    func label(_ field: Field) -> String { field.label.map { $0 + ": " } ?? "" }
    return ActionTemplate(
      label: enumCase.name, group: enumCase.name,
      pieces: [
        .text("\(enumCase.name)(\(label(id))"), .newOrdinal, .text(", \(label(state))"),
        .screen(state.type), .text(")"),
      ])
  }

  private func append(
    _ fields: [(label: String?, type: Any.Type)], of action: String,
    to pieces: inout [ActionTemplate.Piece]
  ) {
    for (index, field) in fields.enumerated() {
      let label = field.label.map { $0 + ": " } ?? ""
      pieces.append(.text((index > 0 ? ", " : "") + label))
      let isID = isIdentity(field.label, field.type, of: action, isOnly: fields.count == 1)
      let isPosition = field.type == Int.self && field.label.map(isPositionLabel) ?? false
      pieces.append(isID ? .identity(field.type) : isPosition ? .position : .value(field.type))
    }
  }

  /// Joins adjacent texts.
  private func joined(_ pieces: [ActionTemplate.Piece]) -> [ActionTemplate.Piece] {
    var joined: [ActionTemplate.Piece] = []
    for piece in pieces {
      if case .text(let text) = piece, case .text(let last)? = joined.last {
        joined[joined.count - 1] = .text(last + text)
      } else {
        joined.append(piece)
      }
    }
    return joined
  }
}

/// Returns the index of the action in a case's payload: a single enum, or the last value of an
/// addressed element.
private func nestedAction(in enumCase: EnumCase) -> Int? {
  guard let last = enumCase.elements.last,
    enumCase.elements.count == 1 || last.label == "action"
  else { return nil }
  if last.type is any PropertySetting.Type { return enumCase.elements.count - 1 }
  guard TypeKind(of: last.type) == .enumeration,
    case .enumeration = TextSchema.of(last.type).shape
  else { return nil }
  return enumCase.elements.count - 1
}

/// Whether a case of the actions of elements adds an element: `push(id:state:)`.
func isPush(_ enumCase: EnumCase) -> Bool {
  enumCase.elements.count == 2 && enumCase.elements.last?.label != "action"
}

/// Whether an argument is the ID of an existing element, by its label, its type or, if it is the only
/// argument, the name of the action. `false` in an action that adds or loads an element: there it is new.
private func isIdentity(
  _ label: String?, _ type: Any.Type, of action: String, isOnly: Bool
) -> Bool {
  let firstWord =
    action.prefix(1).lowercased() + String(action.dropFirst().prefix { $0.isLowercase })
  let makesElement = ["add", "append", "create", "fetch", "insert", "load", "new"]
  guard !makesElement.contains(firstWord) else { return false }
  let names = [label ?? (isOnly ? action : ""), TypeName.base(type)]
  if names.contains(where: IdentitySearch.isIdentityName) { return true }
  guard label == nil, isOnly, case .structure = TextSchema.of(type).shape else { return false }
  return true
}

/// Whether an argument is the position of an existing element: `moveTapped(row: 2, column: 0)`.
private func isPositionLabel(_ label: String) -> Bool {
  ["index", "row", "column", "section"].contains(label) || label.hasSuffix("Index")
}

/// Whether the values of an enum are actions, and not values of one: by convention, the name of the type,
/// or of one that declares it, ends with the word.
private func isActionType(_ type: Any.Type) -> Bool {
  type is any PropertySetting.Type || TypeName.path(type).contains { $0.hasSuffix("Action") }
}

/// Returns the label of the template that an action belongs to.
package func templateLabel(of action: Any) -> String {
  let type = Swift.type(of: action)
  guard let schema = try? EnumSchema.of(type), let current = try? schema.currentCase(of: action)
  else { return TypeName.base(type) }
  guard let nested = nestedAction(in: current),
    !(current.elements[nested].type is any PropertySetting.Type),
    let values = try? schema.payload(of: action)
  else { return current.name }
  return current.name + "." + templateLabel(of: values[nested])
}

/// Returns the values that an action carries, without Optionals and wrappers: the payload of each case in
/// it, or the value that a binding sets.
package func carriedValues(of action: Any) -> [Any] {
  if let setting = action as? any PropertySetting {
    return [setting.settingValue].compactMap(unwrappedContent)
  }
  guard let schema = try? EnumSchema.of(Swift.type(of: action)),
    let current = try? schema.currentCase(of: action),
    let values = try? schema.payload(of: action)
  else { return [] }
  let inner = nestedAction(in: current).map { carriedValues(of: values[$0]) } ?? []
  return values.compactMap(unwrappedContent) + inner
}

extension ValueGenerator {
  /// Generates an action of a template. Returns `nil` if a value of it cannot be generated, or if
  /// it needs the ID or the position of an element and there is none.
  package func text(
    of template: ActionTemplate, from choices: some ChoiceSource,
    in state: () -> ValueSamples
  ) -> String? {
    if case .text(let text)? = template.pieces.first, template.pieces.count == 1 { return text }
    let samples = state()
    var result = ""
    for piece in template.pieces {
      let part: String? =
        switch piece {
        case .text(let text): text
        case .value(let type): text(of: type, from: choices, in: samples)
        case .identity(let type): identity(of: type, from: choices, in: samples)
        case .position: position(from: choices, in: samples)
        case .newOrdinal: samples.nextOrdinal.map { "#\($0)" }
        case .screen(let type): screen(of: type, from: choices, in: samples)
        }
      guard let part else { return nil }
      result += part
    }
    return result
  }

  /// Returns the simplest action of a template. Returns `nil` if a value of it cannot be generated.
  package func simplestText(of template: ActionTemplate) -> String? {
    let choices = SimplestChoices()
    return text(of: template, from: choices) { ValueSamples() }
  }

  /// Makes the values that a template needs available.
  package func want(_ template: ActionTemplate) {
    for piece in template.pieces {
      switch piece {
      case .text, .newOrdinal: break
      case .value(let type): want(type)
      case .screen(let type): wantScreens(of: type)
      case .identity(let type): wantIDs(of: type)
      case .position: want(Int.self)
      }
    }
  }
}
