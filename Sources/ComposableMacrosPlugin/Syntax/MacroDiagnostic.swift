import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// A diagnostic about the use of a macro.
struct MacroDiagnostic: DiagnosticMessage {
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

/// A fix-it offered with a diagnostic.
private struct MacroFixIt: FixItMessage {
  let message: String

  var fixItID: MessageID { MessageID(domain: "ComposableMacros", id: message) }
}

extension FixIt {
  /// Returns a fix-it that replaces a node.
  static func replace(
    _ message: String, _ old: some SyntaxProtocol, by new: some SyntaxProtocol
  ) -> FixIt {
    FixIt(
      message: MacroFixIt(message: message),
      changes: [.replace(oldNode: Syntax(old), newNode: Syntax(new))])
  }

  /// Returns a fix-it that removes an attribute, or nothing if the declaration does not have it.
  static func removing(_ name: String, from attributes: AttributeListSyntax) -> [FixIt] {
    guard let index = attributes.index(ofAttributeNamed: name) else { return [] }
    let attribute = attributes[index]
    let nothing = TokenSyntax(
      .unknown(""), leadingTrivia: attribute.leadingTrivia, presence: .present)
    var changes: [Change] = [.replace(oldNode: Syntax(attribute), newNode: Syntax(nothing))]
    // The next line moves up, so that no empty line remains.
    if let next = attribute.lastToken(viewMode: .sourceAccurate)?.nextToken(
      viewMode: .sourceAccurate), next.leadingTrivia.contains(where: \.isNewline)
    {
      changes.append(.replaceLeadingTrivia(token: next, newTrivia: []))
    }
    return [FixIt(message: MacroFixIt(message: "Remove '@\(name)'"), changes: changes)]
  }
}

extension MacroExpansionContext {
  /// Emits a diagnostic for a node, with its fix-its.
  func report(_ diagnostic: MacroDiagnostic, at node: some SyntaxProtocol, fixIts: [FixIt] = []) {
    diagnose(Diagnostic(node: Syntax(node), message: diagnostic, fixIts: fixIts))
  }
}
