import MachoScripting
import MachoSessions
import MachoValues

/// What an exploration drives: a feature, and the lines after which each run begins.
package struct ExplorationTarget {
  /// A store at the beginning of a run.
  struct OpenedStore {
    let store: any DrivenStore
    let stubs: StubTable
    /// Keeps the store open.
    let session: Session?
  }

  /// The feature.
  package let feature: any DrivenFeature
  /// What a run begins with, as short as possible.
  package let prefix: RunPrefix
  /// The lines that lead to the same point as they ran.
  package let opening: RunPrefix
  /// The state after `prefix`, if a new store with that state behaves the same.
  private let state: Any?
  /// The properties that the lines of the prefix declare.
  private let declared: [String]
  private let catalog: [any DrivenFeature]
  let files: ScriptFileSource?

  /// The registered start state of a feature.
  package init(_ feature: any DrivenFeature) {
    self.feature = feature
    prefix = RunPrefix([Line(.feature, feature.name)])
    opening = prefix
    state = feature.startState
    declared = []
    catalog = []
    files = nil
  }

  /// The point that some lines lead to. Throws if one of them fails.
  package init(
    lines: [Line], catalog: [any DrivenFeature], files: ScriptFileSource? = nil
  ) throws(Diagnostic) {
    let session: Session
    (session, opening) = try Self.run(lines, catalog, files)
    guard let feature = session.feature else {
      throw Diagnostic("no-feature", "the lines open no feature")
    }
    self.feature = feature
    declared = session.properties
    self.catalog = catalog
    self.files = files
    // A checkpoint is shorter than the lines, and exists if the state is complete.
    if let checkpoint = try? session.checkpoint(), checkpoint.stubs.isEmpty,
      let state = session.scriptState?.value
    {
      prefix = RunPrefix(checkpoint.opening + checkpoint.settings)
      self.state = state
    } else {
      prefix = opening
      state = nil
    }
  }

  /// Returns the properties of the prefix and further ones. Throws if one is invalid.
  package func properties(_ settings: ExplorationSettings) throws(Diagnostic) -> [Property] {
    var properties: [Property] = []
    for text in declared + settings.properties {
      let property = try Property(Arguments(text, from: 0), of: feature)
      guard !properties.contains(where: { $0.text == property.text }) else { continue }
      properties.append(property)
    }
    for text in settings.invariants {
      properties.append(try Property(invariant: Arguments(text, from: 0), of: feature))
    }
    return properties
  }

  /// Checks the bindings, conditions and properties of settings. Returns the first that is invalid, with its
  /// error.
  package func mistake(
    in settings: ExplorationSettings
  ) -> (text: String, error: Diagnostic)? {
    for name in settings.bindings {
      let templates = feature.syntax.actionTemplates(of: feature.sentTypes, bindings: [name])
      guard !templates.contains(where: { $0.boundProperty == name }) else { continue }
      let message = "no action of '\(feature.name)' sets a property '\(name)'"
      return (name, Diagnostic("no-such-property", message))
    }
    for (text, isInvariant) in settings.invariants.map({ ($0, true) })
      + settings.properties.map({ ($0, false) })
    {
      var single = ExplorationSettings()
      if isInvariant { single.invariants = [text] } else { single.properties = [text] }
      do throws(Diagnostic) { _ = try properties(single) } catch {
        var error = error
        // A text has no verb whose place could be shown.
        if error.range == nil, !text.isEmpty { error.range = 0..<text.utf8.count }
        return (text, error)
      }
    }
    return nil
  }

  /// Returns the state before the first step.
  package func startState() throws(Diagnostic) -> Any {
    let opened = try open()
    defer { opened.store.close() }
    return opened.store.state
  }

  /// Opens a store for a run.
  func open() throws(Diagnostic) -> OpenedStore {
    if let state {
      let stubs = StubTable()
      return OpenedStore(
        store: feature.open(state, in: .test, stubs: stubs), stubs: stubs, session: nil)
    }
    let (session, _) = try Self.run(prefix.lines, catalog, files)
    guard let (store, stubs) = session.storeInUse else {
      throw Diagnostic("no-feature", "the lines open no feature")
    }
    return OpenedStore(store: store, stubs: stubs, session: session)
  }

  private static func run(
    _ lines: [Line], _ catalog: [any DrivenFeature], _ files: ScriptFileSource?
  ) throws(Diagnostic) -> (Session, RunPrefix) {
    let session = Session(catalog: catalog, receiveMode: .onReceive, context: .test, files: files)
    // Random actions must not reach real dependencies.
    session.allowsLive = false
    var run = RunPrefix([])
    try CommandLoop.run([Line(.exhaustive, "off")], in: session)
    try CommandLoop.run(lines, in: session) { line, outcome in
      let reads = files?.takeRecentReads() ?? [:]
      if case .source = outcome.directive { return }
      run.lines.append(line)
      run.files.merge(reads) { $1 }
    }
    try CommandLoop.run([Line(.skip, "received")], in: session)
    return (session, run)
  }
}
