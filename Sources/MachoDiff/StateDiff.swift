import CustomDump

/// What changed from one state to the next, a line for each change and the way to it; nil for
/// nothing.
///
/// It is the text that `_printChanges` prints, with the names of the source: where a macro stores
/// `_isLoading`, the diff says `isLoading`.
public func stateDiff<T>(_ old: T, _ new: T) -> String? {
  diff(old, new, format: .default).map { SourceNames.restored(in: $0, marginWidth: 2) }
}

/// A whole value, a line for each of its parts, with the names of the source.
public func stateText(_ value: some Any) -> String {
  var text = ""
  customDump(value, to: &text)
  return SourceNames.restored(in: text, marginWidth: 0)
}
