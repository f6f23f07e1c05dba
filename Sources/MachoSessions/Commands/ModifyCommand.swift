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
    let modifications = try Modification.list(arguments)
    let open = try context.opened()
    context.report(
      try open.resolveUnassertedActions(before: modify.verb, isExhaustive: context.isExhaustive))
    context.setFinished(false)
    open.unassertedActions = []
    try open.store.modify { state throws(Diagnostic) in
      let root = TypedValue(state, as: open.feature.stateType)
      for modification in modifications { try modification.apply(to: root, open) }
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
}

/// `PATH = VALUE`, a part of a `modify` line.
struct Modification {
  private let path: Arguments
  private let value: Arguments

  /// Parses the arguments of `modify`.
  static func list(_ arguments: Arguments) throws(Diagnostic) -> [Modification] {
    try arguments.split(at: ",").map { text throws(Diagnostic) in try Modification(text) }
  }

  private init(_ text: Arguments) throws(Diagnostic) {
    guard let equals = text.firstSeparator(of: ["="]) else {
      throw Command.modify.usageError("'=' is missing", at: text.range)
    }
    path = text.before(equals)
    value = text.after(equals)
  }

  fileprivate func apply(to root: TypedValue, _ open: OpenStore) throws(Diagnostic) {
    let target = try open.value(at: path, in: root)
    guard let shared = target.value as? any TextModifiable else { throw notShared }
    let isModified: Bool
    do throws(ValueError) {
      isModified = try shared.modify(reading: value.text, syntax: open.syntax)
    } catch { throw Diagnostic(error, offset: value.offset) }
    guard isModified else {
      throw Diagnostic("not-supported", "\(path.text) is read-only", at: path.range)
    }
  }

  /// Throws an error that the modification has in every state of a feature.
  func check(in feature: any DrivenFeature, _ syntax: ValueSyntax) throws(Diagnostic) {
    let target: ValuePath
    let found: Any.Type?
    do throws(ValueError) {
      target = try ValuePath(reading: path.text)
      found = try target.type(in: feature.stateType, computed: feature.computed, syntax: syntax)
    } catch { throw Diagnostic(error, offset: path.offset) }
    guard let type = found else { return }
    switch ModifiableType(type) {
    case .fixed: throw notShared
    case .unknown: return
    case .modifiable(let shared):
      let start = TypedValue(feature.startState, as: feature.stateType)
      let present = try? target.evaluate(in: start, computed: feature.computed, syntax: syntax)
      do throws(ValueError) {
        if let present = present?.value as? any TextModifiable {
          try present.check(reading: value.text, syntax: syntax)
        } else {
          try shared.check(reading: value.text, syntax: syntax)
        }
      } catch {
        // The value of another state may have what the text omits.
        let codes = [ValueError.Code.missingArgument, .cannotBuild].map(\.rawValue)
        guard codes.contains(error.code) else { throw Diagnostic(error, offset: value.offset) }
      }
    }
  }

  private var notShared: Diagnostic {
    Diagnostic(
      "wrong-type", "\(path.text) is not a shared value", at: path.range,
      notes: ["'modify' replaces the whole value of a property such as one with @Shared"])
  }
}
