import MachoMetadata

/// A case of an enum as people see it: `factResponse(String)`; or a struct's call, or another name.
public struct CaseDescription: Sendable, Equatable {
  /// One value of a case's payload.
  public struct Argument: Sendable, Equatable {
    /// The label that the text has to give; nil for none.
    public let label: String?
    /// As the source would spell it.
    public let type: String

    package init(label: String?, type: String) {
      self.label = label
      self.type = type
    }
  }

  /// The case's name.
  public let name: String
  /// The values of the payload, none for a bare case.
  public let arguments: [Argument]
  /// Why it is not to be sent, where a table says so.
  public let forbidden: String?
  /// Whether it is written with parentheses even where there is nothing between them, as a struct
  /// is.
  public let isCall: Bool
  /// What it is another name for, as it would be typed.
  public let standsFor: String?
  /// What it does, in a few words, where somebody said so.
  public var summary: String?

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

  /// As it would be declared: `move(from: Set<Int>, to: Int)`.
  public var signature: String {
    guard isCall || !arguments.isEmpty else { return name }
    return "\(name)(\(arguments.map(\.text).joined(separator: ", ")))"
  }

  /// A line of a list: the signature, what it is another name for, and what it does.
  public var line: String {
    signature + (standsFor.map { "  stands for \($0)" } ?? "") + (summary.map { "  \($0)" } ?? "")
  }
}

extension CaseDescription.Argument {
  fileprivate var text: String { label.map { "\($0): \(type)" } ?? type }
}

extension ValueSyntax {
  /// The cases of an enum for people, in the table's order, then in the declaration's; none for
  /// another type.
  public func cases(of type: Any.Type) -> [CaseDescription] {
    guard let schema = try? EnumSchema.of(type) else { return [] }
    let table = caseOverrides[type]
    let described = schema.cases.map { CaseDescription($0, forbidden: table?.forbidden[$0.name]) }
    guard let order = table?.order, !order.isEmpty else { return described }
    let first = order.compactMap { name in described.first { $0.name == name } }
    return first + described.filter { !order.contains($0.name) }
  }

  /// What values of some types are written as: the cases of enums, the calls of structs.
  public func actions(of types: [Any.Type]) -> [CaseDescription] {
    types.flatMap { type in
      guard case .structure(let plan) = TextSchema.of(type).shape else { return cases(of: type) }
      let arguments = plan.visible.map {
        CaseDescription.Argument(label: $0.name, type: TypeName.spell($0.field.type))
      }
      return [
        CaseDescription(name: TypeName.spell(type), arguments: arguments, isCall: true)
      ]
    }
  }

  /// The name of the current case of an enum's value; nil for another value.
  public func caseName(of value: Any) -> String? { MachoValues.caseName(of: value) }
}

/// The name of the current case of an enum's value; nil for another value.
public func caseName(of value: Any) -> String? {
  guard let schema = try? EnumSchema.of(type(of: value)) else { return nil }
  return try? schema.currentCase(of: value).name
}

/// The current case with those in its single payloads: `searchResponse.success`.
public func caseLabel(of value: Any) -> String? {
  guard let name = caseName(of: value) else { return nil }
  guard let schema = try? EnumSchema.of(type(of: value)),
    let payload = try? schema.payload(of: value), payload.count == 1,
    !(payload[0] is any TextConvertible) || payload[0] is any CaseLabelled,
    let rest = caseLabel(of: payload[0])
  else { return name }
  return "\(name).\(rest)"
}

/// A type with text of its own that is an enum all the same: its case belongs to a dotted label.
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

func caseSignatures(_ schema: EnumSchema) -> [String] { schema.cases.map(signature(of:)) }

extension StructTextSchema {
  /// The memberwise call: `Contact(id: UUID, name: String)`.
  var signature: String {
    let properties = visible.map { "\($0.name): \(TypeName.spell($0.field.type))" }
    return "\(TypeName.spell(metadata.type))(\(properties.joined(separator: ", ")))"
  }
}
