/// The name of the running driver, for messages that suggest a command.
package enum DriverName {
  /// The file name of the executable. `macho` if a test process runs.
  package static let current: String = {
    let path = CommandLine.arguments.first ?? ""
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    let isTestProcess =
      name.hasSuffix(".xctest") || ["xctest", "swiftpm-testing-helper"].contains(name)
    return name.isEmpty || isTestProcess ? "macho" : name
  }()
}
