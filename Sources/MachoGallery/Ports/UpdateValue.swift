import MachoArchitectures

/// What a controller asks of the use case.
struct UpdateRequest: Equatable, Sendable { var value: Int }

/// What the use case tells, whoever presents it.
struct UpdateResponse: Equatable, Sendable { var value: Int }

/// The use case "a value is updated". It knows its two ports, and nobody who stands behind them.
final class UpdateValue: InputPort {
  private let output: any OutputPort<UpdateResponse>

  init(output: any OutputPort<UpdateResponse>) { self.output = output }

  func handle(_ request: UpdateRequest) async throws {
    output.present(UpdateResponse(value: request.value))
  }
}
