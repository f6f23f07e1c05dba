import Composable
import MachoValues
import OrderedCollections

// The Swift source of the runtime's value types, for exported tests.

/// `0`, as a literal.
extension StackElementID: SwiftSourceConvertible {
  public func swiftExpression(using printer: inout SwiftSourcePrinter) -> SwiftExpression {
    .text("\(generation)")
  }
}

/// `StackState([Detail.State(...)])`. The IDs must equal those of a new stack.
extension StackState: SwiftSourceConvertible, SwiftAssignmentsProviding {
  public func swiftExpression(using printer: inout SwiftSourcePrinter) throws(ValueError)
    -> SwiftExpression
  {
    guard !isEmpty else { return .text("StackState()") }
    guard ids.map(\.generation) == Array(0..<count) else {
      throw printer.makeError("a stack whose IDs are not 0, 1, ... cannot be written in Swift")
    }
    return .list("StackState(", [try printer.expression(Array(self), as: [Element].self)], ")")
  }

  package func swiftAssignments(
    from old: Any, at target: SwiftTarget, using assignments: inout SwiftAssignments
  ) throws(ValueError) -> [SwiftExpression]? {
    guard let old = old as? Self else { return nil }
    var found: [SwiftExpression] = []
    for id in old.ids where self[id: id] == nil {
      found.append(.text("\(target)[id: \(id.generation)] = nil"))
    }
    for id in ids {
      guard let element = self[id: id] else { continue }
      let place = target.element("id: \(id.generation)")
      if let before = old[id: id] {
        found += try assignments.statements(
          from: before, to: element, as: Element.self, at: place.unwrapped)
      } else {
        let value = try assignments.printer.nestedExpression(
          place.description, element, as: Element.self)
        found.append(.prefixed("\(place) = ", value))
      }
    }
    return found
  }
}

extension IdentifiedArray: SwiftAssignmentsProviding, SwiftIDSubscriptable {
  /// Returns statements for removed, changed and appended elements. Returns `nil` if the order
  /// changed.
  package func swiftAssignments(
    from old: Any, at target: SwiftTarget, using assignments: inout SwiftAssignments
  ) throws(ValueError) -> [SwiftExpression]? {
    guard let old = old as? Self, !isEmpty, !old.isEmpty else { return nil }
    let kept = old.ids.filter { self[id: $0] != nil }
    guard Array(kept) == Array(ids.prefix(kept.count)), !kept.isEmpty else { return nil }
    var found: [SwiftExpression] = []
    for id in old.ids where self[id: id] == nil {
      let name = try assignments.printer.expression(id, as: ID.self)
      found.append(
        assignments.callStatement(
          .list("\(target).remove(id: ", [name], ")"), returnsValue: true))
    }
    for id in ids {
      guard let element = self[id: id] else { continue }
      if let before = old[id: id] {
        let name = try assignments.printer.expression(id, as: ID.self).line
        found += try assignments.statements(
          from: before, to: element, as: Element.self, at: target.element("id: \(name)").unwrapped)
      } else {
        let value = try assignments.printer.nestedExpression(
          "\(target)[new]", element, as: Element.self)
        found.append(
          assignments.callStatement(
            .list("\(target).append(", [value], ")"), returnsValue: true))
      }
    }
    // Assign the whole array if that is shorter.
    return found.count > count && assignments.purpose != .readOnly ? nil : found
  }
}

/// `Shared(value: 1)`. A change is `$0.$count.withLock { $0 = 1 }`.
extension Shared: SwiftWrapper, SwiftAssignmentsProviding {
  package static var isReadOnly: Bool { false }

  public func swiftExpression(using printer: inout SwiftSourcePrinter) throws(ValueError)
    -> SwiftExpression
  {
    let value = try printer.expression(wrappedValue, as: Value.self)
    return .list("Shared(value: ", [value], ")")
  }

  package func swiftAssignments(
    from old: Any, at target: SwiftTarget, using assignments: inout SwiftAssignments
  ) throws(ValueError) -> [SwiftExpression]? {
    guard let old = old as? Self else { return nil }
    return try assignments.sharedStatements(
      from: old.wrappedValue, to: wrappedValue, as: Value.self, at: target)
  }
}

