import SwiftSyntax

/// A case of an enum.
struct ParsedEnumCase {
  /// The name as written, including backticks.
  let name: String
  let payload: [EnumCaseParameterSyntax]
  let attributes: AttributeListSyntax
  let element: EnumCaseElementSyntax

  /// The payload value, if there is exactly one.
  var singlePayload: EnumCaseParameterSyntax? { payload.count == 1 ? payload[0] : nil }

  /// Returns an argument list such as `(v0, label: v1)` for the bound names, or an empty string.
  func arguments(_ value: (Int) -> String) -> String {
    guard !payload.isEmpty else { return "" }
    let arguments = payload.enumerated().map { index, parameter in
      parameter.label.map { "\($0): \(value(index))" } ?? value(index)
    }
    return "(\(arguments.joined(separator: ", ")))"
  }
}

extension EnumCaseParameterSyntax {
  /// The label of a payload value, if it has one.
  var label: String? {
    guard let firstName, firstName.tokenKind != .wildcard else { return nil }
    return firstName.text
  }
}

/// The cases of an enum in order, with their `#if` conditions.
struct EnumCases {
  private indirect enum Item {
    case element(ParsedEnumCase)
    case conditional([(header: String, cases: EnumCases)])
  }

  private let items: [Item]

  init(of declaration: EnumDeclSyntax) {
    self.init(declaration.memberBlock.members)
  }

  private init(_ members: MemberBlockItemListSyntax) {
    items = members.flatMap { member -> [Item] in
      if let declaration = member.decl.as(EnumCaseDeclSyntax.self) {
        return declaration.elements.map { element in
          .element(
            ParsedEnumCase(
              name: element.name.text,
              payload: element.parameterClause.map { Array($0.parameters) } ?? [],
              attributes: declaration.attributes, element: element))
        }
      }
      guard let conditional = member.decl.as(IfConfigDeclSyntax.self) else { return [] }
      let clauses = conditional.clauses.compactMap { clause -> (String, EnumCases)? in
        guard case .decls(let members) = clause.elements else { return nil }
        let condition = clause.condition.map { " " + $0.trimmedDescription } ?? ""
        return (clause.poundKeyword.text + condition, EnumCases(members))
      }
      return clauses.allSatisfy { $0.1.all.isEmpty } ? [] : [.conditional(clauses)]
    }
  }

  /// All cases, regardless of conditions.
  var all: [ParsedEnumCase] {
    items.flatMap { item in
      switch item {
      case .element(let element): [element]
      case .conditional(let clauses): clauses.flatMap(\.cases.all)
      }
    }
  }

  /// Renders a text for each case, inside the `#if` conditions of the case. Cases without a text
  /// are omitted.
  func text(_ render: (ParsedEnumCase) -> String?) -> String {
    items.compactMap { item in
      switch item {
      case .element(let element):
        return render(element)
      case .conditional(let clauses):
        let texts = clauses.map { ($0.header, $0.cases.text(render)) }
        guard texts.contains(where: { !$0.1.isEmpty }) else { return nil }
        return texts.map { $0.isEmpty ? $1 : $1.isEmpty ? $0 : "\($0)\n\($1)" }
          .joined(separator: "\n") + "\n#endif"
      }
    }
    .joined(separator: "\n")
  }
}
