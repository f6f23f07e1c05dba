import MachoMetadata

// An action of a child feature can only be sent while the child is there: a view of a dismissed sheet
// or of a removed row does not exist. By convention, the case of the child's actions has the name of
// the child's property.

extension ValueSyntax {
  /// Whether the children that an action is addressed to exist in a state. `true` if the state has no
  /// property with the name of the case.
  package func isAddressable(_ action: Any, in state: TypedValue) -> Bool {
    isAddressable(action, in: state, at: "")
  }

  private func isAddressable(_ action: Any, in state: TypedValue, at path: String) -> Bool {
    guard let schema = try? EnumSchema.of(type(of: action)),
      let current = try? schema.currentCase(of: action),
      !current.elements.isEmpty
        || isPresentation(schema)
    else { return true }
    if isPresentation(schema) {
      guard exists(path, in: state) else { return false }
      if let isOffered = isOffered(action, schema, in: state, at: path) { return isOffered }
      return current.elements.isEmpty || isNestedAddressable(action, schema, in: state, at: path)
    }
    if schema.type is any ElementAddressed.Type {
      guard current.elements.first?.label == "id",
        let id = try? schema.payload(of: action).first
      else { return true }
      let element = "\(path)[id: \(print(TypedValue(id, as: current.elements[0].type)))]"
      return exists(element, in: state)
        && isNestedAddressable(action, schema, in: state, at: element)
    }
    let child = path.isEmpty ? current.name : "\(path).\(current.name)"
    guard let nested = current.elements.last, TypeName.base(nested.type).hasSuffix("Action") else {
      return isOffered(action, schema, in: state, at: child) ?? true
    }
    return exists(child, in: state) && isNestedAddressable(action, schema, in: state, at: child)
  }

  private func isNestedAddressable(
    _ action: Any, _ schema: EnumSchema, in state: TypedValue, at path: String
  ) -> Bool {
    guard let last = try? schema.payload(of: action).last else { return true }
    return isAddressable(last, in: state, at: path)
  }

  /// Whether the enum has the cases of an action of a child that may be absent.
  func isPresentation(_ schema: EnumSchema) -> Bool {
    schema.cases.count == 2 && schema.cases.contains { $0.name == "dismiss" }
      && schema.cases.contains { $0.name == "presented" }
  }

  /// Whether the alert or dialog at a path has a button that sends the payload of an action. `nil` if
  /// none is presented there, or if the action has no payload.
  private func isOffered(
    _ action: Any, _ schema: EnumSchema, in state: TypedValue, at path: String
  ) -> Bool? {
    guard let payload = try? schema.payload(of: action).first,
      let alert = alert(at: path, in: state)
    else { return nil }
    return alert.presentedActions.contains { $0.map { valuesEqual($0, payload) } ?? false }
  }

  /// Returns the alert or dialog at a path, if one is presented there.
  private func alert(at path: String, in state: TypedValue) -> (any ButtonPresenting)? {
    guard !path.isEmpty,
      var value = try? ValuePath(reading: path[...]).evaluate(in: state, syntax: self).value
    else { return nil }
    while let transparent = value as? any PathTransparent, !(value is any Collection) {
      value = transparent.pathContent.value
    }
    return flattened(value) as? any ButtonPresenting
  }

  /// Whether a path leads to a value other than `nil`, or to nothing that the state knows.
  private func exists(_ path: String, in state: TypedValue) -> Bool {
    guard !path.isEmpty else { return true }
    do throws(ValueError) {
      let value = try ValuePath(reading: path[...]).evaluate(in: state, syntax: self)
      if let transparent = value.value as? any PathTransparent, !(value.value is any Collection) {
        return flattened(transparent.pathContent.value) != nil
      }
      return flattened(value.value) != nil
    } catch {
      let codes: [ValueError.Code] = [.noSuchElement, .noSuchCase]
      return !codes.contains { $0.rawValue == error.code }
    }
  }
}
