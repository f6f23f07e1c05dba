import Foundation
import MachoValues

/// Measures reading text as a typed action, compared with decoding the same payload from JSON.
@MainActor
enum ReadMeasurement {
  static func makeMeasurements() -> [Measurement] {
    let payload = json(#"{"id":3,"name":"Blob","isFavorite":true}"#)
    let action = json(#"{"saveButtonTapped":{"_0":{"id":3,"name":"Blob","isFavorite":true}}}"#)
    let labelled = json(#"{"deleteButtonTapped":{"id":3}}"#)
    return [
      row(
        "read an action of a struct", "JSONDecoder, the payload alone", target: 1, read
      ) { count in decode(contact, from: payload, count) },
      row("read an action of a struct", "JSONDecoder, the action", read) { count in
        decode(Action.saveButtonTapped(contact), from: action, count)
      },
      row("read deleteButtonTapped(id: 3)", "JSONDecoder, the action") { count in
        read("deleteButtonTapped(id: 3)", .deleteButtonTapped(id: 3), count)
      } baseline: { count in
        decode(Action.deleteButtonTapped(id: 3), from: labelled, count)
      },
    ]
  }

  /// Reads an action with a struct payload.
  static func read(_ count: Int) {
    read(
      #"saveButtonTapped(Contact(id: 3, name: "Blob", isFavorite: true))"#,
      .saveButtonTapped(contact), count)
  }

  private static func read(_ text: String, _ expected: Action, _ count: Int) {
    for _ in 0..<count {
      guard (try? syntax.read(text[...], as: Action.self)) == expected else {
        // Without a result, the measurement would look fast.
        fatalError("cannot read '\(text)'")
      }
    }
  }

  private static func decode<Value: Decodable & Equatable>(
    _ expected: Value, from json: Data, _ count: Int
  ) {
    for _ in 0..<count {
      guard (try? decoder.decode(Value.self, from: json)) == expected else {
        // As above.
        fatalError("cannot decode \(expected)")
      }
    }
  }

  private static func row(
    _ name: String, _ baselineName: String, target: Double? = nil,
    _ work: @escaping @MainActor (Int) -> Void, baseline: @escaping @MainActor (Int) -> Void
  ) -> Measurement {
    Measurement(
      name: name, baselineName: baselineName, work: { work($0) }, baseline: { baseline($0) },
      workCount: 20_000, baselineCount: 20_000, target: target)
  }

  private static func json(_ text: String) -> Data { Data(text.utf8) }

  private static let syntax = ValueSyntax()
  private static let decoder = JSONDecoder()
  private static let contact = Contact(id: 3, name: "Blob", isFavorite: true)

  private struct Contact: Equatable, Decodable {
    var id: Int
    var name: String
    var isFavorite: Bool
  }

  private enum Action: Equatable, Decodable {
    case addButtonTapped
    case deleteButtonTapped(id: Int)
    case nameChanged(String)
    case saveButtonTapped(Contact)
  }
}
