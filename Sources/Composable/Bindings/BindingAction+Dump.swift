import CustomDump

extension BindingAction: CustomDumpReflectable {
  /// As it is written, with the property's name where the key path would show an address.
  public var customDumpMirror: Mirror {
    Mirror(self, children: ["set": (KeyPathText(name: name), value)], displayStyle: .enum)
  }
}

extension BindingAction: CustomStringConvertible {
  public var description: String {
    let value = (value as? String).map { $0.debugDescription } ?? "\(value)"
    return ".set(\\.\(name), \(value))"
  }
}

private struct KeyPathText: CustomDumpStringConvertible {
  let name: String

  var customDumpDescription: String { "\\." + name }
}
