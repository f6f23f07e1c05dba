import MachoMetadata
import MachoSessions
import MachoValues

/// Draws results of calls.
final class ResponseGenerator {
  /// An error whose type no feature handles.
  static let error = ScriptedError("failed")
  /// The maximum number of errors of an endpoint.
  private static let errorLimit = 8

  let printer: ResponsePrinter
  private let generator: ValueGenerator
  /// The words in the names of the state's type and of the types that enclose it.
  private let surroundings: [String]
  private var built: [String: any Sendable] = [:]
  private var errors: [String: [any Error]] = [:]
  private lazy var errorTypes = generator.syntax.errorTypes

  /// Creates a generator for a feature with a type of state.
  init(_ generator: ValueGenerator, near state: Any.Type) {
    self.generator = generator
    printer = ResponsePrinter(syntax: generator.syntax)
    surroundings = TypeName.path(state).flatMap(NameHint.words)
  }

  /// Draws an error that an endpoint throws.
  func error(of endpoint: Endpoint, from choices: some ChoiceSource) -> any Error {
    let errors = errors(of: endpoint)
    return errors.count == 1 ? Self.error : errors[choices.draw(below: errors.count)]
  }

  /// Returns the error of this number. An endpoint that has fewer throws its last.
  func error(_ number: Int, of endpoint: Endpoint) -> any Error {
    let errors = errors(of: endpoint)
    return errors[min(number, errors.count - 1)]
  }

  /// Returns errors that an endpoint may throw: `error("failed")`, then cases of the error types in the
  /// feature's module. Functions do not declare which of them they throw. Types whose names resemble those
  /// of the endpoint and of the feature come first.
  func errors(of endpoint: Endpoint) -> [any Error] {
    if let known = errors[endpoint.name] { return known }
    let subject = surroundings + NameHint.words(endpoint.name)
    let types = errorTypes.map { type in
      (type, rank: NameHint.similarity(type.path.flatMap(NameHint.words), to: subject))
    }
    let found = types.sorted { $0.rank > $1.rank }.lazy.flatMap { self.errors(of: $0.0) }
    let all = [Self.error] + found.prefix(Self.errorLimit - 1)
    errors[endpoint.name] = all
    return all
  }

  /// Returns the simplest value of each case of an error type, or that of a struct.
  private func errors(of type: ErrorType) -> [any Error] {
    let syntax = generator.syntax
    return syntax.actionTemplates(of: [type.type]).compactMap { template in
      generator.want(template)
      guard let text = generator.simplestText(of: template),
        let error = try? syntax.readValue(text[...], of: type.type) as? any Error,
        printer.canPrint(error)
      else { return nil }
      return error
    }
  }

  /// Draws a value of an endpoint. Returns `nil` if none can be built.
  func value(
    of endpoint: Endpoint, from choices: some ChoiceSource, in state: Any? = nil
  ) -> (any Sendable)? {
    let samples = state.map { generator.samples(in: $0) } ?? ValueSamples()
    guard let text = generator.text(of: endpoint.valueType, from: choices, in: samples) else {
      return nil
    }
    let key = endpoint.name + " " + text
    if let value = built[key] { return value }
    // Reports contain lines, so only values with text can be drawn.
    guard let value = try? endpoint.read(text[...], generator.syntax),
      printer.text(of: .value(value), endpoint) != nil
    else { return nil }
    if built.count >= 10_000 { built = [:] }
    built[key] = value
    return value
  }
}
