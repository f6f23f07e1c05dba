import MachoValues

/// Counts what runs of one feature reach.
///
/// Cases are counted by the IDs of their `CaseTree`, so no text is made while a run is observed. A
/// session feeds it through `SuiteCoverage`; other callers feed it directly.
///
/// PERFORMANCE: the counts are marked `@exclusivity(unchecked)`, because an exploration counts several
/// cases for each step.
///
/// SAFETY: only the thread of the runs accesses them, and a count is modified without calling other code.
package final class CoverageCollector {
  private struct ActionType {
    let id: ObjectIdentifier
    let name: String
    let isImplicit: Bool
    let tree: CaseTree
    var sent: [Int]
    var received: [Int]
  }

  private let feature: any DrivenFeature
  private let sharedEndpoints: Set<String>
  @exclusivity(unchecked)
  private var actionTypes: [ActionType] = []
  private let stateTree: CaseTree
  @exclusivity(unchecked)
  private var stateCounts: [Int]
  private var effects: [CoverageReport.Effect.Key: CoverageReport.Effect] = [:]
  private var stubs: [String: CoverageReport.Stub] = [:]
  /// A number that changes whenever something is reached for the first time.
  @exclusivity(unchecked)
  package private(set) var reachedCount = 0

  /// Creates a collector. It finds the cases of the feature's types.
  ///
  /// - Parameter sharedEndpoints: The names of endpoints that other features have too. They count only if
  ///   they are called. Default: none.
  package init(_ feature: any DrivenFeature, sharedEndpoints: Set<String> = []) {
    self.feature = feature
    self.sharedEndpoints = sharedEndpoints
    stateTree = CaseTree(of: feature.stateType, style: .state)
    stateCounts = Array(repeating: 0, count: stateTree.entries.count)
    for type in feature.sentTypes + feature.receivedTypes {
      guard !actionTypes.contains(where: { $0.id == ObjectIdentifier(type) }) else { continue }
      let tree = CaseTree(of: type, style: .action)
      // A type without cases is one action.
      let counts = Array(repeating: 0, count: max(tree.entries.count, 1))
      actionTypes.append(
        ActionType(
          id: ObjectIdentifier(type), name: typeName(type),
          isImplicit: type is any ImplicitAction.Type, tree: tree, sent: counts, received: counts))
    }
  }

  /// Counts an action that was sent, or that an effect sent. Calls `onCase` with the ID of each case.
  package func record(_ action: Any, isSent: Bool, onCase: (Int) -> Void = { _ in }) {
    let id = ObjectIdentifier(type(of: action))
    guard let index = actionTypes.firstIndex(where: { $0.id == id }) else { return }
    func count(_ entry: Int) {
      onCase(entry)
      if actionTypes[index].sent[entry] + actionTypes[index].received[entry] == 0 {
        reachedCount += 1
      }
      if isSent {
        actionTypes[index].sent[entry] += 1
      } else {
        actionTypes[index].received[entry] += 1
      }
    }
    let tree = actionTypes[index].tree
    if tree.entries.isEmpty { count(0) } else { tree.forEachCase(in: action, count) }
  }

  /// Counts the cases of a state. Calls `onCase` with the ID of each.
  package func record(state: Any, onCase: (Int) -> Void = { _ in }) {
    var last = -1
    stateTree.forEachCase(in: state) { id in
      // Elements of a collection repeat a case; one state counts once if they are neighbors.
      guard id != last else { return }
      last = id
      if stateCounts[id] == 0 { reachedCount += 1 }
      stateCounts[id] += 1
      onCase(id)
    }
  }

  /// Counts the start or the end of an effect.
  package func record(_ change: EffectChange) {
    let effect = change.effect
    let key = CoverageReport.Effect.Key(
      name: effect.name, origin: effect.origin, file: effect.location.file,
      line: effect.location.line)
    let before = effects[key] ?? CoverageReport.Effect(key: key)
    var counts = before
    switch change.kind {
    case .started: counts.started += 1
    case .suspended: return
    case .finished: counts.finished += 1
    case .cancelled: counts.cancelled += 1
    case .failed: counts.failed += 1
    }
    if [before.started, before.finished, before.cancelled, before.failed].count(where: { $0 == 0 })
      != [counts.started, counts.finished, counts.cancelled, counts.failed].count(where: { $0 == 0 }
      )
    {
      reachedCount += 1
    }
    effects[key] = counts
  }

  /// Counts the response to a call.
  package func record(_ response: StubTable.Response, of endpoint: Endpoint) {
    let before = stubs[endpoint.name] ?? CoverageReport.Stub(endpoint)
    var stub = before
    switch response {
    case .result(.success, _): stub.values += 1
    case .result(.failure, _): stub.errors += 1
    case .stream(let elements, _):
      stub.values += 1
      if elements.contains(where: { if case .failure = $0.content { true } else { false } }) {
        stub.errors += 1
      }
      if elements.contains(where: { if case .pending = $0.content { true } else { false } }) {
        stub.pending += 1
      }
    case .pending: stub.pending += 1
    case .missing: stub.missing += 1
    }
    if stub.outcomes.count(where: { $0.count > 0 })
      != before.outcomes.count(where: { $0.count > 0 })
    {
      reachedCount += 1
    }
    stubs[endpoint.name] = stub
  }

  /// The coverage so far, with everything that was never reached.
  package var coverage: CoverageReport.Feature {
    var result = CoverageReport.Feature(feature: feature.name)
    for type in actionTypes {
      // No script can send it, so it counts only if it occurs.
      if type.isImplicit, type.received.allSatisfy({ $0 == 0 }) { continue }
      let names = type.tree.entries.isEmpty ? [type.name] : type.tree.entries.map(\.dottedText)
      result.actions += names.enumerated().map { index, name in
        .init(action: name, sent: type.sent[index], received: type.received[index])
      }
    }
    result.states = zip(stateTree.entries, stateCounts).map { entry, count in
      .init(path: entry.path, name: entry.name, states: count)
    }
    result.effects = effects.values.sorted { $0.key < $1.key }
    // Every feature has the built-in endpoints. Which of those that several features have this one uses is
    // only known if it calls them.
    result.stubs = feature.endpoints.compactMap { endpoint in
      let isOwn = !endpoint.isBuiltIn && !sharedEndpoints.contains(endpoint.name)
      return stubs[endpoint.name] ?? (isOwn ? CoverageReport.Stub(endpoint) : nil)
    }
    return result
  }
}

extension CoverageReport.Stub {
  fileprivate init(_ endpoint: Endpoint) {
    self.init(
      endpoint: endpoint.name, canThrow: endpoint.canThrow, isAsync: endpoint.isAsync,
      isStream: endpoint.isStream)
  }
}
