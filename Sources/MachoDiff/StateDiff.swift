import MachoMetadata

/// What changed from one state to the next, a line for each change and the way to it; nil for
/// nothing.
///
/// It is the text that `_printChanges` prints, with the names of the source: where a macro stores
/// `_isLoading`, the diff says `isLoading`.
public func stateDiff<T>(_ old: T, _ new: T) -> String? {
  diffText(old, new, names: .source)
}

/// A whole value, a line for each of its parts, with the names of the source.
public func stateText(_ value: some Any) -> String {
  dumpText(value, names: .source)
}

/// The diff with the parts under the names that are asked for.
func diffText<T>(_ old: T, _ new: T, names: LabelStyle) -> String? {
  var printer = Printer(names: names)
  let plan = DiffPlanCache.plan(for: T.self)
  let differs =
    plan.usesMirror
    ? write(unnested(old), unnested(new), to: &printer)
    : withAddress(of: old) { old in
      withAddress(of: new) { new in
        guard !plan.areEqual(old, new) else { return false }
        plan.writeDifference(old, new, at: .root, to: &printer)
        return true
      }
    }
  guard differs else { return nil }
  printer.dropLastNewline()
  return printer.text
}

private func write(_ old: Any, _ new: Any, to printer: inout Printer) -> Bool {
  guard !MirrorEquality.areEqual(old, new) else { return false }
  MirrorDiff.write(old, new, at: .root, to: &printer)
  return true
}

/// The dump with the parts under the names that are asked for.
func dumpText<T>(_ value: T, names: LabelStyle) -> String {
  var printer = Printer(names: names)
  let form = DumpOptions(depth: .max, isRoot: true)
  let plan = DiffPlanCache.plan(for: T.self)
  if plan.usesMirror {
    MirrorPrinter.write(unnested(value), to: &printer, form: form)
  } else {
    withAddress(of: value) { plan.write($0, to: &printer, form: form) }
  }
  return printer.text
}
