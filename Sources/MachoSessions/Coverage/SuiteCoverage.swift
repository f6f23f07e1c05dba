/// Collects the coverage of sessions, from their journals.
package final class SuiteCoverage {
  private var collectors: [String: CoverageCollector] = [:]
  private let sharedEndpoints: Set<String>
  /// How far the properties of each feature were checked.
  private var checks: [String: [PropertyCheck]] = [:]

  /// Creates a collection without opened features, for sessions of these features.
  package init(_ catalog: [any DrivenFeature]) {
    sharedEndpoints = Endpoint.sharedNames(in: catalog)
  }

  /// Observes a session from its start.
  package func observe(_ session: Session) {
    var stores: [Int: CoverageCollector] = [:]
    let record = { [self, weak session] (line: JournalLine) in
      if let session, let feature = session.featureName, !session.propertyChecks.isEmpty {
        checks[feature, default: []].merge(session.propertyChecks)
      }
      for opened in line.openedStores {
        let collector = collector(of: opened.feature)
        stores[opened.number] = collector
        collector.record(state: opened.start.value)
      }
      for transition in line.transitions {
        let (collector, transition) = (stores[transition.store], transition.transition)
        collector?.record(transition.action, isSent: transition.cause == .sent)
        collector?.record(state: transition.after)
      }
      for event in line.events {
        switch event {
        case .effect(let change, let store, _): stores[store]?.record(change)
        case .stub(.called(let endpoint, _, let response, _), let store, _):
          stores[store]?.record(response, of: endpoint)
        case .stub(.answered, _, _): break
        }
      }
    }
    if let journal = session.journal {
      journal.observe(record)
    } else {
      session.journal = Journal(record)
    }
  }

  /// Returns the collector of a feature.
  package func collector(of feature: any DrivenFeature) -> CoverageCollector {
    if let collector = collectors[feature.name] { return collector }
    let collector = CoverageCollector(feature, sharedEndpoints: sharedEndpoints)
    collectors[feature.name] = collector
    return collector
  }

  /// The coverage of the features that were opened.
  package var report: CoverageReport {
    var report = CoverageReport()
    report.features = collectors.keys.sorted().compactMap { name in
      var coverage = collectors[name]?.coverage
      coverage?.properties = checks[name]?.sorted { $0.property < $1.property }
      return coverage
    }
    return report
  }
}
