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
  /// The value breaks the entity's rule.
  case rejected(value: Int, allowed: ClosedRange<Int>)
  case failed(String)
}

/// The use case "a value is updated". It depends on the entity and on its ports only, not on their
/// implementations.
final class UpdateValue: InputPort {
  private let output: any OutputPort<UpdateResponse>
  private let numbers: any Gateway<Int, [Int]>

  init(output: any OutputPort<UpdateResponse>, numbers: any Gateway<Int, [Int]>) {
    self.output = output
    self.numbers = numbers
  }

  func handle(_ request: UpdateRequest) async throws {
    switch request {
    case .update(let value): output.present(update(value))
    case .get(let index):
      do {
        output.present(quantities(try await numbers.fetch(index)))
      } catch let error where !(error is CancellationError) {
        output.present(.failed("\(error)"))
      }
    }
  }

  private func update(_ value: Int) -> UpdateResponse {
    guard let quantity = Quantity(value) else { return rejection(of: value) }
    return .updated(value: quantity.value)
  }

  /// Returns the numbers if each one is a quantity.
  private func quantities(_ numbers: [Int]) -> UpdateResponse {
    if let value = numbers.first(where: { Quantity($0) == nil }) { return rejection(of: value) }
    return .got(numbers)
  }

  private func rejection(of value: Int) -> UpdateResponse {
    .rejected(value: value, allowed: Quantity.allowed)
  }
}
