/// A user input.
enum PortsInput: Equatable, Sendable {
  case received(something: Int)
  case asked(ofIndex: Int)

  /// What the input requests of the use case.
  var request: UpdateRequest {
    switch self {
    case .received(let value): .update(value: value)
    case .asked(let index): .get(ofIndex: index)
    }
  }
}

/// The content of the screen.
struct PortsScreen: Equatable, Sendable {
  var text = ""

  /// Shows a response of the use case.
  mutating func show(_ response: UpdateResponse) {
    text =
      switch response {
      case .updated(let value): "UI更新 (\(value))"
      case .got(let values): "UI更新 (\(values))"
      case .rejected(let value, let allowed):
        "UI更新拒否 (\(value): \(allowed.lowerBound)〜\(allowed.upperBound))"
      case .failed(let why): "UI更新失敗 (\(why))"
      }
  }
}
