import MachoMetadata

/// Returns the names of an action's cases and labels, without values except the IDs of stack
/// elements.
///
/// `Todos.Action.todos(.element(id:, action: .toggled))`, `App.Action.path(.popFrom(id: #0))`
func actionLabel(_ action: some Any) -> String {
  if let action = action as? any CustomDebugStringConvertible { return action.debugDescription }
  return TypeName.path(type(of: action as Any)).joined(separator: ".") + caseLabel(unnested(action))
}

/// Returns `.todos(.element(id:, action: .toggled))`, or an empty string if the value is not an
/// enum.
private func caseLabel(_ value: Any) -> String {
  if let id = value as? StackElementID { return id.debugDescription }
  guard TypeKind(of: type(of: value)) == .enumeration,
    let schema = try? EnumSchema.of(type(of: value)),
    let current = try? schema.currentCase(of: value)
  else { return "" }
  let payload = (try? schema.payload(of: value)) ?? []
  let labels = current.elements.indices.map { index -> String in
    let inner = payload.indices.contains(index) ? caseLabel(unnested(payload[index])) : ""
    let label = current.elements[index].label
    // A single value without a label appears only with its own cases.
    if label == nil, current.elements.count == 1 { return inner }
    return (label ?? "_") + ":" + (inner.isEmpty ? "" : " " + inner)
  }.joined(separator: ", ")
  return ".\(current.name)" + (labels.isEmpty ? "" : "(\(labels))")
}
