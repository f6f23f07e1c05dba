import CustomDump
import MachoDiff

extension BindingAction: CustomDumpStringConvertible {
  /// The action as Swift source. Shows the property's name, because a key path may print an
  /// address.
  public var customDumpDescription: String {
    let value = stateText(value)
    guard value.contains("\n") else { return ".set(\\.\(name), \(value))" }
    let lines = value.split(separator: "\n", omittingEmptySubsequences: false)
    return ".set(\n  \\.\(name),\n\(lines.map { "  \($0)" }.joined(separator: "\n"))\n)"
  }
}

extension BindingAction: CustomStringConvertible {
  public var description: String {
    let value = (value as? String).map { $0.debugDescription } ?? "\(value)"
    return ".set(\\.\(name), \(value))"
  }
}
