import Foundation
import MachoValues

/// Text to a typed action, against a decoder that reads the same payload from JSON.
enum ReadMeasurement {
  static func make() -> Measurement {
    let syntax = ValueSyntax()
    let text = "deleteButtonTapped(id: 3)"
    let decoder = JSONDecoder()
    let json = Data(#"{"deleteButtonTapped":{"id":3}}"#.utf8)
    return Measurement(
      name: "read deleteButtonTapped(id: 3)", floorName: "JSONDecoder, the same payload",
      work: { count in
        for _ in 0..<count {
          guard (try? syntax.read(text[...], as: Action.self)) == .deleteButtonTapped(id: 3) else {
            return
          }
        }
      },
      floor: { count in
        for _ in 0..<count {
          guard (try? decoder.decode(Action.self, from: json)) == .deleteButtonTapped(id: 3) else {
            return
          }
        }
      },
      workCount: 20_000, floorCount: 20_000)
  }

  private enum Action: Equatable, Decodable {
    case addButtonTapped
    case deleteButtonTapped(id: Int)
    case nameChanged(String)
  }
}
