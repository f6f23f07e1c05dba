import MachoValues

extension Command {
  package static let modify: Command = .init(
    "modify", usage: ["PATH = VALUE[, PATH = VALUE ...]"],
    summary: "modify shared values, as other code does",
    details: """
      Replaces the values of properties that are shared with other code, such as @Shared, without an
      action. Properties that VALUE omits keep their values. All values change in one step. Effects
      that observe the values run.

        modify steps = 46
        modify profile.name = "Blob", goal = 100
      """,
    argument: .path, helpGroup: .act, traits: .sendsAction, transcript: .line
  ) { context, arguments throws(Diagnostic) in
    guard !arguments.isEmpty else { throw modify.usageError("a path is missing") }
    let open = try context.opened()
    let assignments = try arguments.split(at: ",").map { text throws(Diagnostic) in
      try Assignment(text)
    }
    context.report(
      try open.resolveUnassertedActions(before: modify.verb, isExhaustive: context.isExhaustive))
    context.setFinished(false)
    open.unassertedActions = []
    try open.store.modify { state throws(Diagnostic) in
      let root = TypedValue(state, as: open.feature.stateType)
      for assignment in assignments { try assignment.apply(to: root, open) }
    }
    var transitions = open.takeTransitions()
    let preceding = transitions.prefix(while: \.precedesInput)
    context.precede(open.applyPreceding(preceding))
    transitions.removeFirst(preceding.count)
    guard transitions.first?.cause.isModification == true else {
      open.queue += transitions
      return context.report(.changed(nil))
    }
    var first = transitions.removeFirst()
    open.queue += transitions
    let line = Line(.modify, String(arguments.text))
    first.modifyLine = line
    first.startsInput = true
    context.report(.changed(open.apply(first, as: line)))
  }

  /// `PATH = VALUE`
  private struct Assignment {
    let path: Arguments
    let value: Arguments

    init(_ text: Arguments) throws(Diagnostic) {
      guard let equals = text.firstSeparator(of: ["="]) else {
        throw modify.usageError("'=' is missing", at: text.range)
      }
      path = text.before(equals)
      value = text.after(equals)
    }

    func apply(to root: TypedValue, _ open: OpenStore) throws(Diagnostic) {
      let target = try open.value(at: path, in: root)
      guard let shared = target.value as? any TextModifiable else {
        throw Diagnostic(
          "wrong-type", "\(path.text) is not a shared value", at: path.range,
          notes: ["'modify' replaces the whole value of a property such as one with @Shared"])
      }
      let isModified: Bool
      do throws(ValueError) {
        isModified = try shared.modify(reading: value.text, syntax: open.syntax)
      } catch { throw Diagnostic(error, offset: value.offset) }
      guard isModified else {
        throw Diagnostic("not-supported", "\(path.text) is read-only", at: path.range)
      }
    }
  }
}
