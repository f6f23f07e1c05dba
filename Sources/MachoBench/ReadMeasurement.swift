import Foundation
import MachoValues

/// Measures reading text as a typed action, compared with decoding the same payload from JSON.
@MainActor
enum ReadMeasurement {
  static func makeMeasurements() -> [Measurement] {
    let payload = json(#"{"id":3,"name":"Blob","isFavorite":true}"#)
    return [
      Measurement(
        name: "read an action of a struct", baselineName: "JSONDecoder, the payload alone",
        work: { read($0) }, baseline: { decode(contact, from: payload, $0) }, workCount: 20_000,
        baselineCount: 20_000, target: 1)
    ]
  }

  /// Reads an action with a struct payload.
  static func read(_ count: Int) {
    let text = #"saveButtonTapped(Contact(id: 3, name: "Blob", isFavorite: true))"#
    for _ in 0..<count {
      guard (try? syntax.read(text[...], as: Action.self)) == .saveButtonTapped(contact) else {
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

  private static func json(_ text: String) -> Data { Data(text.utf8) }

  private static let syntax = ValueSyntax()
  private static let decoder = JSONDecoder()
  private static let contact = Contact(id: 3, name: "Blob", isFavorite: true)

  private struct Contact: Equatable, Decodable {
    var id: Int
    var name: String
    var isFavorite: Bool
  }

  private enum Action: Equatable {
    case addButtonTapped
    case deleteButtonTapped(id: Int)
    case nameChanged(String)
    case saveButtonTapped(Contact)
  }
}
