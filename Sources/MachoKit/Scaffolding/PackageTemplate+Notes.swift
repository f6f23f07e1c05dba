import MachoReporting

/// What `macho init` writes to a directory, and what it tells its user.
extension PackageTemplate {
  /// The files to write, in the order of a reader.
  func files(missingIn project: ProjectDirectory) -> [(path: String, text: String)] {
    (project.hasManifest ? [] : [("Package.swift", manifest)]) + files
      + (project.ignoreText == nil ? [(".gitignore", Self.ignoreText)] : [])
      + (project.outerRepository == nil
        ? [(WorkflowTemplate.path, WorkflowTemplate(product: product, driver: driver).text)] : [])
  }

  /// What the user has to do, because a file exists or because only the user knows an address.
  func notes(for project: ProjectDirectory) -> [String] {
    var notes: [String] = []
    if project.hasManifest { notes.append(manifestInstructions) }
    let missing = project.ignoreText.map(Self.patterns(missingIn:)) ?? []
    if !missing.isEmpty {
      notes.append(
        ".gitignore exists and was not changed. Add to it:\n\n"
          + missing.map { "    " + $0 }.joined(separator: "\n"))
    }
    if let repository = project.outerRepository { notes.append(Self.note(outer: repository)) }
    if dependency.isLocal { notes.append(Self.localDependencyNote) }
    return notes
  }

  /// Returns the note that no workflow was written, with the reason.
  static func note(outer repository: String) -> String {
    """
    No CI workflow was written: GitHub reads workflows only at the root of a repository, which is
    \(repository). The article ContinuousIntegration has one.
    """
  }

  /// Says what to change if a package depends on a directory.
  static let localDependencyNote = """
    The package depends on a directory of this machine. Before a colleague or CI builds it, name the
    repository of your macho in Package.swift, as 'macho init --macho-url URL' does:

        \(MachoDependency(url: MachoDependency.exampleURL).declaration)
    """

  /// The commands to try, and the steps to a first feature of the user.
  var nextSteps: String {
    """
    Next steps:
    \(Self.commands(of: product, feature: feature?.command ?? "counter"))

    A feature of your own, or 'swift run \(product) init --feature NAME' for its files:
      1. Write the reducer in Sources/\(driver), with 'import Composable'. For macros such as @Reducer,
         import ComposableMacros, and add to the target's dependencies in Package.swift:
           .product(name: "ComposableMacros", package: "\(dependency.package)"),
      2. List it in Sources/\(driver)/Driver.swift:
           Feature("my-feature", start: MyFeature.State()) { MyFeature() },
      3. Try it with 'swift run \(product) repl my-feature'. The line 'save scripts/my-feature.macho'
         writes what you did as a script with its expected output.
    """
  }

  /// The commands to try with a driver.
  static func commands(of product: String, feature: String) -> String {
    let commands = [
      ("swift run \(product) test scripts", "runs the script"),
      ("swift run \(product) repl \(feature)", "opens a prompt; Tab completes"),
      ("swift run \(product) test --watch", "reruns scripts when files change"),
      ("swift test", "runs the scripts as test cases"),
    ]
    func width(_ text: String) -> Int { text.reduce(0) { $0 + $1.columns } }
    let column = 5 + (commands.map { width($0.0) }.max() ?? 0)
    return commands.map { command, meaning -> String in
      let gap = String(repeating: " ", count: column - width(command))
      return "  \(command)\(gap)\(meaning)"
    }.joined(separator: "\n")
  }
}
