import MachoMetadata

/// The user-visible description of an enum case such as `factResponse(String)`, a struct's
/// initializer, or an alias.
package struct CaseDescription: Sendable, Equatable {
  /// One value of a case's payload.
  package struct Argument: Sendable, Equatable {
    /// The argument's label. `nil` if it has none.
    package let label: String?
    /// The type as spelled in source.
    package let type: String

    package init(label: String?, type: String) {
      self.label = label
      self.type = type
    }
  }

  /// The case's name.
  package let name: String
  /// The values of the payload. Empty for a case without one.
  package let arguments: [Argument]
  /// The reason why the case may not be sent. `nil` if it may.
  package let forbidden: String?
  /// Whether it is written with parentheses even without arguments, as a struct's initializer is.
  package let isCall: Bool
  /// The action that is sent when an alias is typed: `add(to: 3)`. `nil` if this is not an alias.
  package let standsFor: String?
  /// A short summary, if one was given.
  package var summary: String?

  package init(
    name: String, arguments: [Argument] = [], forbidden: String? = nil, isCall: Bool = false,
    standsFor: String? = nil
  ) {
    self.name = name
    self.arguments = arguments
    self.forbidden = forbidden
    self.isCall = isCall
    self.standsFor = standsFor
  }

  /// The declaration without keywords: `move(from: Set<Int>, to: Int)`.
  package var signature: String {
    guard isCall || !arguments.isEmpty else { return name }
    return "\(name)(\(arguments.map(\.text).joined(separator: ", ")))"
  }

  /// The signature as a suggestion: `contactTapped(id: UUID(…))`. A value that is written as a call has
  /// its form.
  package var suggestion: String {
    guard isCall || !arguments.isEmpty else { return name }
    return "\(name)(\(arguments.map(\.suggestion).joined(separator: ", ")))"
  }

  /// A line of a listing: the signature, the alias target and the summary.
  package var line: String {
    signature + (standsFor.map { "  stands for \($0)" } ?? "") + (summary.map { "  \($0)" } ?? "")
  }
}

extension CaseDescription.Argument {
  fileprivate var text: String { label.map { "\($0): \(type)" } ?? type }

  fileprivate var suggestion: String {
    let isCall = textBeginnings(ofTypeNamed: type).contains { $0.hasPrefix(type + "(") }
    return (label.map { $0 + ": " } ?? "") + type + (isCall ? "(…)" : "")
  }
}

extension ValueSyntax {
  /// Returns the cases of an enum, in the order of its overrides and then of its declaration, as far
  /// as that is known. Empty for any other type.
  package func cases(of type: Any.Type) -> [CaseDescription] {
    guard let schema = try? EnumSchema.of(type) else { return [] }
    let table = caseOverrides[type]
    let described = schema.cases.map { CaseDescription($0, forbidden: table?.forbidden[$0.name]) }
    let overridden = table?.order ?? []
    let order = overridden.isEmpty ? caseOrder(type) ?? [] : overridden
    guard !order.isEmpty else { return described }
    let first = order.compactMap { name in described.first { $0.name == name } }
    return first + described.filter { !order.contains($0.name) }
  }

  /// Returns the cases of an enum as suggestions: those without a payload, which are complete, come first
  /// unless overrides have an order.
  package func suggestedCases(of type: Any.Type) -> [CaseDescription] {
    let cases = cases(of: type)
    guard caseOverrides[type]?.order.isEmpty ?? true else { return cases }
    return cases.filter(\.arguments.isEmpty) + cases.filter { !$0.arguments.isEmpty }
  }

  /// Returns how values of the given types are written: the cases of enums, the initializers of
  /// structs.
  package func actions(of types: [Any.Type]) -> [CaseDescription] {
    actions(of: types, listing: cases(of:))
  }

  /// Returns how values of the given types are written, with the cases of enums as suggestions.
  package func suggestedActions(of types: [Any.Type]) -> [CaseDescription] {
    actions(of: types, listing: suggestedCases(of:))
  }

