import MachoAdapters
import MachoArchitectures

/// A user input.
enum PortsInput: Equatable, Sendable {
  case received(something: Int)
  case asked(ofIndex: Int)
}

/// The content of the screen.
struct PortsScreen: Equatable, Sendable { var text = "" }

extension Gallery {
  static let ports = Feature(
    "ports", "Clean Architecture: a controller, a use case with its ports, a presenter.",
    start: PortsScreen(), stubs: [Stub("numberLists.get", \.numberLists.get)]
  ) { screen, tasks in
    let presenter = ResponsePresenter<UpdateResponse, PortsScreen>(screen) { screen, response in
      switch response {
      case .updated(let value): screen.text = "UI更新 (\(value))"
      case .got(let values): screen.text = "UI更新 (\(values))"
      case .failed(let why): screen.text = "UI更新失敗 (\(why))"
      }
    }
    let controller = RequestController<PortsInput, UpdateRequest>(
      port: UpdateValue(output: presenter, numbers: NumbersGateway()), tasks: tasks
    ) { input in
      switch input {
      case .received(let value): .update(value: value)
      case .asked(let index): .get(ofIndex: index)
      }
    }
    return (controller: controller, presenter: presenter)
  }
}
