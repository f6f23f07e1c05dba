import MachoMetadata

// An action of a child feature can only be sent while the child is there: a view of a dismissed sheet
// or of a removed row does not exist. By convention, the case of the child's actions has the name of
// the child's property.

/// Whether a view could send an action in a state.
package enum ActionAddress {
  /// The action is for the feature itself, or for a child that exists.
  case exists
  /// A child that the action is for does not exist.
  case absent
  /// The path of an alert or a dialog that has no button for the action, and the actions of its buttons,
  /// as the feature receives them. `nil`: it is not presented, but something else in its place.
  case noButton(path: String, actions: [Any]?)
}

extension ValueSyntax {
  /// Whether the children that an action is addressed to exist in a state. `true` if the state has no
  /// property with the name of the case.
  package func isAddressable(_ action: Any, in state: TypedValue) -> Bool {
    if case .exists = address(of: action, in: state) { true } else { false }
  }

  /// Returns whether a view could send an action in a state. `exists` if the state has no property with
  /// the name of the case.
  package func address(of action: Any, in state: TypedValue) -> ActionAddress {
    address(of: action, in: state, at: "")
  }

  private func address(of action: Any, in state: TypedValue, at path: String) -> ActionAddress {
    guard let schema = try? EnumSchema.of(type(of: action)),
      let current = try? schema.currentCase(of: action),
      !current.elements.isEmpty || isPresentation(schema)
    else { return .exists }
    if isPresentation(schema) {
      guard exists(path, in: state) else { return .absent }
      return address(ofPayloadOf: action, schema, current, in: state, at: path)
    }
    if schema.type is any ElementAddressed.Type {
      if isPush(current) { return exists(path, in: state) ? .exists : .absent }
      guard current.elements.first?.label == "id",
        let id = try? schema.payload(of: action).first
      else { return .exists }
      let element = "\(path)[id: \(print(TypedValue(id, as: current.elements[0].type)))]"
      guard exists(element, in: state) else { return .absent }
      return address(ofPayloadOf: action, schema, current, in: state, at: element)
    }
    let child = path.isEmpty ? current.name : "\(path).\(current.name)"
    if presentsOther(than: current.name, at: path, in: state) {
      return .noButton(path: child, actions: nil)
    }
    guard let nested = current.elements.last?.type else { return .exists }
    if TypeName.base(nested).hasSuffix("Action") {
      guard exists(child, in: state) else { return .absent }
    } else if TypeKind(of: nested) != .enumeration || alert(at: child, in: state) == nil {
      return .exists
    }
    return address(ofPayloadOf: action, schema, current, in: state, at: child)
  }

  /// Returns the address of the action in the payload of another one.
  private func address(
    ofPayloadOf action: Any, _ schema: EnumSchema, _ current: EnumCase, in state: TypedValue,
    at path: String
  ) -> ActionAddress {
    guard let payload = try? schema.payload(of: action), let last = payload.last else {
      return .exists
    }
    var address: ActionAddress
    if !((try? EnumSchema.of(type(of: last))).map(isPresentation) ?? false),
      let buttons = alert(at: path, in: state)?.presentedActions.compactMap(\.self)
    {
      let isOffered = buttons.contains { valuesEqual($0, last) }
      address = isOffered ? .exists : .noButton(path: path, actions: buttons)
    } else {
      address = self.address(of: last, in: state, at: path)
    }
    if case .noButton(let path, let buttons?) = address {
      address = .noButton(
        path: path,
        actions: buttons.compactMap {
          try? schema.makeValue(of: current, payload: payload.dropLast() + [$0])
        })
    }
    return address
  }

  /// Whether the enum has the cases of an action of a child that may be absent.
  func isPresentation(_ schema: EnumSchema) -> Bool {
    schema.cases.count == 2 && schema.cases.contains { $0.name == "dismiss" }
      && schema.cases.contains { $0.name == "presented" }
  }

  /// Returns the alert or dialog at a path, if one is presented there.
  private func alert(at path: String, in state: TypedValue) -> (any ButtonPresenting)? {
    content(at: path, in: state) as? any ButtonPresenting
  }

  /// Whether the enum at a path has a case of this name for an alert or dialog, and is in another case.
  private func presentsOther(than name: String, at path: String, in state: TypedValue) -> Bool {
    guard let value = content(at: path, in: state),
      let schema = try? EnumSchema.of(type(of: value)),
      let alert = schema.cases.first(where: { $0.name == name }),
      alert.elements.first?.type is any ButtonPresenting.Type,
      let current = try? schema.currentCase(of: value)
    else { return false }
    return current.name != name
  }

  /// Returns the content of a property. `nil` if it is absent, or for the path of the whole state.
  private func content(at path: String, in state: TypedValue) -> Any? {
    guard !path.isEmpty,
      let value = try? ValuePath(reading: path[...]).evaluate(in: state, syntax: self).value
    else { return nil }
    return unwrappedContent(value)
  }

  /// Whether a path leads to a value other than `nil`, or to nothing that the state knows.
  private func exists(_ path: String, in state: TypedValue) -> Bool {
    guard !path.isEmpty else { return true }
    do throws(ValueError) {
      let value = try ValuePath(reading: path[...]).evaluate(in: state, syntax: self)
      return unwrappedContent(value.value) != nil
    } catch {
      let codes: [ValueError.Code] = [.noSuchElement, .noSuchCase]
      return !codes.contains { $0.rawValue == error.code }
    }
  }
}
