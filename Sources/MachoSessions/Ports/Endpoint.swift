import MachoValues

/// A dependency's function that scripts can stub.
package struct Endpoint: Sendable {
  /// The dotted name: `numberFact.fetch`.
  package var name: String
  /// The key path below `DependencyValues` for exported Swift tests. By convention, it equals the
  /// name.
  package var path: String? {
    get { findPath() }
    set { findPath = { newValue } }
  }
  /// The types of the arguments.
  package var argumentTypes: [Any.Type]
  /// The type of the returned value, or of a stream's elements.
  package var valueType: Any.Type
  /// Whether the function can throw, so that `stub ... throws` is allowed.
  package var canThrow: Bool
  /// Whether the function is asynchronous, so that `after` and `pending` are allowed.
  package var isAsync: Bool
  /// Whether the function returns a stream of `valueType`.
  package var isStream: Bool
  /// Whether calls of the real endpoint can be observed, and so be recorded in a live session.
  package var isObservable = true
  /// Whether every feature has it without registration.
  package var isBuiltIn = false
  /// Named series of values, for example `incrementing` for identifiers.
  package var generators: [String: @Sendable (_ call: Int) -> any Sendable]
  /// Creates the values of `-> seed NUMBER`. `nil` if the endpoint has no seeded series.
  package var seeded: (@Sendable (_ seed: UInt64, _ call: Int) -> any Sendable)?
  /// PERFORMANCE: computed on demand, as the description of a key path is slow.
  private var findPath: @Sendable () -> String? = { nil }
  /// Reads a value to return. It is typed because an `Any` cannot be cast to `any Sendable`.
  package let read: @Sendable (Substring, ValueSyntax) throws(ValueError) -> any Sendable

  /// Creates an endpoint.
  package init<Value: Sendable>(
    name: String, argumentTypes: [Any.Type], valueType: Value.Type, canThrow: Bool,
    isAsync: Bool, isStream: Bool = false,
    generators: [String: @Sendable (_ call: Int) -> any Sendable] = [:],
    seeded: (@Sendable (_ seed: UInt64, _ call: Int) -> any Sendable)? = nil
  ) {
    self.name = name
    self.argumentTypes = argumentTypes
    self.valueType = valueType
    self.canThrow = canThrow
    self.isAsync = isAsync
    self.isStream = isStream
    self.generators = generators
    self.seeded = seeded
    read = { (text, syntax) throws(ValueError) in try syntax.read(text, as: Value.self) }
  }

  /// Sets the key path, which is computed on first use.
  package mutating func setPath(_ find: @autoclosure @escaping @Sendable () -> String?) {
    findPath = find
  }

  /// An example of a returned value, as typed text. The type's name if no example fits.
  var exampleReturnValue: String {
    let syntax = ValueSyntax()
    let examples = [
      "()", #""...""#, "0", "true", "[]", "[:]", "nil", "0.0", #"Date("2001-01-01T00:00:00Z")"#,
    ]
    let value = examples.first { (try? read($0[...], syntax)) != nil }
    return value ?? "<\(typeName(valueType))>"
  }

  /// An example of a stubbed response, as typed text.
  var exampleResponse: String {
    if seeded != nil { return "seed 1" }
    return generators.keys.min() ?? (isStream ? "stream " : "") + exampleReturnValue
  }

  /// The name with the types: `numberFact.fetch(Int) -> String`.
  package var signature: String {
    let arguments = argumentTypes.map(typeName).joined(separator: ", ")
    return name + (argumentTypes.isEmpty ? "" : "(\(arguments))") + " -> " + result
  }

  /// The description of the returned type.
  var result: String { (isStream ? "stream of " : "") + typeName(valueType) }
}
