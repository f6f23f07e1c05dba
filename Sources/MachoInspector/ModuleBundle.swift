/// Joins ES modules into one script.
///
/// Supports what the modules of the page use: named imports and exports of declarations, all on
/// lines of their own. Top-level names must differ between the modules, because they share a scope.
struct ModuleBundle {
  /// The sources by file name.
  let modules: [String: String]

  /// Returns a script with a module and all modules that it imports, each after its own imports.
  func script(startingAt name: String) -> String {
    var visited: Set<String> = []
    var parts: [String] = []
    add(name, &visited, &parts)
    return parts.joined(separator: "\n")
  }

  private func add(_ name: String, _ visited: inout Set<String>, _ parts: inout [String]) {
    guard visited.insert(name).inserted, let source = modules[name] else { return }
    var body: [Substring] = []
    var isImport = false
    for line in source.split(separator: "\n", omittingEmptySubsequences: false) {
      isImport = isImport || line.hasPrefix("import ")
      guard isImport else {
        body.append(line.hasPrefix("export ") ? line.dropFirst("export ".count) : line)
        continue
      }
      let words = line.split(separator: "\"", omittingEmptySubsequences: false)
      guard words.count == 3, words[1].hasPrefix("./") else { continue }
      isImport = false
      add(String(words[1].dropFirst(2)), &visited, &parts)
    }
    parts.append("// \(name)\n" + body.joined(separator: "\n"))
  }
}
