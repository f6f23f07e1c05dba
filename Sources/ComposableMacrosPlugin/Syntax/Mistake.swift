import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// What the user of a macro got wrong.
struct Mistake: DiagnosticMessage {
  let code: String
  let message: String
  let severity: DiagnosticSeverity

  init(_ code: String, _ message: String, severity: DiagnosticSeverity = .error) {
    self.code = code
    self.message = message
    self.severity = severity
  }

  var diagnosticID: MessageID { MessageID(domain: "ComposableMacros", id: code) }
}

/// What the compiler offers to do about a mistake.
private struct Mend: FixItMessage {
  let message: String

  var fixItID: MessageID { MessageID(domain: "ComposableMacros", id: message) }
}

extension FixIt {
  /// Puts one node in another's place.
  static func replace(
    _ message: String, _ old: some SyntaxProtocol, by new: some SyntaxProtocol
  ) -> FixIt {
    FixIt(
      message: Mend(message: message),
      changes: [.replace(oldNode: Syntax(old), newNode: Syntax(new))])
  }

  /// Takes an attribute away, if the declaration has it.
  static func removing(_ name: String, from attributes: AttributeListSyntax) -> [FixIt] {
    guard let index = attributes.index(ofAttributeNamed: name) else { return [] }
    let attribute = attributes[index]
    let nothing = TokenSyntax(
      .unknown(""), leadingTrivia: attribute.leadingTrivia, presence: .present)
    var changes: [Change] = [.replace(oldNode: Syntax(attribute), newNode: Syntax(nothing))]
    // What stood on the next line takes the attribute's place, and not an empty line's.
    if let next = attribute.lastToken(viewMode: .sourceAccurate)?.nextToken(
      viewMode: .sourceAccurate), next.leadingTrivia.contains(where: \.isNewline)
    {
      changes.append(.replaceLeadingTrivia(token: next, newTrivia: []))
    }
    return [FixIt(message: Mend(message: "Remove '@\(name)'"), changes: changes)]
  }
}

extension MacroExpansionContext {
  /// Says what is wrong with a node, and what would mend it.
  func report(_ mistake: Mistake, at node: some SyntaxProtocol, mends: [FixIt] = []) {
    diagnose(Diagnostic(node: Syntax(node), message: mistake, fixIts: mends))
  }
}
