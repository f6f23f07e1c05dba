import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// `@CasePathable`: generates a case path for each case of an enum.
enum CasePathableMacro {}

extension CasePathableMacro: ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard let enumeration = declaration.as(EnumDeclSyntax.self), !protocols.isEmpty,
      overloads(in: EnumCases(of: enumeration)).isEmpty
    else { return [] }
    let conformances = ["CasePathable", "CasePathIterable"]
      .filter { !declaration.states(conformance: $0) }.map { "_$" + $0 }
    guard !conformances.isEmpty else { return [] }
    return [
      try ExtensionDeclSyntax(
        "nonisolated extension \(type.trimmed): \(raw: conformances.joined(separator: ", ")) {}")
    ]
  }
}

extension CasePathableMacro: MemberMacro {
  static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let enumeration = declaration.as(EnumDeclSyntax.self) else {
      context.report(
        MacroDiagnostic("case-pathable-type", "'@CasePathable' can only be applied to an enum"),
        at: node,
        fixIts: FixIt.removing("CasePathable", from: declaration.attributes))
      return []
    }
    let cases = EnumCases(of: enumeration)
    let overloads = overloads(in: cases)
    guard overloads.isEmpty else {
      for element in overloads { reportOverload(element, in: context) }
      return []
    }
    let name = enumeration.name.trimmed.text
    let access = accessPrefix(of: declaration, in: context)
    let paths = cases.text { casePath($0, of: name, access: access) }
    let checks = cases.text {
      "if self.\($0.name).extract(from: root) != nil { return \\.\($0.name) }"
    }
    // An enum without cases has no values: a statement would never run, and cause a warning.
    let body = cases.all.isEmpty ? "" : checks + "\nreturn \\.never"
    let list = cases.text { "allCasePaths.append(\\.\($0.name))" }
    let mentionsElement = cases.all.contains { $0.payload.contains { $0.type.mentionsElement } }
    return [
      """
      nonisolated \(raw: access)struct AllCasePaths: _$CasePathReflectable, Sendable, Sequence {
      \(raw: access)subscript(root: \(raw: name)) -> _$PartialCaseKeyPath<\(raw: name)> {
      \(raw: body)
      }
      \(raw: paths)
      \(raw: access)func makeIterator() -> IndexingIterator<[_$PartialCaseKeyPath<\(raw: name)>]> {
      \(raw: list.isEmpty ? "let" : "var") \
      allCasePaths: [_$PartialCaseKeyPath<\(raw: name)>] = []
      \(raw: list)
      return allCasePaths.makeIterator()
      }
      }
      """,
      "nonisolated \(raw: access)static var allCasePaths: AllCasePaths { AllCasePaths() }",
    ] + (mentionsElement ? ["\(raw: access)typealias _$Element = Element"] : [])
  }

  private static func casePath(_ element: ParsedEnumCase, of root: String, access: String) -> String
  {
    let count = element.payload.count
    let binding = element.arguments { "v\($0)" }
    let pattern = count == 0 ? "case .\(element.name)" : "case let .\(element.name)\(binding)"
    let bound = (0..<count).map { "v\($0)" }.joined(separator: ", ")
    return """
      \(access)var \(element.name): _$AnyCasePath<\(root), \(payloadType(element, of: root))> {
      _$AnyCasePath._$embed(
      \(embedding(element, of: root)),
      extract: {
      guard \(pattern) = $0 else { return nil }
      return \(count == 1 ? bound : "(\(bound))")
      }
      )
      }
      """
  }

  /// Returns source text of a function from the payload to the case.
  private static func embedding(_ element: ParsedEnumCase, of root: String) -> String {
    let name = "\(root).\(element.name)"
    switch element.payload.count {
    case 0:
      return "{ _ in \(name) }"
    case 1:
      // Uses the case constructor itself. In a closure, an uninhabited payload would cause a
      // compiler warning.
      return name + (element.payload[0].label.map { "(\($0):)" } ?? "")
    default:
      return "{ \(name)\(element.arguments { "$0.\($0)" }) }"
    }
  }

  /// Returns `Void`, the type of the single payload, or a tuple type.
  private static func payloadType(_ element: ParsedEnumCase, of root: String) -> String {
    let rewriter = NestedTypeRewriter(root)
    let types = element.payload.map { parameter in
      let type = rewriter.rewrite(parameter.type).trimmedDescription
      guard element.payload.count > 1, let label = parameter.label else { return type }
      return "\(label): \(type)"
    }
    switch types.count {
    case 0: return "Void"
    case 1: return types[0]
    default: return "(\(types.joined(separator: ", ")))"
    }
  }

  /// The cases whose names are already used by earlier cases.
  private static func overloads(in cases: EnumCases) -> [ParsedEnumCase] {
    var seen: Set<String> = []
    return cases.all.filter { !seen.insert($0.name).inserted }
  }

  /// Reports an overloaded case name. A key path cannot distinguish two cases with the same name.
  private static func reportOverload(
    _ element: ParsedEnumCase, in context: some MacroExpansionContext
  ) {
    context.report(
      MacroDiagnostic(
        "case-pathable-overload",
        "'@CasePathable' cannot be applied to the overloaded case name '\(element.name)'"),
      at: element.element.name)
  }
}

/// Replaces the names that mean another type inside `AllCasePaths`: `Self` by the enum's name, and
/// `Element`, which is an associated type of `Sequence`, by an alias.
private final class NestedTypeRewriter: SyntaxRewriter {
  private let name: String

  init(_ name: String) {
    self.name = name
    super.init()
  }

  override func visit(_ node: IdentifierTypeSyntax) -> TypeSyntax {
    if node.name.tokenKind == .keyword(.Self) {
      return TypeSyntax(node.with(\.name, .identifier(name)))
    }
    guard node.name.text == "Element" else { return super.visit(node) }
    return super.visit(node.with(\.name, .identifier("_$Element")))
  }
}

extension TypeSyntax {
  /// Whether the type contains the unqualified name `Element`.
  fileprivate var mentionsElement: Bool {
    tokens(viewMode: .sourceAccurate).contains {
      $0.text == "Element" && $0.parent?.is(IdentifierTypeSyntax.self) == true
    }
  }
}
