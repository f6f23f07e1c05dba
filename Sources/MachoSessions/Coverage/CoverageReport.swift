import MachoValues

/// What runs of features have reached, and what their types contain.
///
/// The members of the JSON form are those of the properties, see "Coverage" in the command line
/// documentation.
package struct CoverageReport: Codable, Hashable, Sendable {
  /// An action's case, with the number of times that it was sent and received.
  package struct Action: Codable, Hashable, Sendable {
    package var action: String
    package var sent = 0
    package var received = 0

    package var isReached: Bool { sent + received > 0 }
  }

  /// An enum case in the state, with the number of states that contained it.
  package struct State: Codable, Hashable, Sendable {
    package var path: String
    package var name: String
    package var states = 0

    package var isReached: Bool { states > 0 }
    /// The case as a condition: `status is loading`.
    package var condition: String { CaseTree.Entry(path: path, name: name).conditionText }
  }

  /// The effects of one origin.
  package struct Effect: Codable, Hashable, Sendable {
    /// What identifies them.
    package struct Key: Codable, Hashable, Sendable {
      package var name: String
      package var origin: String
      package var file: String
      package var line: Int
    }

    package var key: Key
    package var started = 0
    package var finished = 0
    package var cancelled = 0
    package var failed = 0
  }

  /// How the calls of a stubbed endpoint ended.
  package struct Stub: Codable, Hashable, Sendable {
    package var endpoint: String
    package var canThrow: Bool
    package var isAsync: Bool
    package var isStream: Bool
    /// A value, or the start of a stream.
    package var values = 0
    package var errors = 0
    /// Calls that waited for `answer`.
    package var pending = 0
    /// Calls without a stub.
    package var missing = 0

    package var calls: Int { values + errors + pending + missing }

    /// The outcomes that the endpoint allows, with their numbers of calls.
    package var outcomes: [(name: String, count: Int)] {
      [(isStream ? "stream" : "value", values)] + (canThrow ? [("error", errors)] : [])
        + (isAsync || isStream ? [("pending", pending)] : [])
    }
  }

  /// The coverage of one feature.
  package struct Feature: Codable, Hashable, Sendable {
    package var feature: String
    package var actions: [Action] = []
    package var states: [State] = []
    package var effects: [Effect] = []
    package var stubs: [Stub] = []
    /// How far the properties were checked that scripts or a file declare. `nil` without properties.
    package var properties: [PropertyCheck]?
  }

  /// The version of the JSON form. Incompatible changes increase it.
  package var version = 1
  /// The features that were opened, by name.
  package var features: [Feature] = []
  /// The endpoints of several features that none of the opened features called.
  package var uncalledEndpoints: [String] = []
  /// The names of the features that were never opened.
  package var unopened: [String] = []
  /// The scripts whose coverage is unknown, because their process did not end by itself.
  package var missingScripts: [String] = []

  /// Creates an empty report.
  package init() {}

  /// Lists the endpoints that the opened features share and that none of them called, once instead of in each
  /// feature.
  package mutating func findUncalledEndpoints(in catalog: [any DrivenFeature]) {
    let shared = Endpoint.sharedNames(in: catalog)
    for index in features.indices {
      features[index].stubs.removeAll { $0.calls == 0 && shared.contains($0.endpoint) }
    }
    let opened = catalog.filter { feature in features.contains { $0.feature == feature.name } }
    let names = Set(opened.flatMap(\.endpoints).map(\.name))
    let called = features.flatMap(\.stubs).map(\.endpoint)
    uncalledEndpoints = shared.intersection(names).subtracting(called).sorted()
  }
}

extension Endpoint {
  /// Returns the names of the endpoints that several features have, without those that all have.
  static func sharedNames(in catalog: [any DrivenFeature]) -> Set<String> {
    var seen: Set<String> = []
    var shared: Set<String> = []
    for feature in catalog {
      let names = Set(feature.endpoints.lazy.filter { !$0.isBuiltIn }.map(\.name))
      shared.formUnion(seen.intersection(names))
      seen.formUnion(names)
    }
    return shared
  }
}

extension CoverageReport {
  /// Adds the numbers of another report. The result does not depend on the order of reports, except
  /// for cases that only one of two different builds of a feature has.
  package mutating func merge(_ other: CoverageReport) {
    for feature in other.features {
      if let index = features.firstIndex(where: { $0.feature == feature.feature }) {
        features[index].merge(feature)
      } else {
        features.append(feature)
      }
    }
    features.sort { $0.feature < $1.feature }
    missingScripts = (missingScripts + other.missingScripts).sorted()
  }
}

extension CoverageReport.Feature {
  fileprivate mutating func merge(_ other: Self) {
    actions.add(other.actions, by: \.action) {
      $0.sent += $1.sent
      $0.received += $1.received
    }
    states.add(other.states, by: \.condition) { $0.states += $1.states }
    effects.add(other.effects, by: \.key) {
      $0.started += $1.started
      $0.finished += $1.finished
      $0.cancelled += $1.cancelled
      $0.failed += $1.failed
    }
    effects.sort { $0.key < $1.key }
    stubs.add(other.stubs, by: \.endpoint) {
      $0.values += $1.values
      $0.errors += $1.errors
      $0.pending += $1.pending
      $0.missing += $1.missing
    }
    guard let others = other.properties else { return }
    var checks = properties ?? []
    checks.merge(others)
    properties = checks.sorted { $0.property < $1.property }
  }
}

extension CoverageReport.Effect.Key: Comparable {
  package static func < (one: Self, other: Self) -> Bool {
    (one.file, one.line, one.origin, one.name) < (other.file, other.line, other.origin, other.name)
  }
}

extension Array {
  /// Combines the elements with equal keys, and appends the others.
  fileprivate mutating func add<Key: Hashable>(
    _ others: [Element], by key: (Element) -> Key, _ combine: (inout Element, Element) -> Void
  ) {
    var indices = Dictionary(
      zip(map(key), indices), uniquingKeysWith: { first, _ in first })
    for other in others {
      if let index = indices[key(other)] {
        combine(&self[index], other)
      } else {
        indices[key(other)] = count
        append(other)
      }
    }
  }
}
