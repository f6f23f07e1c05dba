import SwiftSyntax

extension ClientEndpoint {
  /// A closure that reports that the endpoint is unimplemented. It then throws, or returns what the
  /// default value returns.
  var unimplemented: String {
    let report = #"_$reportUnimplemented("\(Self.self).\#(name.withoutBackticks)")"#
    guard let closure = defaultValue?.as(ClosureExprSyntax.self) else {
      return "{ \(signature)\n\(report)\n\(ending)\n}"
    }
    // Keeps the default's own signature, because its statements use the names in it.
    let head = closure.signature.map { " \($0.trimmedDescription)" } ?? ""
    return "{\(head)\n\(report)\n\(statements(of: closure))\n}"
  }

  /// The parameters of a generated closure: `_, _ in`.
  private var signature: String {
    let count = function.parameters.count
    guard count > 0 else { return "" }
    let names = (0..<count).map { defaultValue == nil ? "_" : "p\($0)" }
    return names.joined(separator: ", ") + " in"
  }

  private var ending: String {
    if let defaultValue {
      // An expression that evaluates to a closure: a function's name, a call of `unimplemented`.
      // The type is context for generic functions.
      let type = property.type?.trimmedDescription ?? "_"
      return "\(returns)\(effects)(\(defaultValue.trimmed) as \(type))(\(forwarded))"
    }
    if throwsAnything { return #"throw _$Unimplemented("\#(name.withoutBackticks)")"# }
    return returnsOptional ? "return nil" : ""
  }

  private var forwarded: String {
    function.parameters.enumerated().map { index, parameter in
      parameter.isInout ? "&p\(index)" : "p\(index)"
    }
    .joined(separator: ", ")
  }

  private func statements(of closure: ClosureExprSyntax) -> String {
    let statements = closure.statements
    // An implicit return of a single expression must become explicit.
    if statements.count == 1, case .expr(let expression) = statements.first?.item, !returnsNothing {
      return "return \(expression.trimmedDescription)"
    }
    return statements.trimmedDescription
  }

  /// The prefix that a call of the closure needs: `try await `, a part of it, or nothing.
  var effects: String { (isThrowing ? "try " : "") + (isAsync ? "await " : "") }

  private var returns: String { returnsNothing ? "" : "return " }
}

extension TupleTypeElementSyntax {
  /// Whether the parameter is `inout`.
  var isInout: Bool { inoutKeyword != nil || type.isInout }
}

extension TypeSyntax {
  fileprivate var isInout: Bool {
    self.as(AttributedTypeSyntax.self)?.specifiers.contains {
      $0.as(SimpleTypeSpecifierSyntax.self)?.specifier.tokenKind == .keyword(.inout)
    } ?? false
  }
}
