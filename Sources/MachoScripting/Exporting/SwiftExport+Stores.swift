import MachoSessions
import MachoValues

// The stores of the test: their variables, initialization and end.
extension SwiftExport {
  mutating func openStore(_ opened: JournalStore) throws(Diagnostic) {
    for (number, store) in stores where !store.isClosed {
      if store.opened.name == opened.name || !store.opened.isNamed && !opened.isNamed {
        close(number, isReplaced: true)
      }
    }
    guard let source = opened.feature.testStoreSource else {
      throw Diagnostic(
        "not-supported",
        "'\(opened.feature.name)' is not a reducer, and a TestStore drives only reducers",
        notes: ["export json or mermaid, or save a script"])
    }
    if let refusal = source.refusal { throw Diagnostic("not-supported", refusal) }
    guard opened.context != .live else {
      throw Diagnostic(
        "not-supported", "the context 'live' cannot be exported as a test",
        notes: ["record the live session: the recording is a script with stubs"])
    }
    guard opened.choice.preset == nil else {
      throw Diagnostic(
        "not-supported", "a preset cannot be exported as a test: its dependencies are closures",
        notes: ["use the context 'test' with stubs"])
    }
    let base = opened.isNamed ? SwiftNames.variableName(opened.name) : "store"
    // An unused store is not initialized, so its variable name is free.
    let unused = stores.values.first {
      $0.isClosed && !$0.isUsed && $0.opened.isNamed == opened.isNamed
        && $0.opened.name == opened.name
    }
    if let unused { stores[unused.opened.number] = nil }
    let variable = unused?.variable ?? names.unique(base)
    if opened.context == .preview { printer.addImport("Foundation") }
    stores[opened.number] = Store(
      opened: opened, variable: variable, isExhaustive: isExhaustive)
    statements.append(.store(opened.number))
  }

  /// Closes a store. Skips its pending work, which the `TestStore` would report as an issue.
  ///
  /// - Parameter isReplaced: Whether the test continues with another store. Its effects are cancelled
  ///   then, unless a later store is still open.
  mutating func close(_ number: Int, isReplaced: Bool = false) {
    guard let store = stores[number], !store.isClosed else { return }
    if storesWithPendingWork.contains(number) {
      defer {
        if isReplaced, !stores.contains(where: { $0.key > number && !$0.value.isClosed }) {
          statements.append(.end)
          stores[number]?.isScoped = true
        }
      }
      addStoreLines(number) {
        [
          "// Pending work at the end of the session.",
          "await \($0).skipReceivedActions(strict: false)",
          "await \($0).skipInFlightEffects(strict: false)",
        ]
      }
    }
    stores[number]?.isClosed = true
  }

  mutating func initializationLines(_ number: Int) throws(Diagnostic) -> [String] {
    guard let store = stores[number], let source = store.opened.feature.testStoreSource,
      store.isUsed || stores.count == 1
    else { return [] }
    var printer = printer(for: store.opened.syntax)
    for module in source.modules { printer.addImport(module) }
    do throws(ValueError) {
      let start = try startState(of: store, source, &names, &printer)
      let endpoints = store.opened.feature.endpoints
      var stubs = try store.calls.lines(
        // By convention, the name is the path.
        path: { name in endpoints.first { $0.name == name }?.path ?? name }, &names, &printer)
      updatePrinter(printer)
      needsRandomNumbers = needsRandomNumbers || stubs.needsRandomNumbers
      if store.opened.context == .preview {
        stubs.assignments = previewAssignments + stubs.assignments
      }
      let hasClock = store.schedulers != nil || stubs.usesClock
      if hasClock {
        let schedulers = (store.schedulers ?? []).sorted()
        stubs.assignments.insert(
          contentsOf: ["$0.continuousClock = clock"]
            + schedulers.map { "$0.\($0) = .synchronized(with: clock)" }, at: 0)
        usesClock = true
      }
      // A script gives each store its own shared values.
      let hasSeparateStorage =
        source.hasSharedValues && stores.contains { $0.key < number && $0.value.isUsed }
      if hasSeparateStorage {
        stubs.assignments.insert(contentsOf: Self.separateStorage, at: 0)
      }
      if source.overridesDependencies {
        stubs.assignments.append("// The feature's registration overrides more: repeat it here.")
      }
      let opening = "let \(store.variable) = TestStore("
      var lines = stubs.declarations
      if hasSeparateStorage, !start.declarations.isEmpty {
        // The test store calls the closure with its dependencies.
        lines += [opening, "  initialState: {"] + start.declarations.map { "    " + $0 }
        lines += ["    return \(start.expression.line)", "  }()", ") {"]
      } else {
        lines += start.declarations
        lines += SwiftExpression.list(
          opening, [.prefixed("initialState: ", start.expression)], ") {"
        )
        .lines(width: Self.width)
      }
      lines.append("  " + source.reducer)
      if stubs.assignments.isEmpty {
        lines.append("}")
      } else {
        lines.append("} withDependencies: {")
        lines += stubs.assignments.map { "  " + $0 } + ["}"]
      }
      if hasSeparateStorage, !start.sharedChanges.isEmpty {
        lines += callLines("\(store.variable).assert", start.sharedChanges)
      }
      return lines + (store.isExhaustive ? [] : ["\(store.variable).exhaustivity = .off"])
    } catch {
      var error = Diagnostic(error, offset: 0)
      error.notes.append("in the store of the feature '\(store.opened.feature.name)'")
      throw error
    }
  }

  /// Storage of shared values that the test's other stores do not use.
  private static let separateStorage = [
    "$0.defaultInMemoryStorage = InMemoryStorage()", "$0.defaultAppStorage = .inMemory",
    "$0.defaultFileStorage = .inMemory",
  ]

  /// The preview values of the built-in dependencies.
  private var previewAssignments: [String] {
    [
      "$0.context = .preview", "$0.uuid = .incrementing",
      "$0.date = .constant(Date(timeIntervalSinceReferenceDate: 0))",
    ]
  }
}
