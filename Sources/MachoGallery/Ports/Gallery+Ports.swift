import Composable
import MachoAdapters
import MachoArchitectures

// The composition of the circle: the only file that knows all its layers.

extension Gallery {
  static let ports = ports(
    "ports", "Clean Architecture: a controller, a use case with its ports, a presenter."
  ) {
    NumbersGateway()
  }

  static let portsCompletion = ports(
    "ports-completion", "Clean Architecture: the same use case, and a gateway with a handler."
  ) {
    CompletionNumbersGateway()
  }

  private static func ports(
    _ name: String, _ summary: String,
    numbers: @escaping @Sendable () -> any Gateway<Int, [Int]>
  ) -> Feature {
    Feature(
      name, summary, start: PortsScreen(), stubs: [Stub("numberLists.get", \.numberLists.get)]
    ) { screen, tasks in
      let presenter = ResponsePresenter<UpdateResponse, PortsScreen>(screen) { $0.show($1) }
      let controller = RequestController<PortsInput, UpdateRequest>(
        port: UpdateValue(output: presenter, numbers: numbers()), tasks: tasks
      ) { $0.request }
      return (controller: controller, presenter: presenter)
    }
  }
}
