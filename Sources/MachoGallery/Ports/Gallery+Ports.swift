import MachoAdapters
import MachoArchitectures

/// What a person does.
enum PortsInput: Equatable, Sendable {
  case received(something: Int)
}

/// What a person sees.
struct PortsScreen: Equatable, Sendable { var text = "" }

extension Gallery {
  static let ports = Feature(
    "ports", "Clean Architecture: a controller, a use case with its ports, a presenter.",
    start: PortsScreen()
  ) { screen, work in
    let presenter = ResponsePresenter<UpdateResponse, PortsScreen>(screen) { screen, response in
      screen.text = "UI更新 (\(response.value))"
    }
    let controller = RequestController<PortsInput, UpdateRequest>(
      port: UpdateValue(output: presenter), work: work
    ) { input in
      switch input {
      case .received(let value): UpdateRequest(value: value)
      }
    }
    return (controller: controller, presenter: presenter)
  }
}
