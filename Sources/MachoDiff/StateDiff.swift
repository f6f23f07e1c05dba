import MachoMetadata

/// Returns a line-by-line diff of two states, or `nil` if they are equal.
///
/// It is the text that `_printChanges` prints, with source names: where a macro stores
/// `_isLoading`, the diff says `isLoading`.
package func stateDiff<T>(_ old: T, _ new: T) -> String? {
  diffText(old, new, labelStyle: .source)
}

/// Returns a dump of a value with source names, one field per line.
package func stateText(_ value: some Any) -> String {
  dumpText(value, labelStyle: .source)
}

/// Returns a dump of a value as a property of another value shows it, without the label.
package func propertyText(_ value: some Any) -> String {
  dumpText(value, labelStyle: .source, isProperty: true)
}

/// Returns the change between two states with source names, or `nil` if they are equal.
package func stateChange<T>(_ old: T, _ new: T) -> Change? {
  var printer = Printer(labelStyle: .source)
  printer.outline = ChangeOutline()
  guard writeDiff(old, new, to: &printer) else { return nil }
  var scriptForm: Change.ScriptForm?
  if printer.hasWholeValues {
    var other = Printer(labelStyle: .source)
    other.outline = ChangeOutline()
    other.opensSingleFields = true
    _ = writeDiff(old, new, to: &other)
    scriptForm = .init(text: other.text, lines: other.outline?.lines ?? [])
  }
  return Change(text: printer.text, lines: printer.outline?.lines ?? [], scriptForm: scriptForm)
}

/// Returns the diff with labels in the given style.
func diffText<T>(_ old: T, _ new: T, labelStyle: LabelStyle) -> String? {
  var printer = Printer(labelStyle: labelStyle)
  return writeDiff(old, new, to: &printer) ? printer.text : nil
}

/// Writes the diff of two values. Returns `false` if they are equal.
private func writeDiff<T>(_ old: T, _ new: T, to printer: inout Printer) -> Bool {
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
  guard differs else { return false }
  printer.endText()
  return true
}

private func write(_ old: Any, _ new: Any, to printer: inout Printer) -> Bool {
  guard !MirrorEquality.areEqual(old, new) else { return false }
  MirrorDiff.write(old, new, at: .root, to: &printer)
  return true
}

/// Returns the dump with labels in the given style.
///
/// - Parameter isProperty: Whether the value is dumped as a property of another one. Default: `false`.
func dumpText<T>(_ value: T, labelStyle: LabelStyle, isProperty: Bool = false) -> String {
  var printer = Printer(labelStyle: labelStyle)
  let options = DumpOptions(
    depth: DumpOptions.depthLimit, isRoot: !isProperty, isNamed: isProperty)
  let plan = DiffPlanCache.plan(for: T.self)
  if plan.usesMirror {
    MirrorPrinter.write(unnested(value), to: &printer, options: options)
  } else {
    withAddress(of: value) { plan.write($0, to: &printer, options: options) }
  }
  return printer.text
}
