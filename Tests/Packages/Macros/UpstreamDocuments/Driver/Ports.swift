import ComposableArchitecture
import MachoArchitectures
import MachoKit

@testable import SeedPorts

/// 003: the document's use case with its ports, controller and presenter, and its gateway.
final class PortsScreen: Drivable {
  struct State: Equatable {
    var values: [Int] = []
    var printed: [String] = []
  }

  enum Input {
    /// Input for the controller.
    case received(something: Int)
    /// The document's last statement, with the objects that it constructs.
    case start
    /// A request to the gateway.
    case get(ofIndex: Int)
  }

  enum Output {
    case useCaseDidUpdate(value: Int)
    case success([Int])
    case failure
  }

  /// Passes the output on to the document's presenter, and reports it.
  private final class Reporter: UseCaseOutputPort {
    private let presenter = SeedPorts.Presenter()
    private let context: DrivableContext<Output>

    init(_ context: DrivableContext<Output>) { self.context = context }

    func useCaseDidUpdate(value: Int) {
      presenter.useCaseDidUpdate(value: value)
      context.didHandle(.useCaseDidUpdate(value: value))
    }
  }

  @Dependency(\.services) private var services
  private let context: DrivableContext<Output>
  private let host: Host
  private let reporter: Reporter
  private let ports: SeedPorts.Controller
  private let gateway: any SomeDataRepositoryProtocol = SomeDataRepositoryGateway()
  private var values: [Int] = []

  init(_ context: DrivableContext<Output>) {
    self.context = context
    host = Host(context.tasks)
    reporter = Reporter(context)
    ports = Controller(input: SeedPorts.UseCase(output: reporter))
  }

  var state: State { State(values: values, printed: host.printed.value) }

  func send(_ input: Input) {
    host.run {
      switch input {
      case .received(let value): ports.received(something: value)
      case .start: SeedPorts.start()
      case .get(let index):
        ExternalInterface.$read.withValue(services.values) {
          gateway.get(ofIndex: index) { [unowned self] result in
            switch result {
            case .success(let values):
              self.values = values
              context.didHandle(.success(values))
            case .failure: context.didHandle(.failure)
            }
          }
        }
      }
    }
  }
}

extension Driver {
  static let ports = Feature(
    "ports", "003: a use case with ports, and a gateway.", start: PortsScreen.State(),
    receives: PortsScreen.Output.self,
    stubs: [Stub("external.values", placeholder: [], \.services.values)]
  ) { _, context in
    PortsScreen(context)
  }
}
