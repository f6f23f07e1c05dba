import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// `@CasePathable`: a case path for each case of an enum.
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
    return [
      try ExtensionDeclSyntax(
        "extension \(type.trimmed): _$CasePathable, _$CasePathIterable {}")
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
        Mistake("case-pathable-type", "'@CasePathable' can only be applied to an enum"), at: node,
        mends: FixIt.removing("CasePathable", from: declaration.attributes))
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
    let tests = cases.text {
      "if self.\($0.name).extract(from: root) != nil { return \\.\($0.name) }"
    }
    let list = cases.text { "allCasePaths.append(\\.\($0.name))" }
    return [
      """
      \(raw: access)struct AllCasePaths: _$CasePathReflectable, Sendable, Sequence {
      \(raw: access)subscript(root: \(raw: name)) -> _$PartialCaseKeyPath<\(raw: name)> {
      \(raw: tests)
      return \\.never
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
      "\(raw: access)static var allCasePaths: AllCasePaths { AllCasePaths() }",
    ]
  }

  private static func casePath(_ element: EnumCase, of root: String, access: String) -> String {
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

  /// A function from the payload to the case.
  private static func embedding(_ element: EnumCase, of root: String) -> String {
    let name = "\(root).\(element.name)"
    switch element.payload.count {
    case 0:
      return "{ _ in \(name) }"
    case 1:
      // The case itself: in a closure, a payload that cannot be would make the compiler warn.
      return name + (element.payload[0].label.map { "(\($0):)" } ?? "")
    default:
      return "{ \(name)\(element.arguments { "$0.\($0)" }) }"
    }
  }

  /// `Void`, the type of the one payload, or a tuple.
  private static func payloadType(_ element: EnumCase, of root: String) -> String {
    let naming = SelfNaming(root)
    let types = element.payload.map { parameter in
      let type = naming.rewrite(parameter.type).trimmedDescription
      guard element.payload.count > 1, let label = parameter.label else { return type }
      return "\(label): \(type)"
    }
    switch types.count {
    case 0: return "Void"
    case 1: return types[0]
    default: return "(\(types.joined(separator: ", ")))"
    }
  }

  /// The cases whose names are taken by others above them.
  private static func overloads(in cases: EnumCases) -> [EnumCase] {
    var seen: Set<String> = []
    return cases.all.filter { !seen.insert($0.name).inserted }
  }

  /// A key path cannot tell two cases of one name apart.
  private static func reportOverload(
    _ element: EnumCase, in context: some MacroExpansionContext
  ) {
    context.report(
      Mistake(
        "case-pathable-overload",
        "'@CasePathable' cannot be applied to the overloaded case name '\(element.name)'"),
      at: element.element.name)
  }
}

/// Replaces `Self`, which means another type inside of `AllCasePaths`, by the enum's name.
private final class SelfNaming: SyntaxRewriter {
  private let name: String

  init(_ name: String) {
    self.name = name
    super.init()
  }

  override func visit(_ node: IdentifierTypeSyntax) -> TypeSyntax {
    guard node.name.tokenKind == .keyword(.Self) else { return super.visit(node) }
    return TypeSyntax(node.with(\.name, .identifier(name)))
  }
}