/// `SharedReader(value: 1)`. A test cannot assign it.
extension SharedReader: SwiftWrapper, SwiftAssignmentsProviding {
  package static var isReadOnly: Bool { true }

  public func swiftExpression(using printer: inout SwiftSourcePrinter) throws(ValueError)
    -> SwiftExpression
  {
    let value = try printer.expression(wrappedValue, as: Value.self)
    return .list("SharedReader(value: ", [value], ")")
  }

  package func swiftAssignments(
    from old: Any, at target: SwiftTarget, using assignments: inout SwiftAssignments
  ) throws(ValueError) -> [SwiftExpression]? {
    assignments.addReadOnlyChange(wrappedValue, as: Value.self, at: target)
    return []
  }
}

/// `.set(\.query, "swift")`
extension BindingAction: SwiftSourceConvertible {
  public func swiftExpression(using printer: inout SwiftSourcePrinter) throws(ValueError)
    -> SwiftExpression
  {
    let declared = Self.property(named: name)?.valueType
    let value = try printer.nestedExpression(".\(name)", value, as: declared ?? type(of: value))
    return .list(".set(", [.text("\\.\(name)"), value], ")")
  }
}

/// `TextState("Delete?").bold()`
extension TextState: SwiftSourceConvertible {
  public func swiftExpression(using printer: inout SwiftSourcePrinter) throws(ValueError)
    -> SwiftExpression
  {
    guard let text = unstyledText else {
      throw printer.makeError("a text with styles cannot be written in Swift")
    }
    return .list("TextState(", [try printer.expression(text, as: String.self)], ")")
  }
}

/// `AlertState(title: TextState("Sorry"), buttons: [...])`
extension AlertState: SwiftSourceConvertible {
  public func swiftExpression(using printer: inout SwiftSourcePrinter) throws(ValueError)
    -> SwiftExpression
  {
    try printer.dialog(
      "AlertState", title: title, visibility: nil, message: message, buttons: actions)
  }
}

/// `ConfirmationDialogState(title: TextState("Sort by"), buttons: [...])`
extension ConfirmationDialogState: SwiftSourceConvertible {
  public func swiftExpression(using printer: inout SwiftSourcePrinter) throws(ValueError)
    -> SwiftExpression
  {
    try printer.dialog(
      "ConfirmationDialogState", title: title,
      visibility: titleVisibility == .automatic ? nil : titleVisibility, message: message,
      buttons: actions)
  }
}

extension SwiftSourcePrinter {
  fileprivate mutating func dialog<Action>(
    _ name: String, title: TextState, visibility: ConfirmationDialogStateTitleVisibility?,
    message: TextState?, buttons: [ButtonState<Action>]
  ) throws(ValueError) -> SwiftExpression {
    var parts: [SwiftExpression] = [
      .prefixed("title: ", try nestedExpression(".title", title, as: TextState.self))
    ]
    if let visibility { parts.append(.text("titleVisibility: .\(visibility)")) }
    if let message {
      parts.append(
        .prefixed("message: ", try nestedExpression(".message", message, as: TextState.self)))
    }
    let list = try nestedExpression(".actions", buttons, as: [ButtonState<Action>].self)
    parts.append(.prefixed("buttons: ", list))
    return .list(name + "(", parts, ")")
  }
}

/// `.destructive(TextState("Delete"), action: .send(.confirmDeletion))`
extension ButtonState: SwiftSourceConvertible {
  public func swiftExpression(using printer: inout SwiftSourcePrinter) throws(ValueError)
    -> SwiftExpression
  {
    let name =
      switch role {
      case nil: ".default("
      case .cancel: ".cancel("
      case .destructive: ".destructive("
      }
    var parts = [try printer.nestedExpression(".label", label, as: TextState.self)]
    if let sent = action.action {
      let value = try printer.nestedExpression(".action", sent, as: Action.self)
      parts.append(.prefixed("action: ", .list(".send(", [value], ")")))
    }
    return .list(name, parts, ")")
  }
}