  private func actions(
    of types: [Any.Type], listing cases: (Any.Type) -> [CaseDescription]
  ) -> [CaseDescription] {
    types.flatMap { type in
      guard case .structure(let schema) = TextSchema.of(type).shape else { return cases(type) }
      let arguments = schema.visible.map {
        CaseDescription.Argument(label: $0.name, type: $0.field.textTypeName)
      }
      return [
        CaseDescription(name: TypeName.spell(type), arguments: arguments, isCall: true)
      ]
    }
  }

  /// Returns the name of the current case of an enum value. `nil` for any other value.
  package func caseName(of value: Any) -> String? { MachoValues.caseName(of: value) }
}

/// Returns the name of the current case of an enum value. `nil` for any other value.
package func caseName(of value: Any) -> String? {
  guard let schema = try? EnumSchema.of(type(of: value)) else { return nil }
  return try? schema.currentCase(of: value).name
}

/// Returns the current case followed by the cases in its single payloads: `searchResponse.success`.
package func caseLabel(of value: Any) -> String? {
  guard let name = caseName(of: value) else { return nil }
  guard let schema = try? EnumSchema.of(type(of: value)),
    let payload = try? schema.payload(of: value), payload.count == 1,
    !(payload[0] is any TextConvertible) || payload[0] is any CaseLabelled,
    let rest = caseLabel(of: payload[0])
  else { return name }
  return "\(name).\(rest)"
}

/// Returns the cases in `caseLabel(of:)`, outermost first, each with its label, such as `inner.moved`, and
/// its payload. Empty if the value is not an enum's. Ends above a payload that cannot be read.
package func labelledPayloads(of value: Any) -> [(label: String, payload: [Any])] {
  var found: [(label: String, payload: [Any])] = []
  var next: Any? = value
  while let value = next, let name = caseName(of: value),
    let payload = try? EnumSchema.of(type(of: value)).payload(of: value)
  {
    found.append((found.last.map { "\($0.label).\(name)" } ?? name, payload))
    next =
      payload.count == 1
        && (!(payload[0] is any TextConvertible) || payload[0] is any CaseLabelled)
      ? payload[0] : nil
  }
  return found
}

/// Returns the values that determine a value of a known type: the properties of a struct, the elements
/// of a tuple or a collection, the content of an Optional. Empty for other values.
package func valueParts(of value: Any) -> [Any] {
  switch CompositeValue(value) {
  case .structure(let schema):
    let parts = schema.visible.compactMap { try? schema.metadata.value(at: $0.index, in: value) }
    return parts.count == schema.visible.count ? parts : []
  case .tuple: return Mirror(reflecting: value).children.map(\.value)
  case .enumeration, .object, .other:
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .collection, .set, .dictionary, .optional: return mirror.children.map(\.value)
    default: return []
    }
  }
}

/// An enum with its own text whose case still belongs in a dotted label.
protocol CaseLabelled {}

extension CaseDescription {
  init(_ enumCase: EnumCase, forbidden: String? = nil) {
    self.init(
      name: enumCase.name,
      arguments: enumCase.elements.map {
        Argument(label: $0.label, type: TypeName.spell($0.type))
      },
      forbidden: forbidden)
  }
}

func signature(of enumCase: EnumCase) -> String { CaseDescription(enumCase).signature }

/// Returns a case as a suggestion: `contactTapped(id: UUID(…))`.
func suggestion(of enumCase: EnumCase) -> String { CaseDescription(enumCase).suggestion }

extension StructTextSchema {
  /// The memberwise initializer call: `Contact(id: UUID, name: String)`.
  var signature: String { description.signature }

  /// The memberwise initializer call as a suggestion: `Contact(id: UUID(…), name: String)`.
  var suggestion: String { description.suggestion }

  private var description: CaseDescription {
    CaseDescription(
      name: TypeName.spell(metadata.type),
      arguments: visible.map { .init(label: $0.name, type: $0.field.textTypeName) }, isCall: true)
  }
}
