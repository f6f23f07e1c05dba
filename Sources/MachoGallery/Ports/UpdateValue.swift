import MachoArchitectures

/// The requests of the use case.
enum UpdateRequest: Equatable, Sendable {
  case update(value: Int)
  case get(ofIndex: Int)
}

/// The responses of the use case.
enum UpdateResponse: Equatable, Sendable {
  case updated(value: Int)
  case got([Int])
  case failed(String)
}

/// The use case "a value is updated". It depends on its ports only, not on their implementations.
final class UpdateValue: InputPort {
  private let output: any OutputPort<UpdateResponse>
  private let numbers: any Gateway<Int, [Int]>

  init(output: any OutputPort<UpdateResponse>, numbers: any Gateway<Int, [Int]>) {
    self.output = output
    self.numbers = numbers
  }

  func handle(_ request: UpdateRequest) async throws {
    switch request {
    case .update(let value): output.present(.updated(value: value))
    case .get(let index):
      do {
        output.present(.got(try await numbers.fetch(index)))
      } catch let error where !(error is CancellationError) {
        output.present(.failed("\(error)"))
      }
    }
  }
}
