import Composable
import Foundation
import MachoAdapters
import MachoSessions

/// Measures completion and hints in a feature with a thousand actions and ten thousand rows,
/// compared with a search in an array of strings.
@MainActor
enum CompletionMeasurement {
  static func makeMeasurements() -> [Measurement] {
    let session = Session(
      catalog: [Feature("large", start: LargeFeature.State()) { LargeFeature() }],
      receiveMode: .immediate)
    _ = session.run("feature large")
    let names = (0..<1_000).map { "action\($0)ButtonTapped" }
    let rows = LargeFeature.State().rows.map(\.id.uuidString)
    let lines: [(line: String, baseline: [String], typed: String, target: Double?)] = [
      ("send ", names, "", nil), ("send order", names, "order", nil),
      ("send oredr3Butto", names, "oredr", nil),
      ("send rowTapped(id: ", rows, "", 8),
      ("send rowTapped(id: UUID(\"00000000-0000-0000-0001-", rows, "0", 8),
      ("expect rows[id: ", rows, "", 8),
      ("expect rows[id: UUID(\"00000000-0000-0000-0001-", rows, "0", 8),
      ("expect rows[id: UUID(\"00000000-0000-0000-0001-000000009999\")].", rows, "0", 8),
    ]
    return lines.map { line, baseline, typed, target in
      Measurement(
        name: "complete  " + (line.count > 32 ? line.prefix(31) + "…" : line[...]),
        baselineName: "a search in \(baseline.count) strings",
        work: { count in
          for _ in 0..<count {
            guard !session.completions(of: line, at: line.utf8.count).isEmpty else {
              // Without a result, the measurement would look fast.
              fatalError("nothing completes '\(line)'")
            }
          }
        },
        baseline: { count in
          var found = 0
          for _ in 0..<count { found += baseline.count { $0.hasPrefix(typed) } }
          precondition(found >= 0)
        },
        workCount: 20, baselineCount: 20, target: target)
    } + [hint(session, "send rowTapped(id: "), hint(session, "expect rows.count ")]
  }

  private static func hint(_ session: Session, _ line: String) -> Measurement {
    Measurement(
      name: "hint  " + line, baselineName: "a line of strings joined",
      work: { count in
        for _ in 0..<count {
          guard session.hint(of: line, at: line.utf8.count) != nil else {
            // As above.
            fatalError("no hint for '\(line)'")
          }
        }
      },
      baseline: { count in
        var length = 0
        for _ in 0..<count { length += line.split(separator: " ").joined(separator: " ").count }
        precondition(length > 0)
      },
      workCount: 200, baselineCount: 200)
  }
}

private struct LargeFeature: Reducer {
  struct Row: Equatable, Identifiable {
    let id: UUID
    var name: String
    var isDone = false
  }

  struct State: Equatable {
    var title = "rows"
    var rows = IdentifiedArray<UUID, Row>(
      uniqueElements: (0..<10_000).map { number in
        let digits = String(repeating: "0", count: 12 - String(number).count) + String(number)
        let text = "00000000-0000-0000-0001-" + digits
        return Row(id: UUID(uuidString: text) ?? UUID(), name: "row \(number)")
      })
  }

  typealias Action = ThousandCases

  var body: some Reducer<State, Action> {
    Reduce { _, _ in .none }
  }
}
