import MachoValues

/// The state of a session. Only the session and the context of its commands can change it.
final class SessionState {
  /// The features that `feature` can open.
  let catalog: [any DrivenFeature]
  let files: (any FileSource)?
  let environment: [String: String]
  /// Stops a waiting line.
  let interrupt = Interrupt()
  /// The values of `$name`, shared by all stores.
  let variables = VariableTable()
  /// The properties that the running line leaves out.
  let filled = FilledProperties()
  let observers = SessionObservers()
  /// The verbs that lines may have.
  var commands = Command.all
  var settings: SessionSettings
  var stores = StoreList()
  var pending = PendingOutcome()
  /// The order of ready jobs. Default: `nil` (first in, first out, without a record).
  private(set) var schedule: Schedule?
  /// The number of stores opened so far.
  private var openedStoreCount = 0
  /// The schedule that the host set before the first line.
  private var hostSchedule: Schedule?

  init(
    catalog: [any DrivenFeature], files: (any FileSource)?, environment: [String: String],
    settings: SessionSettings
  ) {
    self.catalog = catalog
    self.files = files
    self.environment = environment
    self.settings = settings
    if environment[Session.denyLiveVariable] != nil { self.settings.allowsLive = false }
  }

  deinit { closeStores() }

  /// Returns the open store. Throws an error that explains how to open one.
  func opened() throws(Diagnostic) -> OpenStore {
    guard let open = stores.current else {
      throw Diagnostic(
        "no-feature", "no feature is open",
        notes: ["open one:  feature " + (catalog.first?.name ?? "NAME")])
    }
    return open
  }

  /// The open store's syntax. Without an open store, a syntax with only the variables and files.
  var syntax: ValueSyntax {
    stores.current?.syntax ?? ValueSyntax(files: files) { [variables] in variables[$0] }
  }

  /// The features in lists and suggestions.
  var listedFeatures: [any DrivenFeature] { catalog.filter(\.isListed) }

  /// Returns whether a condition of a line is satisfied.
  func isSatisfied(_ condition: Line.Condition) throws(Diagnostic) -> Bool {
    try condition.isSatisfied(environment: environment, features: catalog.lazy.map(\.name))
  }
}

// MARK: - Opening stores

extension SessionState {
  /// Reopens a store's feature from a state. Default: the registered start state.
  func reopen(
    _ open: OpenStore, from state: Any? = nil, in context: ContextChoice? = nil,
    stubs: StubTable = StubTable()
  ) {
    self.open(
      open.feature, as: open.isNamed ? open.name : nil, from: state, in: context, stubs: stubs,
      monitor: open.monitor)
  }

  /// Opens a feature from a state. Default: the registered start state.
  ///
  /// A store without a name replaces the other store without a name. A named store replaces the
  /// store of that name.
  func open(
    _ feature: any DrivenFeature, as name: String? = nil, from state: Any? = nil,
    in context: ContextChoice? = nil, stubs: StubTable = StubTable(),
    monitor: PropertyMonitor = PropertyMonitor()
  ) {
    var syntax = feature.syntax
    syntax.files = files
    syntax.variables = { [variables] in variables[$0] }
    syntax.onFilling = { [filled] in filled.add($0) }
    let context = context ?? settings.context(for: feature)
    let replaced = stores.removeStore(replacedBy: name)
    // ORDER: close the replaced store first. Two stores of one feature may share resources.
    replaced?.store.store.close()
    let open = OpenStore(
      feature: feature, name: name, state: state ?? feature.startState, choice: context,
      stubs: stubs, syntax: syntax, observers: observers)
    openedStoreCount += 1
    open.ordinal = openedStoreCount
    open.monitor = monitor
    if !monitor.isEmpty { open.monitor.start(in: open.scene) }
    stores.insert(open, at: replaced?.index)
    observers.journal?.recordOpening(open)
    stores.use(open)
    open.store.onExternalWork(observers.wake)
    if context != .live { open.store.jobChooser = schedule }
    open.store.roundWallClock(to: settings.clockStep)
    if let implied = settings.impliedContext(afterOpeningIn: context) {
      pending.impliedContext = implied
    }
    stores.isFinished = false
    pending.events.append(.opened(feature: feature.name, context: context))
    pending.events += open.unobservedEndpoints
    pending.received = open.storedValues(replacing: state ?? feature.startState)
  }

  /// Rounds the times of live stores' clocks down to multiples of a duration.
  func roundWallClocks(to step: Duration) {
    settings.clockStep = step
    for open in stores.all { open.store.roundWallClock(to: step) }
  }

  /// Resets the session to its initial state.
  func reset() {
    closeStores()
    stores = StoreList()
    variables.removeAll()
    filled.removeAll()
    settings.reset()
    schedule = hostSchedule
  }

  /// Sets the order of ready jobs for all stores. Live stores ignore it.
  func setSchedule(_ schedule: Schedule?, isHost: Bool = false) {
    self.schedule = schedule
    if isHost { hostSchedule = schedule }
    for open in stores.all where open.context != .live { open.store.jobChooser = schedule }
  }

  private func closeStores() { for open in stores.all { open.store.close() } }
}
