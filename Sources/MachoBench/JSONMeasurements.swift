import Foundation
import MachoValues

/// Measures JSON, compared with Foundation's coders, which know the types at compile time.
@MainActor
enum JSONMeasurements {
  static func makeMeasurements() -> [Measurement] { [request(), state()] }

  /// Measures a small object, as in each request over the wire.
  private static func request() -> Measurement {
    let request = Request()
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    // It contains only strings and numbers, which JSONEncoder always encodes.
    guard let data = try? encoder.encode(request) else { fatalError("a request encodes") }
    let bytes = Array(data)
    let decoder = JSONDecoder()
    return Measurement(
      name: "read a request of \(bytes.count) bytes", baselineName: "JSONDecoder, the same bytes",
      work: { count in
        for _ in 0..<count {
          guard (try? JSONValue(parsing: bytes))?["id"]?.int == request.id else { return }
        }
      },
      baseline: { count in
        for _ in 0..<count {
          guard (try? decoder.decode(Request.self, from: data))?.id == request.id else { return }
        }
      },
      workCount: 20_000, baselineCount: 5000)
  }

  private static func state() -> Measurement {
    let syntax = ValueSyntax()
    let state = State()
    let encoder = JSONEncoder()
    return Measurement(
      name: "a flat state as JSON", baselineName: "JSONEncoder, the same state",
      work: { count in
        for _ in 0..<count {
          guard syntax.json(of: TypedValue(state))["count"]?.int == state.count else { return }
        }
      },
      baseline: { count in
        for _ in 0..<count {
          guard (try? encoder.encode(state))?.isEmpty == false else { return }
        }
      },
      workCount: 20_000, baselineCount: 5000)
  }

  private struct Request: Codable {
    var jsonrpc = "2.0"
    var id = 1234
    var method = "send"
    var params = Params()

    struct Params: Codable {
      var session = "counter-1"
      var action = "destination.presented.saveButtonTapped(name: \"Blob\")"
      var patch = true
      var limit = 100
    }
  }

  private struct State: Codable {
    var count = 3
    var isLoading = false
    var query = "swift"
    var fact: String?
    var ratio = 0.5
    var ids = [1, 2, 3]
  }
}
